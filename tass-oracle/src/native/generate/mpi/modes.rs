//! Buffered and ready sends, and messages that are matched before they are received: of a process
//! to itself.

use super::Gen;
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// What is sent, `out`, with a tag, and received into a place with the same tag: rules, and the
/// text. The holes are what is sent, the tag, the place and the tag.
const TAG_FIRST: &[(&str, &str)] = &[
    (
        "operation bsend, operation buffer_attach, operation buffer_detach",
        "mpi!(buffer_attach(size = 100)); mpi!(bsend(&out, to = 0, tag = $)); \
         mpi!(recv(&mut $, from = 0, tag = $)); mpi!(buffer_detach());",
    ),
    (
        "operation ibsend",
        "mpi!(buffer_attach(size = 100)); let mut q = mpi!(ibsend(&out, to = 0, tag = $)); \
         mpi!(wait(&mut q)); mpi!(recv(&mut $, from = 0, tag = $)); mpi!(buffer_detach());",
    ),
    (
        "operation bsend_init",
        "mpi!(buffer_attach(size = 100)); let mut q = mpi!(bsend_init(&out, to = 0, tag = $)); \
         mpi!(start(&mut q)); mpi!(recv(&mut $, from = 0, tag = $)); mpi!(wait(&mut q)); \
         mpi!(request_free(&mut q)); mpi!(buffer_detach());",
    ),
];

/// The same, where the receive comes first: what is sent, the place, the tag and the tag.
const PLACE_FIRST: &[(&str, &str)] = &[
    (
        "operation rsend",
        "let mut q = mpi!(irecv(&mut $, from = 0, tag = $)); mpi!(rsend(&out, to = 0, tag = $)); \
         mpi!(wait(&mut q));",
    ),
    (
        "operation irsend",
        "let mut q = [mpi!(irecv(&mut $, from = 0, tag = $)), \
         mpi!(irsend(&out, to = 0, tag = $))]; mpi!(waitall(&mut q));",
    ),
    (
        "operation rsend_init",
        "let mut q = [mpi!(recv_init(&mut $, from = 0, tag = $)), \
         mpi!(rsend_init(&out, to = 0, tag = $))]; mpi!(startall(&mut q[..1])); \
         mpi!(start(&mut q[1])); mpi!(waitall(&mut q)); mpi!(request_free(&mut q[1])); \
         mpi!(request_free(&mut q[0]));",
    ),
];

/// The same, where the message is found in between: what is sent, the tag, the tag and the place.
const PLACE_LAST: &[(&str, &str)] = &[
    (
        "operation mprobe, operation mrecv",
        "let (mut m, _) = mpi!(mprobe(from = 0, tag = $)); mpi!(mrecv(&mut $, &mut m));",
    ),
    (
        "operation improbe, operation imrecv",
        "let mut m = MESSAGE_NULL; while !mpi!(improbe(&mut m, from = 0, tag = $)) {} \
         let mut q = mpi!(imrecv(&mut $, &mut m)); mpi!(wait(&mut q));",
    ),
];

impl Gen {
    /// A message to itself, in one of the ways above.
    pub(super) fn mode(&mut self) -> Vec<Node> {
        let Some((from, to, _)) = self.buffers(&Ty::is_copy) else {
            return Vec::new();
        };
        let tag = self.tag();
        let again = tag.clone();
        let (rules, text, kids, received) = match self.rng.below(3) {
            0 => {
                let (rules, text) = *self.rng.pick(TAG_FIRST);
                let kids = vec![from, tag, to, again];
                (
                    rules,
                    text.to_string(),
                    kids,
                    "_ = $; sendrecv(out, &mut $, 0); _ = $;",
                )
            }
            1 => {
                let (rules, text) = *self.rng.pick(PLACE_FIRST);
                let kids = vec![from, to, tag, again];
                (
                    rules,
                    text.to_string(),
                    kids,
                    "sendrecv(out, &mut $, 0); _ = $; _ = $;",
                )
            }
            _ => {
                let (rules, text) = *self.rng.pick(PLACE_LAST);
                let send = "let mut s = mpi!(isend(&out, to = 0, tag = $));";
                let text = format!("{send} {text} mpi!(wait(&mut s));");
                let kids = vec![from, tag, again, to];
                (rules, text, kids, "_ = $; _ = $; sendrecv(out, &mut $, 0);")
            }
        };
        let node = Node::new(rules, Ty::Unit, format!("{{ let out = $; {text} }}"), kids);
        vec![node.native(format!("{{ let out = outgoing(&$, 0); {received} }}"))]
    }
}

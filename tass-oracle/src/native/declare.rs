//! The structs and enums of a generated function: their declarations, and how the harness makes
//! values of them, reads and shows them.

use std::fmt::Write as _;

use super::tree::Side;
use super::ty::{Enum, Struct, Ty, Variant};

/// `#[tass::data] #[derive(..)]`
fn attributes(ty: &Ty, side: Side) -> String {
    let data = match side {
        Side::Model => "#[tass::data]\n",
        Side::Native => "",
    };
    let copy = if ty.is_copy() { ", Copy" } else { "" };
    format!("{data}#[derive(Clone{copy}, Debug, PartialEq, PartialOrd)]\n")
}

/// `name: ty, ..`
fn listed(fields: &[(String, Ty)], before: &str, tuple: bool) -> String {
    let fields = fields.iter().map(|(name, ty)| match tuple {
        true => format!("{before}{ty}"),
        false => format!("{before}{name}: {ty}"),
    });
    fields.collect::<Vec<_>>().join(", ")
}

/// `pub struct Point { .. }`
pub fn structure(decl: &Struct, side: Side) -> String {
    let fields = listed(&decl.fields, "pub ", decl.is_tuple());
    let body = match (decl.is_tuple(), decl.fields.is_empty()) {
        (_, true) => ";".to_string(),
        (true, _) => format!("({fields});"),
        (false, _) => format!(" {{ {fields} }}"),
    };
    let attributes = attributes(&Ty::Struct(decl.clone()), side);
    format!("{attributes}pub struct {}{body}\n", decl.name)
}

/// `pub enum Job { .. }`
pub fn enumeration(decl: &Enum, side: Side) -> String {
    let variants = decl.variants.iter().map(|variant| {
        let Variant { name, fields, .. } = variant;
        let listed = listed(fields, "", variant.is_tuple());
        match (variant.is_tuple(), fields.is_empty(), variant.discriminant) {
            (_, true, Some(number)) => format!("{name} = {number}"),
            (_, true, None) => name.clone(),
            (true, ..) => format!("{name}({listed})"),
            (false, ..) => format!("{name} {{ {listed} }}"),
        }
    });
    let variants = variants.collect::<Vec<_>>().join(", ");
    let attributes = attributes(&Ty::Enum(decl.clone()), side);
    format!("{attributes}pub enum {} {{ {variants} }}\n", decl.name)
}

/// What the harness does with the struct.
pub fn data_of_structure(decl: &Struct) -> String {
    let fields = listed(&decl.fields, "", false);
    format!("tass_oracle::native_data!({} {{ {fields} }});\n", decl.name)
}

/// What the harness does with the enum.
pub fn data_of_enumeration(decl: &Enum) -> String {
    let name = &decl.name;
    let (mut sample, mut value, mut read) = (String::new(), String::new(), String::new());
    for (at, variant) in decl.variants.iter().enumerate() {
        let of = &variant.name;
        let each = |show: &dyn Fn(usize, &str) -> String| {
            let shown = variant.fields.iter().enumerate();
            let shown = shown.map(|(at, (field, _))| show(at, field));
            shown.collect::<String>()
        };
        let samples = each(&|_, field| format!("{field}: Data::sample(rng), "));
        let _ = writeln!(sample, "{at} => {name}::{of} {{ {samples} }},");
        let bound = each(&|at, field| format!("{field}: f{at}, "));
        let values = each(&|at, field| format!(".field({field:?}, f{at}.value()?)"));
        let _ = writeln!(
            value,
            "{name}::{of} {{ {bound} }} => tass::variant({of:?}){values},"
        );
        let part = "let part = Data::read(reader)?; let _ = reader.expect(\",\"); part";
        let (open, parts, close) = match (variant.fields.is_empty(), variant.is_tuple()) {
            (true, _) => ("", String::new(), ""),
            (_, true) => (
                "(",
                each(&|_, field| format!("{field}: {{ {part} }}, ")),
                ")",
            ),
            (_, false) => {
                let named = |_: usize, field: &str| {
                    let name = format!("reader.expect({field:?})?; reader.expect(\":\")?;");
                    format!("{field}: {{ {name} {part} }}, ")
                };
                ("{", each(&named), "}")
            }
        };
        let _ = writeln!(
            read,
            "{of:?} => {{ reader.expect({open:?})?; let read = {name}::{of} {{ {parts} }}; \
             reader.expect({close:?})?; Some(read) }}"
        );
    }
    let count = decl.variants.len();
    format!(
        "const _: () = {{
use tass_oracle::native::run::{{Data, Reader}};
use tass_oracle::generate::Rng;
impl Data for {name} {{
fn sample(rng: &mut Rng) -> Self {{ match rng.below({count}) {{ {sample} _ => unreachable!() }} }}
fn value(&self) -> Option<tass::Value> {{ Some(match self {{ {value} }}.into()) }}
fn read(reader: &mut Reader<'_>) -> Option<Self> {{ match reader.word() {{ {read} _ => None }} }}
fn other(&self) -> Option<Self> {{
let mut rng = Rng::new(1);
(0..9).map(|_| Self::sample(&mut rng)).find(|other| other != self)
}} }} }};\n"
    )
}

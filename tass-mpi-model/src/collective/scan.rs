//! `scan` and `exscan`: reductions over the processes up to the caller.

use tass_core::comm::{Param, ParamKind};

use super::Collective;
use super::block::{give_and_take, signature};
use super::reduction::{combine, given};
use crate::args::param;

const PARAMS: &[Param] = &[
    param("sendbuf", ParamKind::In),
    param("recvbuf", ParamKind::Out),
    param("op", ParamKind::Name),
];

/// `scan(sendbuf, recvbuf, op)`: over the processes up to and with the caller.
pub(super) static SCAN: Collective = Collective {
    signature: signature("scan", PARAMS),
    needs: |who, other, _| other <= who,
    enter: |store, args, _| give_and_take(store, args),
    leave: |store, inside, effect| combine(store, inside, effect, inside.me + 1),
};

/// `exscan(sendbuf, recvbuf, op)`: over the processes before the caller; process 0 gets nothing.
pub(super) static EXSCAN: Collective = Collective {
    signature: signature("exscan", PARAMS),
    needs: |who, other, _| other <= who,
    enter: |store, args, _| {
        let mut entering = give_and_take(store, args);
        entering.into = entering.into.filter(|_| args.process > 0);
        entering
    },
    leave: |store, inside, effect| match inside.me {
        0 => Ok(given(inside)),
        me => combine(store, inside, effect, me),
    },
};

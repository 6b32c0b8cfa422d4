//! `scan` and `exscan`: reductions over the processes up to the caller.

use super::Collective;
use super::block::give_and_take;
use super::nothing::Share;
use super::reduction::{combine, given};

/// `scan(sendbuf, recvbuf, op)`: over the processes up to and with the caller.
pub(super) static SCAN: Collective = Collective {
    name: "scan",
    needs: |who, other, _| other <= who,
    share: Share::Alike,
    enter: |store, args, _| give_and_take(store, args),
    leave: |store, inside, effect| combine(store, inside, effect, inside.me + 1),
};

/// `exscan(sendbuf, recvbuf, op)`: over the processes before the caller; process 0 gets nothing.
pub(super) static EXSCAN: Collective = Collective {
    name: "exscan",
    needs: |who, other, _| other <= who,
    share: Share::Alike,
    enter: |store, args, _| {
        let mut entering = give_and_take(store, args);
        entering.into = entering.into.filter(|_| args.rank > 0);
        entering
    },
    leave: |store, inside, effect| match inside.me {
        0 => Ok(given(inside)),
        me => combine(store, inside, effect, me),
    },
};

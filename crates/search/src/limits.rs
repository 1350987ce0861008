//! The limits that a player sets itself, on top of those of the moment.

use game::{Control, Limits};

use crate::{Spec, SpecError};

/// The limits among the parameters of a spec.
pub(crate) fn read(spec: &Spec) -> Result<Limits, SpecError> {
    Ok(Limits {
        time: spec.time("time")?,
        nodes: spec.get("nodes").map(|_| spec.number("nodes", 1..=u64::MAX, 1)).transpose()?,
        depth: spec.get("depth").map(|_| spec.number("depth", 1..=200, 1)).transpose()?.map(|n| n as u32),
    })
}

/// A part of `control` with the player's own limits as well; its clock starts now, its depth is the smaller of both.
pub(crate) fn narrow(control: &Control, own: Limits) -> Control {
    let whole = control.limits();
    let depth = own.depth.into_iter().chain(whole.depth).min();
    let left = whole.nodes.map(|most| most.saturating_sub(control.nodes()));
    let nodes = own.nodes.into_iter().chain(left).min();
    control.part(Limits { depth, nodes, time: own.time.into_iter().chain(control.remaining()).min() })
}

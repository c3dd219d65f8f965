//! From what a search found to a chain that can be told, and to short ones where no search was made.

use super::net::{Net, contains, meet};
use super::search::{Node, Search};
use super::state::{State, bits};
use super::tables::{MAX_SETS, Tables, places};

/// A chain of sets, by their numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Chain {
    /// Each set with the candidate that is left of it by then; the last one has none.
    pub(crate) links: Vec<(u16, Option<u16>)>,
    /// All open candidates for which these links hold.
    pub(crate) removed: Vec<u16>,
}

/// The kinds of sets in the order in which they are named as the reason of a candidate: cells are read most easily.
const KINDS: [usize; 4] = [0, 3, 1, 2];

impl<const W: usize> Search<W> {
    /// The chain of the braid that was found last, for this target.
    pub(super) fn chain(&mut self, tables: &Tables, state: &State, net: &mut Net<W>, target: usize) -> Chain {
        let mut path = std::mem::take(&mut self.path);
        let mut chain = Chain::default();
        let mut node = self.base.clone();
        let mut ended = self.apply(tables, net, target, &mut node);
        for candidate in &path {
            debug_assert!(!ended, "a braid ends where it has a conflict");
            chain.links.push((self.reason(net, *candidate), Some(net.name((*candidate).into()))));
            ended = self.apply(tables, net, (*candidate).into(), &mut node);
        }
        if !ended {
            let last = last(net, target, &node).expect("what was found ends with a conflict");
            chain.links.push((self.reason(net, last), Some(net.name(last.into()))));
            assert!(self.apply(tables, net, last.into(), &mut node), "the last candidate leaves a set empty");
            path.push(last);
        }
        chain.links.push((self.emptied, None));
        self.undo(0);
        chain.removed = removed(state, net, &path, &chain);
        debug_assert!(chain.removed.contains(&net.name(target)), "the target is one of the candidates that go");
        self.path = path;
        chain
    }

    /// A set of which only this candidate is left.
    fn reason(&self, net: &Net<W>, candidate: u16) -> u16 {
        let (sets, places) = net.standing(candidate.into());
        let alone = |kind: &usize| self.masks[usize::from(sets[*kind]) % MAX_SETS] == 1 << places[*kind];
        let kind = KINDS.into_iter().find(alone).expect("a candidate that follows is alone in a set");
        sets[kind]
    }

    /// Some braid of the target, as short as taking away one candidate after the other makes it. Whether there is one.
    pub(super) fn trim(&mut self, tables: &Tables, net: &mut Net<W>, target: usize) -> bool {
        let Some(mut path) = self.refute(tables, net, target) else { return false };
        for index in (0..path.len()).rev() {
            if index < path.len() {
                let dropped = path.remove(index);
                if !self.follow(tables, net, target, &mut path) {
                    path.insert(index, dropped);
                }
            }
        }
        self.path = path;
        true
    }

    /// Applies all that follows, until there is a conflict: what was applied.
    fn refute(&mut self, tables: &Tables, net: &mut Net<W>, target: usize) -> Option<Vec<u16>> {
        let Some(mut node) = self.root(tables, net, target) else {
            self.undo(0);
            return Some(Vec::new());
        };
        let mut begin = 0;
        let mut conflict = meet(&node.follows, &node.killers);
        while !conflict && begin < self.choices.len() {
            let candidate = self.choices[begin].into();
            begin += 1;
            conflict = self.apply(tables, net, candidate, &mut node) || meet(&node.follows, &node.killers);
        }
        self.undo(0);
        conflict.then(|| self.choices[..begin].to_vec())
    }

    /// Applies those of the path that follow, in order. If there is a conflict, only those are kept.
    fn follow(&mut self, tables: &Tables, net: &mut Net<W>, target: usize, path: &mut Vec<u16>) -> bool {
        let mut used = Vec::with_capacity(path.len());
        let conflict = match self.root(tables, net, target) {
            None => true,
            Some(mut node) => {
                let mut conflict = meet(&node.follows, &node.killers);
                for candidate in path.iter() {
                    if !conflict && contains(&node.follows, (*candidate).into()) {
                        used.push(*candidate);
                        conflict = self.apply(tables, net, (*candidate).into(), &mut node)
                            || meet(&node.follows, &node.killers);
                    }
                }
                conflict
            }
        };
        self.undo(0);
        if conflict {
            *path = used;
        }
        conflict
    }

    /// The round of the target's first conflict, up to `limit`: a lower bound on the size of its braids. None if it has no braid.
    pub(super) fn depth(&mut self, tables: &Tables, net: &mut Net<W>, target: usize, limit: usize) -> Option<usize> {
        let Some(mut node) = self.root(tables, net, target) else {
            self.undo(0);
            return Some(1);
        };
        let mut size = 2;
        let mut begin = 0;
        while !meet(&node.follows, &node.killers) && begin < self.choices.len() && size < limit {
            let end = self.choices.len();
            size += 1;
            for choice in begin..end {
                let candidate = self.choices[choice].into();
                if self.apply(tables, net, candidate, &mut node) {
                    self.undo(0);
                    return Some(size - 1);
                }
            }
            begin = end;
        }
        let ended = meet(&node.follows, &node.killers) || begin < self.choices.len();
        self.undo(0);
        ended.then_some(size)
    }
}

/// A candidate that follows and leaves nothing of some set.
fn last<const W: usize>(net: &Net<W>, target: usize, node: &Node<W>) -> Option<u16> {
    let both: [u64; W] = std::array::from_fn(|word| node.follows[word] & node.killers[word]);
    bits(&both).find(|candidate| *candidate != target && !contains(net.links(target), *candidate)).map(|one| one as u16)
}

/// The open candidates for which the links hold: linked to all that the chain takes from its sets without saying
/// how, and to none of the candidates that it goes through.
fn removed<const W: usize>(state: &State, net: &Net<W>, path: &[u16], chain: &Chain) -> Vec<u16> {
    let mut targets = [u64::MAX; W];
    let mut gone = [0; W];
    for (index, (set, _)) in chain.links.iter().enumerate() {
        let own = path.get(index).copied();
        for place in places(state.mask((*set).into())) {
            let member = net.slot((*set).into(), place);
            if Some(member) != own && !contains(&gone, member.into()) {
                let links = net.links(member.into());
                targets.iter_mut().zip(links).for_each(|(target, link)| *target &= link);
            }
        }
        if let Some(own) = own {
            gone.iter_mut().zip(net.links(own.into())).for_each(|(gone, link)| *gone |= link);
        }
    }
    let holds = |target: &usize| !contains(&gone, *target) && !path.contains(&(*target as u16));
    let names = bits(&targets).take_while(|target| *target < net.len()).filter(holds).map(|target| net.name(target));
    names.filter(|name| state.is_open((*name).into())).collect()
}

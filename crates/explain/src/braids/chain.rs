//! From what a search found to a chain that can be told.

use super::net::{Net, contains};
use super::node::Node;
use super::search::{ROOT, Search};
use super::state::{State, bits};
use super::tables::{Tables, places};

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
    pub(super) fn chain(&mut self, tables: &Tables, state: &State, net: &Net<W>, target: usize) -> Chain {
        let mut path = std::mem::take(&mut self.path);
        let mut chain = Chain::default();
        let mut ended = self.root(tables, net, target);
        for candidate in &path {
            debug_assert!(!ended, "a braid ends where it has a conflict");
            chain.links.push((self.reason(net, *candidate), Some(net.name((*candidate).into()))));
            ended = self.apply(tables, net, ROOT, (*candidate).into());
        }
        if !ended {
            let last = last(net, target, &self.nodes[ROOT]).expect("what was found ends with a conflict");
            chain.links.push((self.reason(net, last), Some(net.name(last.into()))));
            assert!(self.apply(tables, net, ROOT, last.into()), "the last candidate leaves a set empty");
            path.push(last);
        }
        chain.links.push((self.nodes[ROOT].emptied, None));
        chain.removed = removed(state, net, &path, &chain);
        debug_assert!(chain.removed.contains(&net.name(target)), "the target is one of the candidates that go");
        self.path = path;
        chain
    }

    /// A set of which only this candidate is left.
    fn reason(&self, net: &Net<W>, candidate: u16) -> u16 {
        let standing = net.standing(candidate.into());
        let alone = |kind: &usize| self.nodes[ROOT].masks[usize::from(standing.sets[*kind])] == standing.bits[*kind];
        let kind = KINDS.into_iter().find(alone).expect("a candidate that follows is alone in a set");
        standing.sets[kind]
    }
}

/// A candidate that follows and leaves nothing of some set.
pub(super) fn last<const W: usize>(net: &Net<W>, target: usize, node: &Node<W>) -> Option<u16> {
    let both: [u64; W] = std::array::from_fn(|word| node.signs.follows[word] & node.signs.killers[word]);
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

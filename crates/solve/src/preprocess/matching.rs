//! Which pairs of a thing and a place can never be, when every thing needs a place of its own.
//!
//! ```text
//!   a: 1 2        a and b take 1 and 2 in some order, whatever c does:
//!   b: 1 2        so c cannot have 2. No way of placing all three has the pair (c, 2).
//!   c: 2 3
//! ```
//!
//! A first way to place all is found by augmenting paths. Every other way differs from it by cycles "a takes the place of b, b
//! that of c, ..., and the last one that of a". So a pair that is not in the first way is in some way exactly when a thing
//! and the one whose place it wants lie in one strongly connected component of the graph "wants the place of".
//! Naked and hidden sets of every size are such pairs between cells and digits of a house; fish of every size, between the rows
//! and columns of a digit.
//!
//! # References
//! - J.-C. Régin: A filtering algorithm for constraints of difference in CSPs. AAAI 1994.
//! - R. Tarjan: Depth-first search and linear graph algorithms. SIAM J. Comput. 1972.

/// Things and places, both counted from 0 and as many of each; which places each thing may have.
pub(super) struct Matching {
    /// By thing.
    wishes: Vec<Vec<u8>>,
    /// By place, once it is taken.
    thing_at: Vec<Option<u8>>,
    /// By place: the last search that looked at it.
    seen: Vec<usize>,
    components: Components,
}

/// The strongly connected components, while and after they are found.
#[derive(Default)]
struct Components {
    /// By thing: when it was first visited, from 1; 0 before.
    visited: Vec<u32>,
    /// By thing: the component, from 1; 0 before it is known.
    component: Vec<u32>,
    /// Visited things whose component is not known yet.
    open: Vec<u8>,
    visits: u32,
    found: u32,
}

impl Matching {
    /// As many things as places, without any wishes.
    pub(super) fn new(count: usize) -> Matching {
        let wishes = vec![Vec::new(); count];
        Matching { wishes, thing_at: vec![None; count], seen: vec![0; count], components: Components::default() }
    }

    /// Forgets all wishes.
    pub(super) fn clear(&mut self) {
        self.wishes.iter_mut().for_each(Vec::clear);
    }

    /// A thing may have a place. (Told twice in a row, it is kept once.)
    pub(super) fn wish(&mut self, thing: usize, place: usize) {
        if self.wishes[thing].last() != Some(&(place as u8)) {
            self.wishes[thing].push(place as u8);
        }
    }

    /// Finds what is possible; `None` if there is no way to place all.
    pub(super) fn solve(&mut self) -> Option<()> {
        self.place_all()?;
        self.connect();
        Some(())
    }

    /// Once it is solved: whether a pair that was wished for is in some way of placing all.
    pub(super) fn is_possible(&self, thing: usize, place: usize) -> bool {
        let component = &self.components.component;
        component[thing] == component[self.holder(place)]
    }

    /// Finds one way to place all things.
    fn place_all(&mut self) -> Option<()> {
        self.thing_at.fill(None);
        self.seen.fill(0);
        (0..self.wishes.len()).all(|thing| self.place(thing, thing + 1)).then_some(())
    }

    /// Finds a place for a thing, moving others if need be.
    fn place(&mut self, thing: usize, search: usize) -> bool {
        if let Some(free) = self.wishes[thing].iter().find(|place| self.thing_at[usize::from(**place)].is_none()) {
            self.thing_at[usize::from(*free)] = Some(thing as u8);
            return true;
        }
        for wish in 0..self.wishes[thing].len() {
            let place = usize::from(self.wishes[thing][wish]);
            if std::mem::replace(&mut self.seen[place], search) != search && self.place(self.holder(place), search) {
                self.thing_at[place] = Some(thing as u8);
                return true;
            }
        }
        false
    }

    /// The thing at a place, once all are placed (or this place was found taken).
    fn holder(&self, place: usize) -> usize {
        usize::from(self.thing_at[place].expect("the place is taken"))
    }

    /// Finds the components of "wants the place of".
    fn connect(&mut self) {
        let mut components = std::mem::take(&mut self.components);
        components.reset(self.wishes.len());
        for thing in 0..self.wishes.len() {
            if components.visited[thing] == 0 {
                self.visit(thing, &mut components);
            }
        }
        self.components = components;
    }

    /// Visits a thing and all that can be reached from it; the earliest visit among the open ones that it leads back to.
    fn visit(&self, thing: usize, components: &mut Components) -> u32 {
        let mine = components.enter(thing);
        let mut earliest = mine;
        for place in &self.wishes[thing] {
            let next = self.holder(usize::from(*place));
            if components.visited[next] == 0 {
                earliest = earliest.min(self.visit(next, components));
            } else if components.component[next] == 0 {
                earliest = earliest.min(components.visited[next]);
            }
        }
        if earliest == mine {
            components.close(thing);
        }
        earliest
    }
}

impl Components {
    fn reset(&mut self, count: usize) {
        for numbers in [&mut self.visited, &mut self.component] {
            numbers.clear();
            numbers.resize(count, 0);
        }
        (self.visits, self.found) = (0, 0);
    }

    fn enter(&mut self, thing: usize) -> u32 {
        self.visits += 1;
        self.visited[thing] = self.visits;
        self.open.push(thing as u8);
        self.visits
    }

    /// All that were entered since this thing, and itself, are a component.
    fn close(&mut self, first: usize) {
        self.found += 1;
        while let Some(thing) = self.open.pop() {
            self.component[usize::from(thing)] = self.found;
            if usize::from(thing) == first {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::rng::Rng;

    fn pairs(wishes: &[Vec<usize>]) -> impl Iterator<Item = (usize, usize)> + '_ {
        wishes.iter().enumerate().flat_map(|(thing, places)| places.iter().map(move |place| (thing, *place)))
    }

    fn impossible(wishes: &[Vec<usize>]) -> Option<Vec<(usize, usize)>> {
        let mut matching = Matching::new(wishes.len());
        pairs(wishes).for_each(|(thing, place)| matching.wish(thing, place));
        matching.solve()?;
        Some(pairs(wishes).filter(|(thing, place)| !matching.is_possible(*thing, *place)).collect())
    }

    #[test]
    fn a_pair_keeps_its_two_places_for_itself() {
        assert_eq!(impossible(&[vec![0, 1], vec![0, 1], vec![1, 2]]), Some(vec![(2, 1)]));
        assert_eq!(impossible(&[vec![0, 1], vec![1, 2], vec![2, 0]]), Some(vec![]));
        assert_eq!(impossible(&[vec![0, 1], vec![0, 1], vec![0, 1]]), None);
        assert_eq!(impossible(&[vec![0], vec![]]), None);
    }

    #[test]
    fn what_is_impossible_is_in_none_of_all_ways() {
        let mut random = Rng::new(1, 0);
        for round in 0..2000 {
            let wishes: Vec<Vec<usize>> =
                (0..5).map(|_| (0..5).filter(|_| random.below(5) < 2 + round % 3).collect()).collect();
            let mut possible = Vec::new();
            each_way(&wishes, &mut Vec::new(), &mut |way| possible.extend(way.iter().copied().enumerate()));
            let expected = pairs(&wishes).filter(|pair| !possible.contains(pair)).collect();
            assert_eq!(impossible(&wishes), (!possible.is_empty()).then_some(expected), "round {round}: {wishes:?}");
        }
    }

    /// Tells every way to place all things: the places, by thing.
    fn each_way(wishes: &[Vec<usize>], way: &mut Vec<usize>, tell: &mut impl FnMut(&[usize])) {
        let Some(places) = wishes.get(way.len()) else { return tell(way) };
        for place in places {
            if !way.contains(place) {
                way.push(*place);
                each_way(wishes, way, tell);
                way.pop();
            }
        }
    }
}

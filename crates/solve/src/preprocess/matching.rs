//! Régin's filtering algorithm for alldifferent: the edges of a bipartite graph that are in no perfect matching.
//!
//! ```text
//!   a: 1 2        a and b take the values 1 and 2 in some order, so c cannot have 2:
//!   b: 1 2        no perfect matching has the edge (c, 2).
//!   c: 2 3
//! ```
//!
//! One perfect matching is found by augmenting paths. Every other one differs from it by alternating cycles. So an edge that is
//! not in the first matching is in some other exactly when its variable and the variable matched to its value lie in one
//! strongly connected component of the graph with an arc from each variable to the owners of its values.
//!
//! # References
//! - J.-C. Régin: A filtering algorithm for constraints of difference in CSPs. AAAI 1994.
//! - R. Tarjan: Depth-first search and linear graph algorithms. SIAM J. Comput. 1972.

/// A bipartite graph between n variables and n values, and its perfect matchings.
pub(super) struct Matching {
    /// The values of each variable.
    edges: Vec<Vec<u8>>,
    /// The variable matched to each value.
    owner: Vec<Option<u8>>,
    /// The last augmenting search that visited each value.
    seen: Vec<usize>,
    components: Components,
}

/// Strongly connected components, by Tarjan's algorithm.
#[derive(Default)]
struct Components {
    /// The order in which each variable was visited, from 1; 0 before.
    visited: Vec<u32>,
    /// The component of each variable, from 1; 0 before it is known.
    component: Vec<u32>,
    /// Stack of visited variables whose component is not known yet.
    open: Vec<u8>,
    visits: u32,
    found: u32,
}

impl Matching {
    /// A graph with this many variables and values, without edges.
    pub(super) fn new(count: usize) -> Matching {
        let edges = vec![Vec::new(); count];
        Matching { edges, owner: vec![None; count], seen: vec![0; count], components: Components::default() }
    }

    /// Removes all edges.
    pub(super) fn clear(&mut self) {
        self.edges.iter_mut().for_each(Vec::clear);
    }

    /// Adds an edge, unless it is the one just added.
    pub(super) fn add_edge(&mut self, variable: usize, value: usize) {
        if self.edges[variable].last() != Some(&(value as u8)) {
            self.edges[variable].push(value as u8);
        }
    }

    /// Finds a perfect matching and the components; `None` if there is no perfect matching.
    pub(super) fn solve(&mut self) -> Option<()> {
        self.find_matching()?;
        self.find_components();
        Some(())
    }

    /// After `solve`: whether an edge is in some perfect matching.
    pub(super) fn has_support(&self, variable: usize, value: usize) -> bool {
        let component = &self.components.component;
        component[variable] == component[self.owner_of(value)]
    }

    /// Finds a perfect matching.
    fn find_matching(&mut self) -> Option<()> {
        self.owner.fill(None);
        self.seen.fill(0);
        (0..self.edges.len()).all(|variable| self.augment(variable, variable + 1)).then_some(())
    }

    /// Matches a variable, moving the owners of its values along an augmenting path if need be.
    fn augment(&mut self, variable: usize, search: usize) -> bool {
        if let Some(free) = self.edges[variable].iter().find(|value| self.owner[usize::from(**value)].is_none()) {
            self.owner[usize::from(*free)] = Some(variable as u8);
            return true;
        }
        for edge in 0..self.edges[variable].len() {
            let value = usize::from(self.edges[variable][edge]);
            if std::mem::replace(&mut self.seen[value], search) != search && self.augment(self.owner_of(value), search)
            {
                self.owner[value] = Some(variable as u8);
                return true;
            }
        }
        false
    }

    /// The variable matched to a value.
    fn owner_of(&self, value: usize) -> usize {
        usize::from(self.owner[value].expect("the value is matched"))
    }

    /// Finds the strongly connected components.
    fn find_components(&mut self) {
        let mut components = std::mem::take(&mut self.components);
        components.reset(self.edges.len());
        for variable in 0..self.edges.len() {
            if components.visited[variable] == 0 {
                self.visit(variable, &mut components);
            }
        }
        self.components = components;
    }

    /// Visits a variable and everything reachable from it; returns its low link, the earliest open visit that it reaches.
    fn visit(&self, variable: usize, components: &mut Components) -> u32 {
        let mine = components.enter(variable);
        let mut earliest = mine;
        for value in &self.edges[variable] {
            let next = self.owner_of(usize::from(*value));
            if components.visited[next] == 0 {
                earliest = earliest.min(self.visit(next, components));
            } else if components.component[next] == 0 {
                earliest = earliest.min(components.visited[next]);
            }
        }
        if earliest == mine {
            components.close(variable);
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

    fn enter(&mut self, variable: usize) -> u32 {
        self.visits += 1;
        self.visited[variable] = self.visits;
        self.open.push(variable as u8);
        self.visits
    }

    /// Pops the component whose first visited variable is this one.
    fn close(&mut self, first: usize) {
        self.found += 1;
        while let Some(variable) = self.open.pop() {
            self.component[usize::from(variable)] = self.found;
            if usize::from(variable) == first {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::rng::Rng;

    fn edge_list(edges: &[Vec<usize>]) -> impl Iterator<Item = (usize, usize)> + '_ {
        edges.iter().enumerate().flat_map(|(variable, values)| values.iter().map(move |value| (variable, *value)))
    }

    fn unsupported(edges: &[Vec<usize>]) -> Option<Vec<(usize, usize)>> {
        let mut matching = Matching::new(edges.len());
        edge_list(edges).for_each(|(variable, value)| matching.add_edge(variable, value));
        matching.solve()?;
        Some(edge_list(edges).filter(|(variable, value)| !matching.has_support(*variable, *value)).collect())
    }

    #[test]
    fn a_pair_of_variables_keeps_its_two_values() {
        assert_eq!(unsupported(&[vec![0, 1], vec![0, 1], vec![1, 2]]), Some(vec![(2, 1)]));
        assert_eq!(unsupported(&[vec![0, 1], vec![1, 2], vec![2, 0]]), Some(vec![]));
        assert_eq!(unsupported(&[vec![0, 1], vec![0, 1], vec![0, 1]]), None);
        assert_eq!(unsupported(&[vec![0], vec![]]), None);
    }

    #[test]
    fn unsupported_edges_are_in_no_perfect_matching() {
        let mut rng = Rng::new(1, 0);
        for round in 0..2000 {
            let edges: Vec<Vec<usize>> =
                (0..5).map(|_| (0..5).filter(|_| rng.below(5) < 2 + round % 3).collect()).collect();
            let mut supported = Vec::new();
            each_matching(&edges, &mut Vec::new(), &mut |matching| {
                supported.extend(matching.iter().copied().enumerate());
            });
            let expected = edge_list(&edges).filter(|pair| !supported.contains(pair)).collect();
            assert_eq!(unsupported(&edges), (!supported.is_empty()).then_some(expected), "round {round}: {edges:?}");
        }
    }

    /// Visits every perfect matching: the value of each variable.
    fn each_matching(edges: &[Vec<usize>], matching: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
        let Some(values) = edges.get(matching.len()) else { return visit(matching) };
        for value in values {
            if !matching.contains(value) {
                matching.push(*value);
                each_matching(edges, matching, visit);
                matching.pop();
            }
        }
    }
}

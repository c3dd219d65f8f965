//! `TechniqueSet`: the techniques that an explanation may use.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use super::hodoku::HodokuLevel;
use super::technique::Technique;

/// A set of techniques, by identifier. Singles belong to every set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TechniqueSet(u128);

/// Error of [`TechniqueSet::from_str`]: no technique has this identifier.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownTechniqueError {
    /// The identifier.
    pub id: String,
}

/// The identifiers in the order of the techniques. A set has a bit for each.
fn ids() -> &'static [&'static str] {
    static IDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    IDS.get_or_init(|| {
        let mut ids: Vec<&str> = Technique::all().map(Technique::id).collect();
        ids.dedup();
        assert!(ids.len() <= 128, "a set of techniques has 128 bits");
        ids
    })
}

impl TechniqueSet {
    /// The techniques of a level and of all levels below it.
    pub fn up_to(level: HodokuLevel) -> TechniqueSet {
        Technique::all().filter(|technique| technique.hodoku_level() <= level).collect()
    }

    /// Whether a technique is in the set.
    pub fn contains(self, technique: Technique) -> bool {
        let is_single = technique.hodoku_level() == HodokuLevel::Easy;
        is_single || self.0 & bit(technique) != 0
    }

    /// The techniques of the set that have been named, in order of familiarity: the argument of `--all`.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::all().filter(move |technique| self.0 & bit(*technique) != 0)
    }
}

fn bit(technique: Technique) -> u128 {
    let index = ids().iter().position(|id| *id == technique.id());
    index.map_or(0, |index| 1 << index)
}

impl FromIterator<Technique> for TechniqueSet {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> TechniqueSet {
        TechniqueSet(techniques.into_iter().fold(0, |set, technique| set | bit(technique)))
    }
}

/// A list of identifiers, separated by commas: `x-wing,naked-pair`.
impl FromStr for TechniqueSet {
    type Err = UnknownTechniqueError;

    fn from_str(list: &str) -> Result<TechniqueSet, UnknownTechniqueError> {
        let mut set = TechniqueSet(0);
        for id in list.split(',').map(str::trim) {
            let techniques = Technique::with_id(id);
            if techniques.is_empty() {
                return Err(UnknownTechniqueError { id: id.to_owned() });
            }
            set.0 |= techniques.into_iter().fold(0, |set, technique| set | bit(technique));
        }
        Ok(set)
    }
}

impl fmt::Display for UnknownTechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown technique \"{}\"", self.id)?;
        let is_near = |id: &&&str| self.id.len() > 2 && (id.contains(&self.id) || self.id.contains(**id));
        let near: Vec<&str> = ids().iter().filter(is_near).copied().collect();
        match &near[..] {
            [] => write!(f, " (docs/guide/src/techniques lists all)"),
            near => write!(f, " (available: {})", near.join(", ")),
        }
    }
}

impl std::error::Error for UnknownTechniqueError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_identifiers_is_read_and_an_unknown_one_is_named() {
        let set: TechniqueSet = "x-wing, unique-rectangle-1".parse().unwrap();
        assert!(set.contains(Technique::Fish(2)) && set.contains(Technique::UniqueRectangle(1)));
        assert!(!set.contains(Technique::Fish(3)) && set.contains(Technique::NakedSingle));
        assert_eq!(set.iter().count(), 2);
        let error = "x-wing,jellyfisch".parse::<TechniqueSet>().unwrap_err();
        assert_eq!(error.to_string(), "unknown technique \"jellyfisch\" (docs/guide/src/techniques lists all)");
        let error = "rectangle".parse::<TechniqueSet>().unwrap_err();
        assert!(error.to_string().contains("hidden-rectangle"), "{error}");
    }

    #[test]
    fn a_level_contains_the_levels_below_it() {
        let [medium, hard] = [HodokuLevel::Medium, HodokuLevel::Hard].map(TechniqueSet::up_to);
        assert!(medium.contains(Technique::NakedSubset(3)) && !medium.contains(Technique::Skyscraper));
        assert!(medium.iter().all(|technique| hard.contains(technique)) && hard.contains(Technique::Skyscraper));
    }
}

//! Which steps an explanation may contain: the kind of path, and the techniques that it may use.

use qedoku::Board;
use qedoku::explain::{Explainer, HodokuLevel, PathStyle, TechniqueSet};

use super::ApiRequest;
use super::fields::{Field, FieldType, names};
use crate::api_error::ApiError;

/// Largest side on which techniques are searched by name.
const MAX_NAMED_SIDE: usize = 9;

/// Fields of requests for steps.
pub(super) const STEP_SETTINGS_FIELDS: &[Field] = &[
    Field::optional(
        "path",
        FieldType::Choice(|| names(&PATH_STYLES)),
        "The easiest step at each point, only the steps that later ones need, or the easiest named technique [default: easy]",
    ),
    Field::optional(
        "level",
        FieldType::Choice(|| names(&LEVELS)),
        "Use only the techniques of this level and of those below it, searched by name; up to 9x9",
    ),
    Field::optional(
        "techniques",
        FieldType::List(&FieldType::Text),
        "Use only these techniques, by identifier, and singles; up to 9x9",
    ),
    Field::optional(
        "no_uniqueness",
        FieldType::Flag,
        "Do without techniques that rest on the puzzle having exactly one solution",
    ),
];

const PATH_STYLES: [(PathStyle, &str); 3] =
    [(PathStyle::Easy, "easy"), (PathStyle::Short, "short"), (PathStyle::Named, "named")];

const LEVELS: [(HodokuLevel, &str); 5] = [
    (HodokuLevel::Easy, "easy"),
    (HodokuLevel::Medium, "medium"),
    (HodokuLevel::Hard, "hard"),
    (HodokuLevel::Unfair, "unfair"),
    (HodokuLevel::Extreme, "extreme"),
];

/// The settings of a request. The default is an easy path with all techniques.
#[derive(Clone, Copy, Default)]
pub(super) struct StepSettings {
    path: PathStyle,
    /// The only techniques that steps may use, if restricted.
    techniques: Option<TechniqueSet>,
    avoids_uniqueness: bool,
}

impl StepSettings {
    /// The settings of a request about a board.
    pub(super) fn read(request: &ApiRequest, board: Board) -> Result<StepSettings, ApiError> {
        let techniques = techniques(request)?;
        if techniques.is_some() && board.side() > MAX_NAMED_SIDE {
            let message = format!("techniques are searched by name up to 9x9; this board is {board}");
            return Err(ApiError::bad_request(message));
        }
        let path = value_of(&PATH_STYLES, request.text("path")).unwrap_or_default();
        Ok(StepSettings { path, techniques, avoids_uniqueness: request.flag("no_uniqueness") })
    }

    /// Whether only some techniques may be used.
    pub(super) fn is_restricted(self) -> bool {
        self.techniques.is_some()
    }

    /// The settings with all techniques, by name: they find the step that a restricted path lacks.
    pub(super) fn unrestricted(self) -> StepSettings {
        StepSettings { path: PathStyle::Named, techniques: None, ..self }
    }

    /// Applies the settings to an explainer, which keeps none from an earlier request.
    pub(super) fn apply_to(self, explainer: &mut Explainer) {
        explainer.path = self.path;
        explainer.techniques = self.techniques;
        explainer.avoids_uniqueness = self.avoids_uniqueness;
    }
}

/// The techniques of the field `techniques`, or those of `level`.
fn techniques(request: &ApiRequest) -> Result<Option<TechniqueSet>, ApiError> {
    let level = value_of(&LEVELS, request.text("level")).map(TechniqueSet::up_to);
    if !request.has("techniques") {
        return Ok(level);
    }
    if level.is_some() {
        return Err(ApiError::bad_request("level and techniques exclude each other"));
    }
    let ids: Vec<&str> = request.texts("techniques").collect();
    // An empty list allows singles only; they belong to every set.
    if ids.is_empty() {
        return Ok(Some(std::iter::empty().collect()));
    }
    let set = ids.join(",").parse().map_err(|error| ApiError::bad_request(format!("techniques: {error}")));
    set.map(Some)
}

/// The value with this name in a table.
fn value_of<T: Copy>(table: &[(T, &str)], name: Option<&str>) -> Option<T> {
    table.iter().find(|(_, known)| Some(*known) == name).map(|(value, _)| *value)
}

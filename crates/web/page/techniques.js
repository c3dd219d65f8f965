/**
 * Techniques that can be searched by name: identifier, name and level of each, in groups for the choice of a set. Singles belong to
 * every set. A test compares the table with the techniques of the server.
 */

export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'];

export const TECHNIQUE_GROUPS = [
  ['Locked candidates', [
    ['pointing', 'pointing', 'medium'], ['claiming', 'claiming', 'medium'],
    ['locked-pair', 'locked pair', 'medium'], ['locked-triple', 'locked triple', 'medium'],
  ]],
  ['Subsets', [
    ['naked-pair', 'naked pair', 'medium'], ['naked-triple', 'naked triple', 'medium'], ['naked-quad', 'naked quad', 'hard'],
    ['hidden-pair', 'hidden pair', 'medium'], ['hidden-triple', 'hidden triple', 'medium'], ['hidden-quad', 'hidden quad', 'hard'],
  ]],
  ['Fish', [
    ['x-wing', 'X-wing', 'hard'], ['swordfish', 'swordfish', 'hard'], ['jellyfish', 'jellyfish', 'hard'],
    ['finned-x-wing', 'finned X-wing', 'hard'], ['finned-swordfish', 'finned swordfish', 'unfair'],
    ['finned-jellyfish', 'finned jellyfish', 'unfair'],
    ['sashimi-x-wing', 'sashimi X-wing', 'hard'], ['sashimi-swordfish', 'sashimi swordfish', 'unfair'],
    ['sashimi-jellyfish', 'sashimi jellyfish', 'unfair'],
    ['franken-fish', 'franken fish', 'unfair'], ['finned-franken-fish', 'finned franken fish', 'unfair'],
    ['mutant-fish', 'mutant fish', 'extreme'], ['finned-mutant-fish', 'finned mutant fish', 'extreme'],
  ]],
  ['One digit', [
    ['skyscraper', 'skyscraper', 'hard'], ['two-string-kite', 'two-string kite', 'hard'],
    ['dual-two-string-kite', 'dual two-string kite', 'hard'], ['turbot-fish', 'turbot fish', 'hard'],
    ['empty-rectangle', 'empty rectangle', 'hard'], ['dual-empty-rectangle', 'dual empty rectangle', 'hard'],
  ]],
  ['Wings', [
    ['xy-wing', 'XY-wing', 'hard'], ['xyz-wing', 'XYZ-wing', 'hard'], ['w-wing', 'W-wing', 'hard'],
  ]],
  ['Uniqueness', [
    ['unique-rectangle-1', 'unique rectangle type 1', 'hard'], ['unique-rectangle-2', 'unique rectangle type 2', 'hard'],
    ['unique-rectangle-3', 'unique rectangle type 3', 'hard'], ['unique-rectangle-4', 'unique rectangle type 4', 'hard'],
    ['unique-rectangle-5', 'unique rectangle type 5', 'hard'], ['unique-rectangle-6', 'unique rectangle type 6', 'hard'],
    ['hidden-rectangle', 'hidden rectangle', 'hard'], ['avoidable-rectangle-1', 'avoidable rectangle type 1', 'hard'],
    ['avoidable-rectangle-2', 'avoidable rectangle type 2', 'hard'], ['unique-loop', 'unique loop', 'hard'],
    ['bug', 'bivalue universal grave', 'hard'],
  ]],
  ['Colouring', [
    ['simple-colouring', 'simple colouring', 'hard'], ['multi-colouring', 'multi-colouring', 'hard'], ['3d-medusa', '3D Medusa', 'unfair'],
  ]],
  ['Chains', [
    ['remote-pairs', 'remote pairs', 'hard'], ['x-chain', 'X-chain', 'unfair'], ['xy-chain', 'XY-chain', 'unfair'],
    ['aic', 'alternating inference chain', 'unfair'], ['continuous-nice-loop', 'continuous nice loop', 'unfair'],
    ['discontinuous-nice-loop', 'discontinuous nice loop', 'unfair'], ['grouped-x-chain', 'grouped X-chain', 'unfair'],
    ['grouped-aic', 'grouped alternating inference chain', 'unfair'],
    ['grouped-continuous-nice-loop', 'grouped continuous nice loop', 'unfair'],
    ['grouped-discontinuous-nice-loop', 'grouped discontinuous nice loop', 'unfair'],
  ]],
  ['Almost locked sets', [
    ['sue-de-coq', 'Sue de Coq', 'unfair'], ['als-xz', 'ALS-XZ', 'unfair'], ['als-xy-wing', 'ALS-XY-wing', 'unfair'],
    ['als-chain', 'ALS chain', 'unfair'], ['death-blossom', 'death blossom', 'unfair'],
  ]],
  ['Exotic patterns', [
    ['fireworks', 'fireworks', 'unfair'], ['sk-loop', 'SK loop', 'extreme'],
    ['multi-sector-locked-set', 'multi-sector locked set', 'extreme'], ['tridagon', 'tridagon', 'extreme'],
    ['exocet', 'exocet', 'extreme'],
  ]],
];

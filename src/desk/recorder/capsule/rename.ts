import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {drawFactors, type Factors} from './amounts.ts';
import {type Whereabouts, whereaboutsOf} from './kinds.ts';
import {leafOf, type Open} from './leaves.ts';
import {createNames} from './names.ts';
import {createProse} from './prose.ts';
import {learner, renamer} from './treatment.ts';
import {createWalk, type Walk} from './walk.ts';

/**
 * Gives everything another name: `createRenaming(seed) → renaming`, which learns all that a capsule is to hold,
 * settles, and then renames it. Kept is what the table says, and nothing else.
 */
export type Renaming = {
  learn(what: Learnable): void;
  settle(): void;
  state(state: State): State;
  msg(msg: Msg, overlay: State['overlay'], isTyping: boolean): Msg;
  readonly name: (text: string) => string;
  readonly prose: (text: string) => string;
  /** The fields that had to be masked, for the table does not name them. */
  readonly masked: ReadonlySet<string>;
  readonly factors: Factors;
};

/** What is renamed; of a message also what was open when it came, for what is typed is of that. */
export type Learnable =
  | {readonly state: State}
  | {readonly msg: Msg; readonly overlay: State['overlay']; readonly isTyping: boolean};

const nothingOpen: Open = {overlay: {kind: 'none'}, isTyping: false};

/** @param seed everything is drawn of it: who knows it can guess at the names */
export function createRenaming(seed: number): Renaming {
  const factors = drawFactors(seed);
  const names = createNames();
  const prose = createProse(names, factors);
  const masked = new Set<string>();
  let open = nothingOpen;
  const learning = createWalk(leafOf(learner(names, prose), () => open, masked));
  const renaming = createWalk(leafOf(renamer(names, prose, factors), () => open, masked));
  const root = placesOf();
  const walkOf = <What extends State | Msg>(walk: Walk, what: What, name: string, at: Open): What => {
    open = at;
    return walk(what, root(name));
  };
  return {
    learn(what) {
      if ('state' in what) walkOf(learning, what.state, 'state', nothingOpen);
      else walkOf(learning, what.msg, what.msg.type, what);
    },
    settle: () => names.draw(seed),
    state: state => walkOf(renaming, state, 'state', nothingOpen),
    msg: (msg, overlay, isTyping) => walkOf(renaming, msg, msg.type, {overlay, isTyping}),
    name: names.of,
    prose: prose.of,
    masked,
    factors,
  };
}

/** Each place is made once: what was made of an object is kept beside its place. */
function placesOf(): (name: string) => Whereabouts {
  const places = new Map<string, Whereabouts>();
  return name => {
    const place = places.get(name) ?? whereaboutsOf([name]);
    places.set(name, place);
    return place;
  };
}

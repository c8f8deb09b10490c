import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {drawFactors} from './amounts.ts';
import {type Keep, rootOf} from './kinds.ts';
import {leafOf, type Open} from './leaves.ts';
import {createNames} from './names.ts';
import {createProse} from './prose.ts';
import {type Example, type LearntValues, learner, renamer} from './treatment.ts';
import {createWalk, type Walk} from './walk.ts';

/**
 * Gives everything another name: `createRenaming(seed, factorSeed) → renaming`, which learns all that a capsule
 * is to hold, settles, and then renames it. Kept is what the table says, and nothing else.
 */
export type Renaming = {
  learn(what: Learnable): void;
  settle(): void;
  state(state: State): State;
  msg(msg: Msg, overlay: State['overlay'], isTyping: boolean): Msg;
  /** Of a text that stands in no state. */
  learnName(text: string): void;
  readonly name: (text: string) => string;
  /** How many values of each kind were learnt, and a few of them. */
  counts(): ReadonlyMap<Keep, number>;
  examples(): readonly Example[];
  /** The fields that had to be masked, for the table does not name them. */
  readonly masked: ReadonlySet<string>;
};

/** What is renamed; of a message also what was open when it came, for what is typed is of that. */
export type Learnable =
  | {readonly state: State}
  | {readonly msg: Msg; readonly overlay: State['overlay']; readonly isTyping: boolean};

const examplesEach = 3;
const nothingOpen: Open = {overlay: {kind: 'none'}, isTyping: false};

/**
 * @param seed names are drawn of it: it tells the new ones, and nothing of the old ones
 * @param factorSeed who knows it can divide the amounts again
 */
export function createRenaming(seed: number, factorSeed: number): Renaming {
  const factors = drawFactors(factorSeed);
  const names = createNames();
  const prose = createProse(names, factors);
  const masked = new Set<string>();
  const noted: LearntValues = new Map();
  const anew = renamer(names, prose, factors);
  let open = nothingOpen;
  const learning = createWalk(leafOf(learner(names, prose, noted), () => open, masked));
  const renaming = createWalk(leafOf(anew, () => open, masked));
  const walkOf = <What extends State | Msg>(walk: Walk, what: What, name: string, at: Open): What => {
    open = at;
    return walk(what, rootOf(name));
  };
  return {
    learn(what) {
      if ('state' in what) walkOf(learning, what.state, 'state', nothingOpen);
      else walkOf(learning, what.msg, what.msg.type, what);
    },
    settle: () => names.draw(seed),
    state: state => walkOf(renaming, state, 'state', nothingOpen),
    msg: (msg, overlay, isTyping) => walkOf(renaming, msg, msg.type, {overlay, isTyping}),
    learnName: prose.addName,
    name: names.of,
    counts: () => new Map([...noted].map(([keep, values]) => [keep, values.size])),
    examples: () =>
      [...noted].flatMap(([keep, values]) =>
        [...values].slice(0, examplesEach).map(was => ({keep, was, is: anew.text(keep, was)})),
      ),
    masked,
  };
}

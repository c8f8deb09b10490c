import type {Msg} from '../../../../src/desk/messages.ts';
import {openWith} from '../../../../src/desk/recorder/capsule/capsule.ts';
import {rootOf} from '../../../../src/desk/recorder/capsule/kinds.ts';
import {createRenaming, createWalk, type Walk} from '../../../../src/desk/recorder/capsule/rename.ts';
import {hashOf} from '../../../../src/desk/recorder/hash.ts';
import type {State} from '../../../../src/desk/state.ts';
import {update} from '../../../../src/desk/update.ts';
import type {Session} from './sessions.ts';

/** Where a renamed session, played, is not what the session was, renamed. */
export type Break = {readonly at: number; readonly msg: Msg; readonly paths: readonly string[]};

export type Verdict = {
  readonly states: number;
  readonly broken: Break | undefined;
  readonly masked: readonly string[];
};

/** Renames a session and plays it beside the one that it was: the states are compared after every message. */
export function lawOf({first, msgs}: Session, seed: number): Verdict {
  const renaming = createRenaming(seed, seed + 1);
  const states: State[] = [first];
  renaming.learn({state: first});
  for (const msg of msgs) {
    const before = states.at(-1) ?? first;
    renaming.learn({msg, ...openWith(before)});
    states.push(update(before, msg)[0]);
  }
  renaming.settle();
  const wanted = comparing();
  const found = comparing();
  let played = renaming.state(first);
  for (const [at, msg] of msgs.entries()) {
    const before = states[at] ?? first;
    const {overlay, isTyping} = openWith(before);
    played = update(played, renaming.msg(msg, overlay, isTyping))[0];
    const one = wanted(renaming.state(states[at + 1] ?? first), root);
    const other = found(played, root);
    if (hashOf(one) !== hashOf(other))
      return {
        states: at + 1,
        broken: {at, msg, paths: differences(one, other, 'state')},
        masked: [...renaming.masked],
      };
  }
  return {states: msgs.length, broken: undefined, masked: [...renaming.masked]};
}

const root = rootOf('state');

/**
 * As states are compared: in what the program says, an amount that it has rounded, or put together of others,
 * cannot be scaled as its parts were. There every number counts as one, and the blanks that it is padded with.
 */
function comparing(): Walk {
  return createWalk((kind, value, holder, place) => {
    // The line of a dialog in which nothing is typed says something.
    const isSaid = kind === 'prose' || (kind === 'typed' && place.name === 'text' && 'kind' in holder);
    return isSaid && typeof value === 'string' ? said(value) : value;
  });
}

const said = (text: string) => text.replace(/[-+]?\d[\d,.]*/g, '#').replace(/\s+/g, ' ');

/** The first few paths at which two values differ, with both. */
function differences(one: unknown, other: unknown, path: string): readonly string[] {
  if (hashOf(one) === hashOf(other)) return [];
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a === undefined || b === undefined) return [`${path}: ${shown(one)} | ${shown(other)}`];
  const found: string[] = [];
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    if (found.length < 6) found.push(...differences(a.get(name), b.get(name), `${path}.${name}`));
  }
  return found.length > 0 ? found : [`${path}: in another order`];
}

const shown = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value))?.slice(0, 160);

function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [String(key), each]));
  if (value instanceof Set) return new Map([...value].map(each => [String(each), each]));
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

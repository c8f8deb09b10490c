import type {Millis} from '../api/wire/records.ts';

export type PastKey = {readonly key: string; readonly does: string};

export type LiveNow = {
  readonly isStale: boolean;
  readonly unknown: number;
  readonly halt: string | undefined;
  readonly fills: number;
};

/** Shown while the screen replays the past. Only the drawn state has it, never the desk's or a recorded one. */
export type Past = {
  readonly kind: 'replay' | 'back';
  readonly at: Millis;
  readonly from: Millis;
  readonly to: Millis;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** The most important first: the rest is left out if there is little room. */
  readonly keys: readonly PastKey[];
  readonly isHelp?: true;
  /** A time to go to, while it is typed. */
  readonly typed?: string;
  readonly said?: string;
  readonly live?: LiveNow;
};

/** Nothing of it moves: for a print, and for what is drawn on the way to a place. */
export function stillPast(at: Millis, {from, to} = {from: at, to: at}): Past {
  return {kind: 'replay', at, from, to, isPlaying: false, speed: 1, keys: []};
}

/** Its keys, as rows of the key table. */
export const pastRows = [
  {action: 'past.play', keys: ['space'], label: 'Play, or pause', sense: 'eyes'},
  {action: 'past.previous', keys: ['left'], label: 'Previous message', sense: 'eyes'},
  {action: 'past.next', keys: ['right'], label: 'Next message', sense: 'eyes'},
  {action: 'past.minuteBack', keys: ['['], label: 'A minute back', sense: 'eyes'},
  {action: 'past.minuteForward', keys: [']'], label: 'A minute forward', sense: 'eyes'},
  {action: 'past.nextEvent', keys: ['n'], label: 'To the next event', sense: 'eyes'},
  {action: 'past.previousEvent', keys: ['N'], label: 'To the previous event', sense: 'eyes'},
  {action: 'past.time', keys: ['g'], label: 'Go to a time', sense: 'eyes'},
  {action: 'past.start', keys: ['home'], label: 'To the beginning', sense: 'eyes'},
  {action: 'past.end', keys: ['end'], label: 'To the end', sense: 'eyes'},
  {action: 'past.faster', keys: ['+'], label: 'Play faster', sense: 'eyes'},
  {action: 'past.slower', keys: ['-'], label: 'Play slower', sense: 'eyes'},
] as const;

type PastAction = (typeof pastRows)[number]['action'];

export const pastKeys = [
  ...pastRows.map((each): PastAction => each.action),
  'leave',
  'help',
] as const satisfies readonly (PastAction | 'leave' | 'help')[];

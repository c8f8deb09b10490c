import type {Binding, KeyAction} from '../../model/keys.ts';
import {labelOf} from '../../words/keys.ts';
import type {Past, PastKey} from '../past.ts';
import type {Prompt} from './prompt.ts';

/** The keys that are told of under the picture, the most needed first. */
export function hintsOf(
  table: readonly Binding[],
  {kind, isPlaying}: Pick<Past, 'kind' | 'isPlaying'>,
  isHelp: boolean,
): readonly PastKey[] {
  const hint = (does: string, ...actions: readonly KeyAction[]): PastKey => ({
    key: actions.map(each => labelOf(table, each, 'past')).join(' '),
    does,
  });
  if (isHelp) return [hint('back', 'back')];
  return [
    kind === 'replay' ? hint('quit', 'leave') : hint('now', 'back'),
    hint(isPlaying ? 'pause' : 'play', 'past.play'),
    hint('step', 'past.previous', 'past.next'),
    hint('minute', 'past.minuteBack', 'past.minuteOn'),
    hint('event', 'past.nextEvent', 'past.previousEvent'),
    hint('time', 'past.time'),
    hint('find', 'past.find'),
    ...(isPlaying ? [hint('speed', 'past.faster', 'past.slower')] : []),
    hint('help', 'help'),
  ];
}

/** What a line that is typed is for. */
export function askedFor({of, direction}: Prompt): string {
  if (of === 'time') return 'time';
  return direction === 1 ? 'find' : 'find back';
}

/** Whether two draw the same. */
export function isSamePast(one: Past, other: Past): boolean {
  const facts = (past: Past) => [
    ...[past.at, past.to, past.isPlaying, past.speed, past.events, past.said, past.isHelp],
    ...[past.asked?.what, past.asked?.text],
    ...past.keys.flatMap(({key, does}) => [key, does]),
  ];
  const others = facts(other);
  return (
    facts(one).every((each, index) => Object.is(each, others[index])) && one.keys.length === other.keys.length
  );
}

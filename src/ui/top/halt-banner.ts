import {counted, flat} from '../../account/words/text.ts';
import {
  countLeft,
  haltState,
  isHalted,
  isHaltOver,
  leftWords,
  liftingWord,
  notEnded,
} from '../../core/halt/halt.ts';
import {serviceClock} from '../../core/intents/clock.ts';
import {sinceEnd} from '../../desk/dialogs/halt.ts';
import {isViewer} from '../../desk/holder.ts';
import {keyApart, labelOf} from '../../desk/key-words.ts';
import {isReportedBefore} from '../../desk/order/flag.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';

export const haltBanner = {
  subjects: () => ['halt'],
  brief: {begins: 'HALTED: new risk blocked', ends: 'The halt is lifted'},
  shown(state: State) {
    if (!isHalted(state)) return undefined;
    const since = sinceEnd(state);
    const text = flat(sanitize(standing(state, since)));
    const key = labelOf(state.settings.bindings, 'resume');
    // Only who has the controls lifts it.
    const [lifting, end] = isViewer(state)
      ? ['', '']
      : [` ${keyApart(key)}, then the word ${liftingWord}, resumes trading`, `  ${key}: ${liftingWord}`];
    const row = {text, spoken: `${text.replace(/\.$/, '')}.${lifting}`};
    const below = {text: flat(sanitize(underBanner(state, since)))};
    return {about: haltState(state.halt.record), row, end, below};
  },
};

type Since = ReturnType<typeof sinceEnd>;

/** The word and what is blocked come first: a narrow screen cuts the rest. */
function standing(state: State, {again}: Since): string {
  const {record, unkept} = state.halt;
  if (record === undefined)
    return `HALT NOT SAVED ${serviceClock(state, unkept?.at ?? 0)}: new risk blocked in this dashboard only.`;
  const {wants, progress, at, by} = record;
  const blocked = `${haltState(record)}: new risk blocked`;
  const since = `${blocked} since ${serviceClock(state, at)}`;
  if (wants === undefined) return `${since} by ${by}.`;
  const account = `account ${state.settings.account}`;
  if (again !== undefined)
    return `HALTED: new risk blocked · ${again} · was ${progress?.word} at ${endOf(state)} · ${account}`;
  const left = progress && notEnded(record);
  return left === undefined
    ? `${since}, ${account}.`
    : `${blocked} · ${left} at ${endOf(state)} · ${account}`;
}

/** When its end was proved, or what is left changed last. */
const endOf = (state: State) => serviceClock(state, state.halt.record?.progress?.at ?? 0);

function underBanner(state: State, {again, exits}: Since): string {
  const {record, isFound} = state.halt;
  const key = labelOf(state.settings.bindings, 'halt');
  const ways = `${key} cancels orders; on request closes Easy Options`;
  if (record?.wants === undefined) return `${ways}. Halts this machine only.`;
  if (again !== undefined) return `${ways}.`;
  const {is, by, since = 0, isSuspended} = state.controls ?? {};
  const isLeft = is === 'held' ? isReportedBefore(record, since) : isFound === true || is === 'free';
  // The reasons are those of the process that carried it out, and are stale without it.
  const [first = ''] = (record.progress?.left ?? []).map(each => (isLeft ? each.what : leftWords(each)));
  const count = countLeft(record);
  const named = count > 1 ? `1 of ${count}: ${first}` : first;
  if (isHaltOver(record)) {
    const but = exits === 0 ? '' : `, except ${counted(exits, 'order')} to close a position`;
    const held = named === '' ? '' : ` held then: ${named}`;
    return `Per this machine's journal and the service's lists at ${endOf(state)}${but}.${held}`;
  }
  const take = `${labelOf(state.settings.bindings, 'takeOver')} takes the controls: ${by} is suspended`;
  const way = isSuspended ? take : isLeft && `${key} continues it: nobody carries it out`;
  return (
    [way, count > 1 ? `left, ${named}` : named].filter(Boolean).join(' · ') ||
    'Reading what is left. Halts this machine only.'
  );
}

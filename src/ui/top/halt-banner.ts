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
import {writesKnown} from '../../core/halt/orders.ts';
import {serviceClock} from '../../core/intents/clock.ts';
import {againNow} from '../../desk/dialogs/halt.ts';
import {isViewer} from '../../desk/holder.ts';
import {keyApart, labelOf} from '../../desk/key-words.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';

export const haltBanner = {
  subjects: () => ['halt'],
  brief: {begins: 'HALTED: new risk blocked', ends: 'The halt is lifted'},
  shown(state: State) {
    if (!isHalted(state)) return undefined;
    const text = flat(sanitize(standing(state)));
    const key = labelOf(state.settings.bindings, 'resume');
    // Only who has the controls lifts it.
    const [lifting, end] = isViewer(state)
      ? ['', '']
      : [` ${keyApart(key)}, then the word ${liftingWord}, resumes trading`, `  ${key}: ${liftingWord}`];
    const row = {text, spoken: `${text.replace(/\.$/, '')}.${lifting}`};
    return {about: haltState(state.halt.record), row, end, below: {text: flat(sanitize(underBanner(state)))}};
  },
};

/** The word and what is blocked come first: a narrow screen cuts the rest. */
function standing(state: State): string {
  const {record, unkept} = state.halt;
  if (record === undefined)
    return `HALT NOT SAVED ${serviceClock(state, unkept?.at ?? 0)}: new risk blocked in this dashboard only.`;
  const {wants, progress, at, by} = record;
  const blocked = `${haltState(record)}: new risk blocked`;
  const since = `${blocked} since ${serviceClock(state, at)}`;
  if (wants === undefined) return `${since} by ${by}.`;
  const account = `account ${state.settings.account}`;
  const again = againNow(state);
  if (again !== undefined)
    return `HALTED: new risk blocked · ${again} · was ${progress?.word} at ${endOf(state)} · ${account}`;
  const left = progress && notEnded(record);
  return left === undefined ? `${since}, ${account}.` : `${blocked} · ${left} · ${account}`;
}

const endOf = (state: State) => serviceClock(state, state.halt.record?.progress?.at ?? 0);

function underBanner(state: State): string {
  const {record, isFound} = state.halt;
  const key = labelOf(state.settings.bindings, 'halt');
  const ways = `${key} cancels orders; on request closes Easy Options`;
  if (record?.wants === undefined) return `${ways}. Halts this machine only.`;
  if (againNow(state) !== undefined) return `${ways}.`;
  const [first = ''] = (record.progress?.left ?? []).map(leftWords);
  const count = countLeft(record);
  const named = count > 1 ? `1 of ${count}: ${first}` : first;
  if (isHaltOver(record)) {
    const {exits} = writesKnown(state, state.now);
    const placed = exits.filter(each => each.state !== 'NOT SENT' && each.state !== 'REJECTED').length;
    const but = placed === 0 ? '' : `, but for ${counted(placed, 'order')} to close a position`;
    const held = named === '' ? '' : ` held then: ${named}`;
    return `Per this machine's journal and the service's lists at ${endOf(state)}${but}.${held}`;
  }
  const isLeft = isFound === true ? state.controls?.is !== 'held' : state.controls?.is === 'free';
  const {by, isSuspended} = state.controls ?? {};
  const take = `${labelOf(state.settings.bindings, 'takeOver')} takes the controls: ${by} is suspended`;
  const way = isSuspended ? take : isLeft && `${key} continues it: nobody carries it out`;
  return (
    [way, count > 1 ? `left, ${named}` : named].filter(Boolean).join(' · ') ||
    'Reading what is left. Halts this machine only.'
  );
}

import type {Moment} from '../../account/model/moment.ts';
import {clockDoubtMs, clockOffset, isSteady} from '../../account/model/moment.ts';
import {Discounted, type OwnService, whyOfAnother} from '../../account/reading/ledger.ts';
import {mostPagesWhole, type Reader, readWhole} from '../../account/reading/pages.ts';
import type {Answer} from '../../api/contract.ts';
import type {Evidence, Reading, WholeRead} from './kinds/kind.ts';
import {type ListsRead, nextList} from './looks.ts';

type Given = Reader & {readonly service: OwnService};
type Clock = WholeRead['clock'];

/**
 * The reads that settle intents. A read counts only if it is whole: a list that changed while it was paged
 * through may lack the one row that matters. Never rejects: a failed read is evidence of nothing, with the
 * reason.
 */
export async function gather(given: Given, reading: Reading): Promise<Evidence> {
  const {client, clock: now, service} = given;
  const beganAt = now();
  let clock: Clock;
  const check = (answer: Answer<unknown>, asked: Moment) => {
    // Its Date header gives no offset then, and without one an old record could pass for a new one.
    if (!isSteady(asked, now()))
      throw new Discounted('The machine slept or its clock changed during the read.');
    clock = better(clock, clockOf(answer, now()));
  };
  const how = {...given, mostPages: mostPagesWhole, check};
  let lists: ListsRead = {};
  for (let next = nextList(reading, lists, clock); next; next = nextList(reading, lists, clock)) {
    const {list} = next;
    const pane = list === 'fills' ? 'trades' : list;
    const {rows, fault} = await readWhole(how, {pane, query: 'query' in next ? next.query : {}});
    if (fault !== undefined) return {kind: 'failure', words: fault};
    lists = {...lists, [list]: rows};
  }
  const another = whyOfAnother(client, service);
  if (another !== undefined) return {kind: 'failure', words: another};
  return {kind: 'read', beganAt, clock, easyOptions: [], orders: [], trades: [], ...lists};
}

/** The Date header is truncated to a second, and was set at some time between our request and the answer. */
function clockOf(answer: Answer<unknown>, now: Moment): Clock {
  const offsetMs = clockOffset(answer, now.wall);
  const toleranceMs = Math.max(clockDoubtMs, Math.ceil(1_000 + answer.latencyMs));
  return offsetMs === undefined ? undefined : {offsetMs, toleranceMs, seenAt: now};
}

function better(before: Clock, after: Clock): Clock {
  if (before === undefined || after === undefined) return before ?? after;
  return after.toleranceMs < before.toleranceMs ? after : before;
}

import type {Answer} from '../../api/client.ts';
import type {Page} from '../../api/wire/records.ts';
import {explainHere} from '../feeds/advice.ts';
import {bindLedger, Discounted, whyOfAnother} from '../feeds/lists.ts';
import type {Evidence, Reading, WholeRead} from '../intents/kinds/kind.ts';
import {type ListsRead, nextList} from '../intents/looks.ts';
import type {BoundService} from '../journal/lease.ts';
import {clockDoubtMs, clockOffset, isSteady} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {lackOf} from '../model/whole.ts';
import type {QueryOf, RowOf} from '../state.ts';
import {mostPagesWhole, type Reader, readList} from './pages.ts';

/**
 * The reads that settle intents. A read counts only if it is whole: a list that changed while it was paged
 * through may lack the one row that matters.
 */
type Given = Reader & {readonly service: BoundService};

/**
 * A row that ends during the read moves another row onto a page that was already read, and no total shows it.
 * So a list of several pages counts only if two reads in a row have the same rows. It is read at most this many
 * times.
 */
const mostTimes = 4;
type Clock = WholeRead['clock'];

/** Never rejects: a failed read is evidence of nothing, with the reason. */
export async function gather(given: Given, reading: Reading, sentTo?: string): Promise<Evidence> {
  const beganAt = given.clock();
  const reader = createReader(given);
  try {
    let lists: ListsRead = {};
    for (;;) {
      const wanted = nextList(reading, lists, reader.clock());
      const another = whyOfAnother(given.client, sentTo);
      if (another !== undefined) throw new Discounted(another);
      if (wanted === undefined) return {kind: 'read', beganAt, clock: reader.clock(), ...nothing, ...lists};
      const {list} = wanted;
      const pane = list === 'fills' ? 'trades' : list;
      lists = {...lists, [list]: await reader.all(pane, 'query' in wanted ? wanted.query : {})};
    }
  } catch (error) {
    return {kind: 'failure', words: error instanceof Discounted ? error.message : explainHere(error)};
  }
}

const nothing = {easyOptions: [], orders: [], trades: []};

function createReader(given: Given) {
  const {client, service, clock: now} = given;
  let clock: Clock;
  bindLedger(client, service.ledger);
  const how = {...given, mostPages: mostPagesWhole};
  const check = (answer: Answer<Page<unknown>>, asked: Moment) => {
    // Its Date header gives no offset then, and without one an old record could pass for a new one.
    if (!isSteady(asked, now()))
      throw new Discounted('The machine slept or its clock changed during the read.');
    clock = better(clock, clockOf(answer, now()));
    const {unreadable} = answer.value;
    const [lost] = unreadable;
    if (lost !== undefined)
      throw new Discounted(`${unreadable.length} of the rows could not be read (${lost.reason}).`);
  };
  return {
    clock: () => clock,
    async all<P extends FeedPane>(pane: P, query: QueryOf[P]): Promise<readonly RowOf[P][]> {
      let before: string | undefined;
      let lack: string | undefined;
      for (let time = 0; time < mostTimes; time++) {
        const read = await readList(how, {pane, query, check});
        const seen = read.ids.join(' ');
        lack = lackOf(read, 'stable', seen === before);
        if (lack === undefined) return read.rows;
        if (lackOf(read, 'ended') !== undefined) break;
        before = seen;
      }
      throw new Discounted(lack);
    },
  };
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

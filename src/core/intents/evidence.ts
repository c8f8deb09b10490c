import type {Moment} from '../../account/model/moment.ts';
import {clockDoubtMs, clockOffset, isSteady} from '../../account/model/moment.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {lackOf} from '../../account/model/whole.ts';
import {Discounted, type OwnService, whyOfAnother} from '../../account/reading/ledger.ts';
import {mostPagesWhole, type Reader, readList} from '../../account/reading/pages.ts';
import type {QueryOf, RowOf} from '../../account/resources/resource.ts';
import {explainHere} from '../../account/words/advice.ts';
import type {Answer} from '../../api/contract.ts';
import type {Page} from '../../api/wire/records.ts';
import type {Evidence, Reading, WholeRead} from './kinds/kind.ts';
import {type ListsRead, nextList} from './looks.ts';

type Given = Reader & {readonly service: OwnService};

/**
 * A row that ends during the read moves another row onto a page that was already read, and no total shows it.
 * So a list of several pages counts only if two reads in a row have the same rows. It is read at most this many
 * times.
 */
const mostTimes = 4;
type Clock = WholeRead['clock'];

/**
 * The reads that settle intents. A read counts only if it is whole: a list that changed while it was paged
 * through may lack the one row that matters. Never rejects: a failed read is evidence of nothing, with the
 * reason.
 */
export async function gather(given: Given, reading: Reading): Promise<Evidence> {
  const beganAt = given.clock();
  const reader = createReader(given);
  try {
    let lists: ListsRead = {};
    for (;;) {
      const wanted = nextList(reading, lists, reader.clock());
      if (wanted === undefined) {
        const another = whyOfAnother(given.client, given.service);
        if (another !== undefined) throw new Discounted(another);
        return {kind: 'read', beganAt, clock: reader.clock(), ...nothing, ...lists};
      }
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
  const {clock: now} = given;
  let clock: Clock;
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

import type {FeedPane} from '../../account/model/vocabulary.ts';
import type {ListRead} from '../../account/model/whole.ts';
import type {Answer} from '../../api/client.ts';
import type {AccountRead, HaltCommand, HaltMsg} from '../../core/halt/halt.ts';
import type {BoundJournal} from '../../core/journal/journal.ts';
import {orRefused} from '../../core/journal/problem.ts';
import {Discounted, type OwnService, whyOfAnother} from '../feeds/lists.ts';
import type {QueryOf, RowOf, Sort} from '../state.ts';
import {mostPagesOfHalt, type Reader, readList} from './pages.ts';
import type {World} from './world.ts';

type HaltWorld = Required<Reader> & {
  readonly journal: BoundJournal;
  readonly service: OwnService;
  readonly send: (msg: HaltMsg) => void;
};

export function createHaltEffects(given: HaltWorld): Pick<World, HaltCommand['type']> {
  const {journal, clock} = given;
  const {halt} = journal;
  let hasNone = false;
  // The journal is read with each tick: do not report again that there is no halt.
  const send: HaltWorld['send'] = msg => {
    const isNews = msg.type !== 'seen' || msg.record !== undefined || !hasNone;
    if (msg.type === 'seen') hasNone = msg.record === undefined;
    if (isNews) given.send(msg);
  };
  /** A failed look at the journal is reported by the polls; a failed write is reported here and retried. */
  const keep = (work: () => void, what?: Unkept): void =>
    orRefused(
      () => {
        work();
        send({type: 'seen', record: halt.seen()});
      },
      reason => what && send({type: 'unkept', what, reason}),
    );
  return {
    lookForHalt: () => keep(() => {}),
    setHalt: ({at}) => keep(() => halt.set(at), 'set'),
    liftHalt: () => keep(() => halt.lift(clock().wall), 'lift'),
    wantHalt: ({wants}) =>
      keep(() => {
        if (!halt.want(wants)) send({type: 'unkept', what: 'want', reason: 'The halt was lifted.'});
      }, 'want'),
    readForHalt({number, easyOptions, since}) {
      const facts = factsFor(journal, since);
      void readAccount(given, easyOptions).then(read => send({type: 'read', number, facts, read}));
    },
    reportHalt: ({progress}) => keep(() => halt.report(progress)),
    finishHalt: ({progress, facts}) => keep(() => halt.finish(progress, facts)),
  };
}

type Unkept = Extract<HaltMsg, {type: 'unkept'}>['what'];

/** The journal comes first: what is written after it was read shows in the next round. */
export const factsFor = ({halt}: BoundJournal, since: number) =>
  orRefused<ReturnType<typeof halt.facts> | undefined>(
    () => halt.facts(since),
    () => undefined,
  );

const byId: Sort = {field: 'id', descending: false};

async function readAccount(world: HaltWorld, withEasyOptions: boolean): Promise<AccountRead> {
  let last: Answer<unknown> | undefined;
  const readAll = async <P extends FeedPane>(pane: P, sort?: Sort): Promise<ListRead<RowOf[P]>> => {
    const how = {...world, mostPages: mostPagesOfHalt};
    const check = (answer: Answer<unknown>) => {
      const another = whyOfAnother(world.client, world.service);
      if (another !== undefined) throw new Discounted(another);
      last = answer;
    };
    const query: QueryOf[P] = {};
    const read = await readList(how, {pane, query, sort, check});
    // Rows without an id cannot be distinguished.
    return {...read, ids: read.ids.map(id => id || undefined)};
  };
  const orders = await readAll('orders');
  const easyOptions = withEasyOptions ? await readAll('easyOptions', byId) : undefined;
  return {orders, easyOptions, venue: last?.venue};
}

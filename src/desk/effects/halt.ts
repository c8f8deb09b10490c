import type {Answer} from '../../api/client.ts';
import type {Id} from '../../api/wire/records.ts';
import type {AccountRead, HaltCommand, HaltMsg, HaltScope} from '../halt/halt.ts';
import {cancelById} from '../intents/kinds/cancel.ts';
import type {Outcome} from '../intents/outcome.ts';
import type {BoundJournal} from '../journal/journal.ts';
import {orRefused} from '../journal/problem.ts';
import type {Moment} from '../model/moment.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import type {ListRead} from '../model/whole.ts';
import type {QueryOf, RowOf, Sort} from '../state.ts';
import {mostPagesOfHalt, type Reader, readList} from './pages.ts';
import type {World} from './world.ts';
import {outcomeOf, whyControlsLost} from './writes.ts';

type HaltWorld = Required<Reader> & {
  readonly journal: BoundJournal;
  readonly send: (msg: HaltMsg) => void;
};

export function createHaltEffects(given: HaltWorld): Pick<World, HaltCommand['type']> {
  const {halt} = given.journal;
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
    liftHalt: () => keep(() => halt.lift(), 'lift'),
    wantHalt: ({wants, at, accountId}) =>
      keep(() => {
        if (!halt.want(wants, at, accountId))
          send({type: 'unkept', what: 'want', reason: 'The halt was lifted.'});
      }, 'want'),
    driveHalt({number, at, accountId}) {
      const facts = orUnkept(() => (halt.drive(at, accountId) ? halt.facts() : undefined));
      send({type: 'driven', number, facts});
    },
    readForHalt: ({number, scope}) =>
      void readForHalt(given, scope).then(found =>
        send({type: 'read', number, read: learned(given.journal, found)}),
      ),
    proveFinal: ({orderId}) => void proveFinal({...given, send}, orderId),
    reportHalt: ({progress}) => keep(() => halt.report(progress)),
    finishHalt: ({progress, facts}) => keep(() => halt.finish(progress, facts)),
  };
}

type Unkept = Extract<HaltMsg, {type: 'unkept'}>['what'];

/** Stores the listed orders before anything is decided from them: each must be proved final. */
export function learned(journal: BoundJournal, found: AccountRead): AccountRead {
  return orRefused(
    () => {
      journal.halt.learn(found.orders.rows.map(each => each.orderId));
      return found;
    },
    text => ({...found, orders: {...found.orders, fault: {text}}}),
  );
}

async function proveFinal({client, journal, clock, send}: HaltWorld, orderId: Id): Promise<void> {
  const begun = beginCheck(journal, orderId, clock());
  if (begun === undefined) return send({type: 'checked', orderId, outcome: undefined});
  const holdBack = () => whyControlsLost(journal, begun.epoch);
  const outcome = await cancelById(client, orderId, {holdBack}).then(
    ({value}) => ({kind: 'yes', order: value}) as const,
    (error: unknown) => outcomeOf(error),
  );
  endCheck(journal, begun.number, outcome, clock());
  send({type: 'checked', orderId, outcome});
}

/** As with every write, the journal comes first: without the commit, no connection is opened. */
export function beginCheck({halt}: BoundJournal, orderId: Id, now: Moment) {
  return orUnkept(() => halt.beginDelete(orderId, now.wall));
}

export function endCheck({halt}: BoundJournal, number: number, outcome: Outcome, now: Moment): void {
  orUnkept(() => halt.endDelete(number, now.wall, outcome));
}

const orUnkept = <T>(work: () => T) => orRefused<T | undefined>(work, () => undefined);

const byId: Sort = {field: 'id', descending: false};

async function readForHalt(world: HaltWorld, scope: HaltScope): Promise<AccountRead> {
  let last: Answer<unknown> | undefined;
  const readAll = async <P extends FeedPane>(pane: P, sort?: Sort): Promise<ListRead<RowOf[P]>> => {
    const how = {...world, mostPages: mostPagesOfHalt};
    const check = (answer: Answer<unknown>) => {
      last = answer;
    };
    const query: QueryOf[P] = {};
    const read = await readList(how, {pane, query, sort, check});
    // Rows without an id cannot be distinguished.
    return {...read, ids: read.ids.map(id => id || undefined)};
  };
  const orders = await readAll('orders');
  const easyOptions = scope.easyOptions ? await readAll('easyOptions', byId) : undefined;
  const trades = scope.trades ? await readAll('trades') : undefined;
  return {
    orders,
    easyOptions,
    trades,
    venue: last?.venue,
    tradesLagMs: last?.tradesLagMs,
  };
}

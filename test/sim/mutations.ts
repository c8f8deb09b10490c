import type {FeedPane} from '../../src/account/model/vocabulary.ts';
import type {PortfolioRows} from '../../src/account/portfolio/rows.ts';
import type {Operations} from '../../src/api/client.ts';
import {LinkError} from '../../src/api/errors.ts';
import type {EasyOption} from '../../src/api/wire/records.ts';
import type {Intent, IntentSent} from '../../src/core/intents/intent.ts';
import {type WriteKind, writeOf} from '../../src/core/intents/kinds/kinds.ts';
import type {Attempt} from '../../src/core/intents/outcome.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import type {Msg, SentMsg} from '../../src/desk/messages.ts';
import type {Row, State} from '../../src/desk/state.ts';
import type {WeighedInstead} from './memory-journal.ts';

/** A way to break the program on purpose, through the seams that it has: the simulation must find it. */
export type Mutation = {
  readonly journal?: (journal: BoundJournal) => BoundJournal;
  readonly client?: (client: Operations) => Operations;
  readonly message?: (msg: IntentSent, state: State) => IntentSent;
  readonly state?: (state: State, msg: Msg) => State;
  /** What a round of the account shows. */
  readonly rows?: ((rows: PortfolioRows, state: State) => PortfolioRows) | undefined;
  /** What is told as the journal is opened. */
  readonly opening?: (msg: SentMsg, state: State) => SentMsg;
  /** The journal is tried once, and never again. */
  readonly opensOnce?: boolean;
  /** How often it is asked if a write may still go out: before the connection, and before its first byte. */
  readonly asks?: 0 | 1;
  /** The time from the last of these to the first byte. */
  readonly pauseMs?: number;
  /** Whether this still holds a write back there. */
  readonly holdsBack?: (reason: string) => boolean;
  /** Nobody looks whether the journal's file is where it was. */
  readonly missesAway?: boolean;
  /** Nobody looks who has the controls: a viewer sends. */
  readonly isUnfenced?: boolean;
  /** What is weighed in place of what stands in the journal. */
  readonly weighed?: WeighedInstead;
};

export const unbroken: Mutation = {};

/** The write is journaled with its result, after the request has gone out. */
const journalAfterSend: Mutation = {
  journal: journal => {
    const unkept = new Map<string, () => unknown>();
    return {
      ...journal,
      ask(intent, knows) {
        unkept.set(intent.id, () => journal.ask(intent, knows));
        const {epoch} = journal.controls.seen();
        return {
          ...{kind: 'asked', intent},
          begun: {epoch, number: 1, by: 'user', process: 'this', startedAt: knows.now},
        };
      },
      endAttempt(intentId, attempt) {
        unkept.get(intentId)?.();
        unkept.delete(intentId);
        journal.endAttempt(intentId, attempt);
      },
    };
  },
};

/** An open without an answer is sent again, as an interceptor that retries would. */
const openSentAgain: Mutation = {
  client: client => ({
    ...client,
    async openEasyOption(request, options) {
      try {
        return await client.openEasyOption(request, options);
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        return client.openEasyOption(request, options);
      }
    },
  }),
};

/** A page, or a round of a list, as the broken program takes it. */
export function readOtherwise({rows: change}: Mutation, msg: Msg, state: State): Msg {
  if (change === undefined) return msg;
  const changed = (pane: FeedPane, rows: readonly Row[]) => {
    const all = state.rounds.reading.rows;
    return change({...all, [pane]: {...all[pane], rows}}, state)[pane].rows;
  };
  if (msg.type === 'arrived')
    return {...msg, answer: {...msg.answer, rows: changed(msg.pane, msg.answer.rows)}} as Msg;
  if (msg.type !== 'portfolio' || !('came' in msg) || msg.came.kind !== 'read') return msg;
  const {pane, end} = msg.came;
  const read = end.read && {...end.read, rows: changed(pane, end.read.rows)};
  return {...msg, came: {...msg.came, end: {...end, rows: changed(pane, end.rows), read}}} as Msg;
}

/** What the lists show to the writes of a kind that are in doubt. */
const shownOtherwise =
  (kind: WriteKind, change: (rows: PortfolioRows, intent: Intent) => PortfolioRows): Mutation['rows'] =>
  (rows, {intents}) =>
    intents.list.filter(each => each.state === 'UNKNOWN' && each.draft.kind === kind).reduce(change, rows);

const withOptions = (rows: PortfolioRows, change: (row: EasyOption) => EasyOption): PortfolioRows => ({
  ...rows,
  easyOptions: {...rows.easyOptions, rows: rows.easyOptions.rows.map(change)},
});

/** Any new Easy Option of the card passes for the one that was asked for, whatever its amount. */
const matchWithoutAmount: Mutation = {
  rows: shownOtherwise('open', (rows, {draft}) =>
    withOptions(rows, row => ({
      ...row,
      ...(draft.kind === 'open' && {investmentAmount: draft.investmentAmount}),
    })),
  ),
};

/** An Easy Option that was opened before the send passes for the one that was asked for. */
const matchWithoutTime: Mutation = {
  rows: shownOtherwise('open', rows =>
    withOptions(rows, row => ({...row, openTime: Number.MAX_SAFE_INTEGER})),
  ),
};

/** A 422 to a close stands, whatever the read after it shows. */
const refusalOfCloseBelieved: Mutation = {
  rows: shownOtherwise('close', (rows, {attempts}) => {
    const outcome = attempts.at(-1)?.result?.outcome;
    const isRefused = outcome?.kind === 'status' && outcome.status === 422;
    return isRefused ? withOptions(rows, row => ({...row, status: 'ACTIVE'})) : rows;
  }),
};

/** A 422 counts as a refusal although an earlier attempt may have been done. */
const secondRefusalBelieved: Mutation = {
  state(state, msg) {
    if (msg.type !== 'intent' || msg.msg.type !== 'attempted') return state;
    const {intentId, attempt} = msg.msg;
    const outcome = attempt.result?.outcome;
    if (attempt.number === 1 || outcome?.kind !== 'status' || outcome.status !== 422) return state;
    const neverSent = {kind: 'not sent', words: '', mayRepeat: true} as const;
    const list = state.intents.list.map(intent =>
      intent.id === intentId
        ? {...intent, attempts: intent.attempts.map(each => forgotten(each, neverSent))}
        : intent,
    );
    return {...state, intents: {...state.intents, list}};
  },
};

function forgotten(attempt: Attempt, outcome: NonNullable<Attempt['result']>['outcome']): Attempt {
  return attempt.result === undefined ? attempt : {...attempt, result: {...attempt.result, outcome}};
}

/** An order that is no longer listed counts as cancelled. */
const absenceIsCancelled: Mutation = {
  rows: shownOtherwise('cancel', (rows, {draft}) => {
    const {orderId} = draft.kind === 'cancel' ? draft : {orderId: ''};
    const {orders} = rows;
    if (orders.rows.some(order => order.orderId === orderId)) return rows;
    return {...rows, orders: {...orders, rows: [...orders.rows, {orderId, status: 'CANCELED'}]}};
  }),
};

/** What is unresolved is told only when the journal can be written. */
const toldAfterTaking: Mutation = {
  opening: (msg, state) =>
    msg.type === 'journalRead' && state.journal.status !== 'open' ? {...msg, intents: []} : msg,
};

/** A viewer does not read what the holder does. */
const othersUntold: Mutation = {
  message: (msg, state) =>
    msg.type === 'restored' && state.intents.viewing !== undefined ? {...msg, intents: []} : msg,
};

/** No commit sees a halt, and what was committed before it goes out after it. */
const sentAfterHalt: Mutation = {
  holdsBack: reason => !reason.startsWith('HALTED'),
  journal(journal) {
    const {halt} = journal;
    const unhalted = <Value>(commit: () => Value): Value => {
      const record = halt.seen();
      if (record !== undefined) halt.lift(record.at);
      const value = commit();
      if (record !== undefined) halt.set(record.at, record.wants);
      return value;
    };
    return {
      ...journal,
      ask: (...given) => unhalted(() => journal.ask(...given)),
      beginAttempt: (...given) => unhalted(() => journal.beginAttempt(...given)),
    };
  },
};

/** A DELETE goes out once: every further one of its order is lost before it leaves. */
const canceledOnce: Mutation = {
  client: client => {
    const sent = new Set<string>();
    return {
      ...client,
      cancelOrder(id, options) {
        if (sent.has(id)) return Promise.reject(new LinkError('timeout', 'maybe', 'It was not sent again.'));
        sent.add(id);
        return client.cancelOrder(id, options);
      },
    };
  },
};

/** One 403 to a close or a cancel ends all of its kind. */
const exitsDisabled: Mutation = {
  state(state, msg) {
    if (msg.type !== 'intent' || msg.msg.type !== 'attempted') return state;
    const {intentId, attempt} = msg.msg;
    const kind = state.intents.list.find(each => each.id === intentId)?.draft.kind;
    const outcome = attempt.result?.outcome;
    const isForbidden = outcome?.kind === 'status' && outcome.status === 403;
    if (!isForbidden || (kind !== 'close' && kind !== 'cancel')) return state;
    const blockedUntil = {...state.intents.blockedUntil, [kind]: Number.POSITIVE_INFINITY};
    return {...state, intents: {...state.intents, blockedUntil}};
  },
};

/** A halt ends with its first read that lists no order. */
const haltEndedEarly: Mutation = {
  journal: journal => ({
    ...journal,
    halt: {
      ...journal.halt,
      report: progress =>
        journal.halt.report({
          ...progress,
          ...(progress.orders === 0 && {word: journal.halt.seen()?.wants ?? progress.word}),
        }),
    },
  }),
};

/** What the last poll saw is weighed, not what the journal holds as it takes the write. */
export const weighedOutside: Mutation = {weighed: (standing, polled) => polled ?? standing};

/** Whatever is done has no weight any more, whether it was seen or not. */
const freedAtDone: Mutation = {
  weighed: standing => ({...standing, pending: standing.pending.filter(each => !each.isEnded)}),
};

/** What nobody knows the end of has no weight. */
const unknownIsFree: Mutation = {
  weighed: (standing, _polled, stateOf) => ({
    ...standing,
    pending: standing.pending.filter(each => stateOf(each.intentId) !== 'UNKNOWN'),
  }),
};

/** The part of a position that an order takes off does not count until it is listed. */
const closingUncounted: Mutation = {
  weighed: standing => ({
    ...standing,
    pending: standing.pending.filter(each => each.order?.positionId === undefined),
  }),
};

/** A proposal is sent as it comes: no key confirms it. */
const sentUnconfirmed: Mutation = {
  journal: journal => ({
    ...journal,
    ask: (intent, knows) => {
      const [first] = journal.proposals.open();
      const own =
        first === undefined ? intent : {...intent, draft: writeOf(first.draft), proposalId: first.id};
      return journal.ask(own, knows);
    },
  }),
};

/** The commit of an intent does not take its proposal. */
const proposalNotTaken: Mutation = {
  journal: journal => ({
    ...journal,
    ask: ({proposalId, ...intent}, knows) => journal.ask(intent, knows),
  }),
};

/** The rules for agents are asked when a proposal comes, and not again. */
const rulesSkipped: Mutation = {
  state: state => ({
    ...state,
    settings: {...state.settings, agents: {allow: ['read', 'propose']}},
  }),
};

/** The reason is shown as it came. */
const rawReason: Mutation = {
  state(state) {
    const {overlay} = state;
    if (overlay.kind !== 'review' || overlay.proposal === undefined) return state;
    const {reason: value} = overlay.proposal;
    const lines = overlay.lines.map(line => (line.label === 'Reason' ? {...line, value} : line));
    return {...state, overlay: {...overlay, lines}};
  },
};

/** The order that sells an Easy Option passes for one of a person. */
const salesTakenForOrders: Mutation = {
  rows: rows => ({
    ...rows,
    orders: {...rows.orders, rows: rows.orders.rows.map(each => ({...each, orderType: 'LIMIT'}))},
  }),
};

export const mutations = {
  'journal after send': journalAfterSend,
  'open sent again': openSentAgain,
  'match without amount': matchWithoutAmount,
  'match without time': matchWithoutTime,
  '422 to a close believed': refusalOfCloseBelieved,
  'others untold in Activity': othersUntold,
  'told after taking over': toldAfterTaking,
  'journal opened once': {opensOnce: true},
  '422 of a second attempt taken as a refusal': secondRefusalBelieved,
  'absence from the list taken as cancelled': absenceIsCancelled,
  'a write sent after the halt': sentAfterHalt,
  'asked before the connection alone': {asks: 1},
  'a journal whose file is gone written on': {missesAway: true},
  'a DELETE sent once alone': canceledOnce,
  'exits disabled by one 403': exitsDisabled,
  'a halt ended by one empty read': haltEndedEarly,
  'sales of Easy Options taken for orders': salesTakenForOrders,
  'free at CONFIRMED': freedAtDone,
  'UNKNOWN as free': unknownIsFree,
  'a position closed twice': closingUncounted,
  'a proposal sent without a key': sentUnconfirmed,
  'a stale proposal sent': proposalNotTaken,
  'the gate skipped on proposals': rulesSkipped,
  'a reason with escape sequences': rawReason,
} as const satisfies Record<string, Mutation>;

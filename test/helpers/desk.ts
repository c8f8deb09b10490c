import type {Moment} from '../../src/account/model/moment.ts';
import {type ControlsSeen, type FeedPane, feedPanes, type Key} from '../../src/account/model/vocabulary.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../src/api/wire/records.ts';
import type {HaltRecord} from '../../src/core/halt/halt.ts';
import {offsetNow} from '../../src/core/intents/clock.ts';
import {type Intent, type IntentSent, intentById} from '../../src/core/intents/intent.ts';
import {type Draft, type WriteDraft, writeOf} from '../../src/core/intents/kinds/kinds.ts';
import type {Attempt, Outcome} from '../../src/core/intents/outcome.ts';
import {bindingsWith} from '../../src/desk/bindings.ts';
import {initialState} from '../../src/desk/desk.ts';
import type {Command, Msg, PollAnswer, SentMsg} from '../../src/desk/messages.ts';
import type {Question} from '../../src/desk/order/ordering.ts';
import {questionOf} from '../../src/desk/order/questions.ts';
import type {DialogName, OverlayOf} from '../../src/desk/overlay.ts';
import {newListening} from '../../src/desk/screen.ts';
import type {Fault, RowOf, Settings, State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {epoch, intentFor} from './intents.ts';
import {answerGathering, answerRest, answerReview, type Listed, type Reread} from './reread.ts';
import {settingsForTests} from './settings.ts';

/** A desk driven by hand: a clock that stands still until it is moved, and the commands it asked for. */
export const settings = settingsForTests();

/** @param isFixed whether `y` confirms, or a letter that is drawn */
export function startDesk(changed: Partial<Settings> = {}, isFixed = true, seed = 1) {
  let now: Moment = {mono: 10_000, wall: epoch};
  const initial = initialState(
    {...settings, confirm: isFixed ? 'y' : 'letter', ...changed},
    {columns: 120, rows: 40},
    now,
    seed,
  );
  let state: State = initial;
  let commands: Command[] = [];

  const desk = {
    get state() {
      return state;
    },
    get now() {
      return now;
    },
    /** The commands since the last look. */
    asked(): Command[] {
      const since = commands;
      commands = [];
      return since;
    },
    pass(ms: number, wallMs = ms) {
      now = {mono: now.mono + ms, wall: now.wall + wallMs};
    },
    send(sent: SentMsg) {
      const [next, more] = update(state, {...sent, now} as Msg);
      state = next;
      commands.push(...more);
    },
    press(name: string, how: Partial<Key> = {}) {
      desk.send({type: 'pressed', key: key(name, {at: now.mono, ...how})});
    },
    /** The question that is open. */
    question(): Question {
      const question = questionOf(state.overlay);
      if (question === undefined) throw new Error(`${state.overlay.kind} is on the screen`);
      return question;
    },
    /** The dialog that is open, which is of this kind. */
    shown<K extends DialogName>(kind: K): OverlayOf<K> {
      const {overlay} = state;
      if (isOf(overlay, kind)) return overlay;
      throw new Error(`${overlay.kind} is on the screen`);
    },
    /** It is listened to in place of being looked at. */
    listen() {
      state = {
        ...state,
        settings: {...state.settings, bindings: bindingsWith({}, 'ears')},
        listening: newListening,
      };
      return desk;
    },
    /** So many words were said of the question that is open, down to its key. */
    sayQuestion(words: number) {
      const {number, revision, key: asked} = desk.question();
      desk.send({type: 'questionSaid', question: number, revision, key: asked, words});
    },
    /** The frame with the question that is open is written. */
    showQuestion() {
      const {number, revision} = desk.question();
      desk.send({type: 'questionShown', question: number, revision, at: now.mono});
    },
    /** The record of the review that is open was read again, as it is listed where nothing else is said. */
    reread(answer?: Reread) {
      answerReview({getState: () => state, send: desk.send}, answer);
      answerRest({getState: () => state, send: desk.send});
    },
    /** The question that is open is read again if it waits for that, and is written. */
    readAndShow() {
      const {overlay} = state;
      if (overlay.kind === 'review' && overlay.reread.status === 'reading') desk.reread();
      desk.showQuestion();
    },
    /** The question is read, shown and answered with its key: what the journal is asked for. */
    confirm(): WriteDraft[] {
      desk.readAndShow();
      desk.asked();
      desk.type(desk.question().key);
      return desk.drafts();
    },
    /** What the journal was asked to take since the last look. */
    drafts(): WriteDraft[] {
      return desk.asked().flatMap(each => (each.type === 'journalAsk' ? [each.draft] : []));
    },
    /** Types into fields of the form that is open. */
    fill(values: Readonly<Record<string, string>>) {
      for (const [field, value] of Object.entries(values)) desk.send({type: 'typed', field, value});
    },
    /** The review of an opening of 50 from the selected card. */
    reviewOpening() {
      desk.type('o');
      desk.fill({amount: '50'});
      desk.type('enter');
    },
    /** Presses keys a second apart, as a calm person does. */
    type(...names: string[]) {
      for (const name of names) {
        desk.pass(1_000);
        desk.press(name);
      }
    },
    /** What the service answers to the request under way, or to an earlier one. */
    arrive<P extends FeedPane>(
      pane: P,
      rows: readonly RowOf[P][],
      rest: Partial<PollAnswer> = {},
      request = state.feeds[pane].fetching,
    ) {
      if (request === undefined) throw new Error(`${pane} is not being asked for`);
      desk.send({
        type: 'arrived',
        pane,
        request,
        began: now,
        answer: {...arrivedEmpty, rows, ...rest} as PollAnswer,
      });
    },
    /** The pane is asked for again, and has these rows now. */
    poll<P extends FeedPane>(pane: P, rows: readonly RowOf[P][], rest: Partial<PollAnswer> = {}) {
      desk.send({type: 'pollDue', pane, arm: state.feeds[pane].arm});
      desk.arrive(pane, rows, rest);
    },
    /** The request of the pane that is under way fails: nothing answers, where nothing else is said. */
    fail(pane: FeedPane, fault: Fault = {kind: 'link', text: 'Nothing answers.'}) {
      desk.send({type: 'failed', pane, request: state.feeds[pane].fetching ?? 0, fault});
    },
    /** Types a filter of the pane in view and takes it; its answer is still to come. */
    filter(text: string) {
      desk.type('/');
      desk.fill({filter: text});
      desk.type('enter');
    },
    /** What the journal and the service tell of writes. */
    tell(msg: IntentSent) {
      desk.send({type: 'intent', msg});
    },
    /** The journal has these writes. */
    restore(...intents: readonly Intent[]) {
      desk.tell({type: 'restored', intents});
    },
    /** The journal shows this flag of a halt, or none. */
    halt(record: HaltRecord | undefined) {
      desk.send({type: 'halt', msg: {type: 'seen', record}});
    },
    /** The newest message. */
    said: () => state.notices.at(-1)?.text,
    /** The journal takes what was confirmed. */
    journal(id: string, draft: Draft, idempotencyKey?: string, askedAt = now) {
      const more = {id, idempotencyKey, changedAt: now.wall, offsetAtSend: offsetNow(state.intents, now)};
      const intent = intentFor(writeOf(draft), more, askedAt);
      desk.send({type: 'intent', msg: {type: 'asked', intent}});
    },
    /** The journal shows who has the controls: another process, where nothing else is said. */
    controls(seen: Partial<ControlsSeen> = {}) {
      const held = {is: 'held', epoch: 2, by: 'pts/3 (process 7)', since: epoch, isReturned: false} as const;
      desk.send({type: 'controls', seen: {...held, ...seen}});
    },
    /** An attempt of it ends so. */
    answer(intentId: string, outcome: Outcome, of: Partial<Attempt> = {}) {
      const result = {at: now, outcome};
      const number = (intentById(state.intents, intentId)?.attempts.length ?? 0) + 1;
      const attempt: Attempt = {number, by: 'user', process: 'this', startedAt: now, result, ...of};
      desk.tell({type: 'attempted', intentId, attempt});
    },
    /** The list that several writes are about was read, whole where nothing else is said. */
    readList(listed: Listed = {}) {
      answerGathering({getState: () => state, send: desk.send}, listed);
      answerRest({getState: () => state, send: desk.send});
    },
    /** The panes that wait for the first answer of all are asked for. */
    followUp() {
      for (const pane of feedPanes) {
        const {arm, shown} = state.feeds[pane];
        if (shown === 0) desk.send({type: 'pollDue', pane, arm});
      }
    },
    /** Starts it, with these rows on every pane and the journal open. */
    open(rows: Partial<{[P in FeedPane]: readonly RowOf[P][]}> = {}, rest: Partial<PollAnswer> = {}) {
      desk.send({type: 'started'});
      desk.send({type: 'journalOpened'});
      const arrive = <P extends FeedPane>(pane: P, all: readonly RowOf[P][] = []) =>
        desk.arrive(pane, all, {total: all.length, ...rest});
      desk.arrive('cards', rows.cards ?? [], rest);
      desk.followUp();
      arrive('easyOptions', rows.easyOptions);
      arrive('orders', rows.orders);
      arrive('trades', rows.trades);
      desk.asked();
      return desk;
    },
  };
  return desk;
}

const isOf = <K extends DialogName>(overlay: {readonly kind: string}, kind: K): overlay is OverlayOf<K> =>
  overlay.kind === kind;

export const arrivedEmpty: PollAnswer = {
  rows: [],
  unreadable: [],
  total: undefined,
  isLast: true,
  venue: 'PAPER',
  latencyMs: 3,
  offsetMs: 0,
};

export function key(name: string, how: Partial<Key> = {}): Key {
  const isPrintable = [...name].length === 1;
  return {
    name,
    text: isPrintable ? name : '',
    ctrl: false,
    alt: false,
    shift: false,
    alone: true,
    pasted: false,
    at: 0,
    ...how,
  };
}

export function card(id: string, changed: Partial<EasyOptionCard> = {}): EasyOptionCard {
  return {
    id,
    type: 'UP_DOWN',
    underlying: 'BTC',
    direction: 'UP',
    targetPrice: '65000',
    expiryDate: '2026-11-27T08:00:00Z',
    title: `BTC up ${id}`,
    currentAskPrice: '10',
    currentOptionSymbol: 'BTC-27NOV26-65000-C',
    active: true,
    ...changed,
  };
}

export function easyOption(id: string, changed: Partial<EasyOption> = {}): EasyOption {
  return {
    id,
    status: 'ACTIVE',
    cardName: 'BTC up',
    qty: '2',
    optionSymbol: 'BTC-27NOV26-65000-C',
    pl: '1.5',
    ...changed,
  };
}

export function order(orderId: string, changed: Partial<Order> = {}): Order {
  return {
    orderId,
    symbol: 'BTC-27NOV26-65000-C',
    side: 'BUY',
    price: '9',
    size: '2',
    status: 'PENDING',
    ...changed,
  };
}

export function trade(tradeId: string, changed: Partial<Trade> = {}): Trade {
  return {
    tradeId,
    orderId: '1',
    asset: 'BTC',
    tradeSide: 'BUY',
    fillType: 'FILL',
    filledSizeContracts: '2',
    ...changed,
  };
}

/** An order whose answer was lost and of which reads have found nothing yet. */
export const lostOrder = intentFor(
  {kind: 'place', symbol: 'BTC-27NOV26-65000-C', side: 'BUY', price: '9', size: '2'},
  {idempotencyKey: 'k1', state: 'UNKNOWN', reason: 'No answer.'},
);

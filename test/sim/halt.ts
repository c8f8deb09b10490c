import type {Moment} from '../../src/account/model/moment.ts';
import type {Id} from '../../src/api/wire/records.ts';
import {type HaltRecord, haltEnds, isHalted, isHaltOver, isUnderWay} from '../../src/core/halt/halt.ts';
import {type Intent, isResolved} from '../../src/core/intents/intent.ts';
import {amendOf} from '../../src/core/intents/kinds/cancel.ts';
import {
  canceledBy,
  kindOf,
  orderPlaced,
  reducesRisk,
  riskOf,
  target,
} from '../../src/core/intents/kinds/kinds.ts';
import {openIn} from '../../src/desk/dialogs/index.ts';
import type {Action} from '../../src/desk/keys.ts';
import type {Msg} from '../../src/desk/messages.ts';
import type {State} from '../../src/desk/state.ts';
import {openOrders} from '../../src/paper/engine/book.ts';
import {idOf} from '../../src/paper/operations/requests.ts';
import {type Chance, createChance} from './chance.ts';
import type {Wire} from './client.ts';
import {isClosing} from './closings.ts';
import type {Dashboard} from './dashboard.ts';
import type {Store} from './memory-journal.ts';
import {type Deeds, doForeign, oneOf, press} from './people.ts';
import type {Commit, Service} from './service.ts';

/**
 * Halts, at any moment of a storm: who presses the key, what other programs do meanwhile, and what must hold.
 * Nothing that adds risk leaves after the flag; no word is said against the truth; exits pass; and once nothing
 * goes wrong any more a halt comes to its end.
 */
export type Halts = {
  /** How long the service may take to show what was done, as the profile says it (ms). */
  readonly lags: {readonly listLagMs: number; readonly tradesLagMs: number};
  /** How long a signature takes. */
  signMs(): number;
  /** A write takes so long to connect (ms): a halt may be set meanwhile. */
  connecting(ms: number): void;
  /** Another program acts while a halt reads. */
  reading(): void;
  /** The journal has taken an attempt of an intent. */
  begun(intentId: string): void;
  leaving(wire: Wire): string | undefined;
  said(before: State, msg: Msg): string[];
  /** How long a halt may still take when nothing goes wrong any more; 0 where none is under way. */
  restMs(): number;
  atRest(): string[];
  /** Nothing is carried out any more. */
  end(): void;
};

/** By then every dashboard has looked at the journal, however slow its polls are. */
const pollsMs = 60_000;

/** One scenario in four has a halt; the others are as they would be without this file. */
export function planHalts(seed: number, deeds: Deeds, store: Store): Halts | undefined {
  const chance = createChance(seed ^ 0x5f3759df);
  if (!chance.is(0.25)) return undefined;
  const {world, service, plan} = deeds;
  const {nature} = service;
  const lagMs = (nature.lateRows > 0 ? nature.latestRowMs : 0) + nature.staleMs;
  const begins = world.now();
  const begun = new Map<string, number>();
  const whereKeys = createChance(seed ^ 0x2545f491);
  const deaf: string[] = [];
  let disturbances = 6;
  const someone = (then: (dashboard: Dashboard) => void) => oneOf(deeds, chance, then);
  const pressSomewhere = someone(dashboard => deaf.push(...pressHalt(dashboard, deeds, whereKeys)));
  for (let times = chance.from(1, 2); times > 0; times--) {
    const when = begins + 500 + chance.next() * chance.next() * plan.stormMs;
    const closes = chance.is(0.6);
    world.at(when, pressSomewhere);
    // Until one of them has confirmed it.
    for (let ms = 1_500; ms < 40_000; ms += chance.from(3_000, 9_000))
      world.at(
        when + ms,
        someone(dashboard => confirm(dashboard, deeds, closes)),
      );
  }
  if (chance.is(0.15))
    world.at(
      begins + plan.stormMs * chance.next(),
      someone(dashboard => lift(dashboard, deeds)),
    );
  return {
    lags: {listLagMs: lagMs, tradesLagMs: lagMs},
    signMs: () => (chance.is(0.85) ? 0 : chance.from(200, 4_000)),
    connecting(ms) {
      if (!chance.is(0.2)) return;
      world.at(world.now() + ms / 2, pressSomewhere);
    },
    reading() {
      const isUnderWay = store.halts.length > 0;
      if (!isUnderWay || !chance.is(0.1) || disturbances === 0) return;
      disturbances--;
      world.at(world.now() + chance.from(0, 600), () => disturb(deeds, chance.next()));
    },
    begun: intentId => void begun.set(intentId, world.now()),
    leaving(wire) {
      if (reducesRisk(wire)) return soldByHalt(wire, deeds);
      return store.halts.length > 0 && !isClosing(wire) ? `Sent after the halt: ${wire.bytes}` : undefined;
    },
    said(before, msg) {
      return [...refusedExit(msg), ...falseWord(before, msg, store, service, world.now(), lagMs)];
    },
    restMs() {
      // A write that only a person can end holds up the halt, and no cancel.
      const mayCancel = goingOn(store, deeds) !== undefined && ordersLeft(store, deeds).length > 0;
      const isInDoubt = cancelsInDoubt(store, deeds).length > 0;
      if (isGoingOn(store, deeds) || mayCancel || isInDoubt) return 4 * lagMs + 240_000;
      // Other dashboards see with their polls what was sent last.
      const last = Math.max(0, ...begun.values());
      return world.now() - last < pollsMs ? pollsMs : 0;
    },
    atRest: () => [...deaf, ...neverEnded(store, deeds, lagMs)],
    end: () => store.halts.splice(0),
  };
}

/** In this order what the other program does is drawn from one number. */
function disturb({service, tell, plan}: Deeds, draw: number): void {
  const {morning} = plan;
  const [card] = morning.cards;
  if (draw < 0.35 && card !== undefined)
    doForeign({service, tell}, {kind: 'open', cardId: String(card.id), investmentAmount: '25'}, '');
  else if (draw < 0.7) {
    const active = service.book().easyOptions.filter(row => row.status === 'ACTIVE');
    const row = active[Math.floor(draw * 1_000) % Math.max(1, active.length)];
    if (row !== undefined)
      doForeign({service, tell}, {kind: 'close', easyOptionId: idOf('easyOption', row.number)}, '');
  } else {
    const {symbol, prices, size} = morning;
    const price = draw < 0.9 ? prices.low : prices.high;
    doForeign({service, tell}, {kind: 'place', symbol, side: 'BUY', price, size}, `foreign at ${draw}`);
  }
}

/** Where the user is when the key of the halt is pressed. */
const places: readonly (readonly Action[])[] = [
  [],
  ['pane.orders', 'cancel'],
  ['pane.orders', 'cancelAll'],
  ['pane.orders', 'amend'],
  ['pane.orders', 'place'],
  ['pane.cards', 'open'],
  ['pane.cards', 'filter'],
  ['pane.cards', 'sort'],
  ['pane.easyOptions', 'close'],
  ['help'],
  ['palette'],
];

function pressHalt(dashboard: Dashboard, {tell, world}: Deeds, chance: Chance): string[] {
  for (const action of chance.pick(places)) dashboard.send({type: 'ran', action});
  const {overlay} = dashboard.state();
  const isText = openIn(dashboard.state())?.line?.isNumber === false;
  tell(dashboard.name, () => `its user presses the halt key (open: ${overlay.kind})`);
  const at = world.now();
  if (isText) press(dashboard, '\\', {at, text: '', ctrl: true});
  else press(dashboard, '!', {at});
  const after = dashboard.state();
  // Once it is halted, the key asks what else to end.
  const isHeard = isHalted(after) && ['none', 'halt'].includes(after.overlay.kind);
  return isHeard ? [] : [`The halt key is dead in: ${overlay.kind}`];
}

/** The review is read, shown, and its key pressed; whoever does not see it yet asks for it. */
function confirm(dashboard: Dashboard, {world, tell}: Deeds, closes: boolean): void {
  const {halt, overlay} = dashboard.state();
  if (halt.record === undefined) return;
  // One that an earlier process left goes on by the key.
  if (halt.record.wants !== undefined && halt.isFound !== true) return;
  if (overlay.kind === 'none') return void dashboard.send({type: 'ran', action: 'halt'});
  if (overlay.kind !== 'halt') return;
  const at = world.now();
  if (closes && !overlay.closes) press(dashboard, 'c', {at});
  const shown = dashboard.state().overlay;
  if (shown.kind !== 'halt') return;
  const {number: question, revision, key} = shown;
  tell(dashboard.name, () => `its user confirms the halt${closes ? ', and to close' : ''}`);
  dashboard.send({type: 'questionShown', question, revision, at: at - 1_000});
  world.at(at + 500, () => press(dashboard, key, {at: at + 500}));
}

function lift(dashboard: Dashboard, {tell}: Deeds): void {
  if (dashboard.state().halt.record === undefined) return;
  tell(dashboard.name, () => 'its user lifts the halt');
  dashboard.send({type: 'halt', msg: {type: 'seen', record: dashboard.state().halt.record}});
  dashboard.send({type: 'ran', action: 'pane.activity'});
  dashboard.send({type: 'ran', action: 'resume'});
  dashboard.send({type: 'typed', field: '', value: 'resume'});
  press(dashboard, 'enter', {at: 0});
}

/** The service would go back to ACTIVE with the Easy Option that it sells. */
function soldByHalt({command, bytes}: Wire, {up, service}: Deeds): string | undefined {
  if (command.type !== 'cancelOrder') return undefined;
  const {orders, easyOptions} = service.book();
  const {number, side, status, easyOption = -1} = orders[command.order] ?? {};
  const isSelling = ['CLOSING', 'TRIGGERED'].includes(easyOptions[easyOption]?.status ?? '');
  if (number === undefined || side !== 'SELL' || status !== 'PENDING' || !isSelling) return undefined;
  const canceled = target({kind: 'cancel', orderId: idOf('order', number)});
  const isByHalt = up().some(each => each.state().halt.work?.tries.has(canceled));
  return isByHalt ? `A halt cancels the order that sells an Easy Option: ${bytes}` : undefined;
}

function refusedExit(msg: Msg): string[] {
  if (msg.type !== 'intent' || msg.msg.type !== 'askFailed') return [];
  const {draft, reason} = msg.msg;
  return riskOf({kind: (amendOf(draft) ?? draft).kind}) === 'reduces' && reason.includes('HALTED')
    ? [`An exit was refused: ${draft.kind}, ${reason}`]
    : [];
}

/** The journal has just taken a word: whether it is true of all that had to be seen by then. */
function falseWord(
  before: State,
  msg: Msg,
  store: Store,
  service: Service,
  now: number,
  lagMs: number,
): string[] {
  const {work, record} = before.halt;
  if (msg.type !== 'halt' || msg.msg.type !== 'seen' || work === undefined) return [];
  const {progress} = msg.msg.record ?? {};
  // Others hear of it later.
  if (
    progress === undefined ||
    !isHaltOver(msg.msg.record) ||
    isHaltOver(record) ||
    progress.at !== msg.now.wall
  )
    return [];
  const {word} = progress;
  const {orders, easyOptions} = before.rounds.reading.rows;
  const began = Math.min(orders.began === undefined ? now : now - ageOf(orders.began, msg.now), now);
  const readAt = (moment: Moment | undefined) => (moment === undefined ? now : now - ageOf(moment, msg.now));
  const false_: string[] = [];
  for (const {intent} of store.rows.values())
    if (!isResolved(intent) && !isHarmless(intent, service))
      false_.push(`${word}, but an intent is ${intent.state}`);
  const book = service.book();
  for (const {number} of openOrders(book)) {
    const id = idOf('order', number);
    const maker = makerOf('order', id, service);
    const row = service.order(id);
    // Easy Options buy and sell by orders of their own.
    const isOurs = maker?.by === 'intent' && !isTakenForAnother(maker, store);
    if (isOurs || row === undefined || service.madeAt(row) + lagMs < began)
      false_.push(`${word}, but order ${id} is open`);
  }
  if (word === 'NO ORDERS') return false_;
  const optionsRead = readAt(easyOptions.began);
  for (const row of book.easyOptions) {
    if (row.status === 'CLOSED' || row.status === 'EXPIRED') continue;
    const id = idOf('easyOption', row.number);
    const maker = makerOf('easy option', id, service);
    if (isToBeSeen(maker, optionsRead, lagMs, store))
      false_.push(`${word}, but Easy Option ${id} is ${row.status}`);
  }
  return false_;
}

const makerOf = (what: 'order' | 'easy option', id: Id, {commits}: Service): Commit | undefined =>
  commits.find(each => kindOf(each).makes === what && each.recordId === id);

/** A DELETE of an order that is over does nothing; others leave nothing to cancel or close. */
function isHarmless({state, draft}: Intent, service: Service): boolean {
  const canceled = canceledBy(draft);
  const isFinal = canceled !== undefined && service.order(canceled)?.status !== 'PENDING';
  return isFinal || (state === 'UNKNOWN' && riskOf({kind: draft.kind}) === 'none');
}

/** The longer of what the two clocks tell: one stands still in a sleep, and the other may be set. */
const ageOf = (then: Moment, now: Moment) => Math.max(now.mono - then.mono, now.wall - then.wall, 0);

/** Ours always; another's only if the lists had to show it when they were read. */
function isToBeSeen(maker: Commit | undefined, readAt: number, lagMs: number, store: Store): boolean {
  if (maker === undefined || (maker.by === 'intent' && !isTakenForAnother(maker, store))) return true;
  return maker.at + lagMs < readAt;
}

/** An equal record of somebody else came first, and nothing tells the two apart. */
function isTakenForAnother({intentId = '', recordId}: Commit, {rows}: Store): boolean {
  const intent = rows.get(intentId)?.intent;
  return intent?.state === 'CONFIRMED' && intent.resolvedRecordId !== recordId;
}

/** Carried out, or about to be, by a dashboard that runs. */
function isGoingOn(store: Store, deeds: Deeds): boolean {
  const record = goingOn(store, deeds);
  return record !== undefined && !isHeldUp(record, store, deeds);
}

function goingOn({halts}: Store, {up}: Deeds): HaltRecord | undefined {
  const isCarried = up().some(each => each.state().halt.work !== undefined);
  return isCarried ? halts.find(isUnderWay) : undefined;
}

/**
 * By a write that only a person can end and that may make an order, by an order that stays to close a
 * position, or by an Easy Option that only the service ends.
 */
function isHeldUp({wants}: HaltRecord, store: Store, deeds: Deeds): boolean {
  const {easyOptions} = deeds.service.book();
  const isTriggered = easyOptions.some(each => each.status === 'TRIGGERED');
  const isInDoubt = [...store.rows.values()].some(
    ({intent: {state, draft}}) =>
      state === 'UNKNOWN' && riskOf({kind: draft.kind}) !== 'none' && canceledBy(draft) === undefined,
  );
  const stays = limitOrders(deeds).some(id => isToClose(id, store, deeds));
  return (wants === haltEnds[1] && isTriggered) || isInDoubt || stays;
}

/** Those that a DELETE would end. */
function cancelsInDoubt({rows}: Store, {service}: Deeds): string[] {
  return [...rows.values()].flatMap(({intent}) => {
    const canceled = canceledBy(intent.draft);
    const isOpen = canceled !== undefined && service.order(canceled)?.status === 'PENDING';
    return intent.state === 'UNKNOWN' && isOpen ? [`the cancel of ${canceled} is in doubt`] : [];
  });
}

/** Open orders that no halt may leave. */
const ordersLeft = (store: Store, deeds: Deeds): Id[] =>
  limitOrders(deeds).filter(id => !isToClose(id, store, deeds));

/** One that sells an Easy Option fills. */
const limitOrders = ({service}: Deeds): Id[] =>
  openOrders(service.book())
    .map(({number}) => idOf('order', number))
    .filter(id => service.order(id)?.orderType === 'LIMIT');

/** A person closes a position by it: it stays working. */
function isToClose(id: Id, {rows}: Store, {service}: Deeds): boolean {
  const maker = makerOf('order', id, service);
  const draft = rows.get(maker?.intentId ?? '')?.intent.draft;
  return draft !== undefined && orderPlaced(draft)?.reduces !== undefined;
}

/** Whoever carries it out had the time to: it has ended, or what is left is named. */
function neverEnded(store: Store, deeds: Deeds, lagMs: number): string[] {
  const {service, world} = deeds;
  const record = goingOn(store, deeds);
  if (record === undefined) return [];
  // What another program made of late may be on no list yet.
  const isToBeSeen = (id: Id) => {
    const row = service.order(id);
    return row !== undefined && service.madeAt(row) + lagMs + pollsMs < world.now();
  };
  const {left = []} = record.progress ?? {};
  if (left.length === 0) return ['The halt never ends, and names nothing that is left'];
  const open = ordersLeft(store, deeds)
    .filter(isToBeSeen)
    .map(id => `order ${id} is open`);
  const all = [...open, ...cancelsInDoubt(store, deeds)].map(each => `HALTING for ever, and ${each}`);
  return all.length > 0 || isHeldUp(record, store, deeds)
    ? all
    : [`The halt never ends: ${JSON.stringify(record.progress)}`];
}

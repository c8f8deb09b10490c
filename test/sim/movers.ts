import {filledBy} from '../../src/account/resources/arithmetic.ts';
import type {Id} from '../../src/api/wire/records.ts';
import {unreplaced} from '../../src/core/intents/follow.ts';
import {type Intent, isFollowed} from '../../src/core/intents/intent.ts';
import {type AmendDraft, amendOf} from '../../src/core/intents/kinds/cancel.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import {draftOf, replacementForm, typed} from '../../src/desk/order/forms.ts';
import type {State} from '../../src/desk/state.ts';
import {fromMicro} from '../../src/paper/market/money.ts';
import {numberOf} from '../../src/paper/operations/requests.ts';
import {type Chance, createChance} from './chance.ts';
import type {Dashboard} from './dashboard.ts';
import {answer, ask, type Deeds, oneOf} from './people.ts';
import type {Service} from './service.ts';

/**
 * Spreads over the storm the people who move orders, the fills that come between, and how they go on.
 * @param areMany it is about them alone
 */
export function planAmends(deeds: Deeds, areMany: boolean): void {
  const {plan, world} = deeds;
  const chance = deeds.chance.fork();
  if (!chance.is(0.3) && !areMany) return;
  const begins = world.now();
  for (let times = chance.from(1, areMany ? 60 : 4); times > 0; times--) {
    // Some in the calm behind the storm, where most of it goes well.
    const when = begins + 500 + chance.next() * (chance.is(0.5) ? plan.stormMs : plan.stormMs + 20_000);
    world.at(
      when,
      oneOf(deeds, chance, dashboard => move(dashboard, deeds, chance)),
    );
  }
  for (let ms = chance.from(2_000, 9_000); ms < plan.stormMs + 30_000; ms += chance.from(3_000, 40_000))
    world.at(
      begins + ms,
      oneOf(deeds, chance, dashboard => goOn(dashboard, deeds, chance)),
    );
}

function move(dashboard: Dashboard, deeds: Deeds, chance: Chance): void {
  const {plan, world} = deeds;
  const draft = drawAmend(chance, deeds, dashboard.state());
  if (draft === undefined) return;
  ask(dashboard, draft, deeds);
  dieOnTheWay(dashboard, deeds, chance);
  // It fills while it is canceled, in part or whole; once more perhaps.
  for (let times = chance.from(0, 2); times > 0; times--) {
    const size = chance.is(0.3) ? undefined : fromMicro(Math.ceil(toMicroOf(plan.morning.size) / 3));
    world.at(world.now() + chance.from(0, chance.is(0.5) ? 300 : 4_000), () =>
      fill(deeds, draft.orderId, size),
    );
  }
}

function fill({service, tell}: Deeds, orderId: Id, size: string | undefined): void {
  const order = numberOf('order', orderId);
  const done = service.write({type: 'fillOrder', order, size}, {by: 'foreign', intentId: undefined});
  tell(
    'the market',
    () => `fills ${size ?? 'the rest'} of ${orderId}: ${'type' in done ? 'no' : done.status}`,
  );
}

const toMicroOf = (size: string) => Math.round(Number(size) * 1_000_000);

function drawAmend(chance: Chance, {plan, service}: Deeds, state: State): AmendDraft | undefined {
  const {orderIds, prices} = plan.morning;
  const row = chance.is(0.4) ? chance.pick(state.feeds.orders.rows) : undefined;
  const orderId = row?.orderId ?? chance.pick(orderIds);
  const order = service.order(orderId);
  if (order === undefined || order.orderType !== 'LIMIT') return undefined;
  const size = fromMicro(order.size);
  return {
    kind: 'amend',
    orderId,
    symbol: order.symbol,
    side: order.side,
    price: fromMicro(order.price),
    size,
    newPrice: chance.pick([prices.low, prices.low, prices.near, prices.high]),
    newSize: chance.is(0.6) ? size : fromMicro(Math.ceil((order.size * chance.from(1, 5)) / 3)),
    ...drawWay(chance, service, state, orderId),
  };
}

/** The lag of the profile is at least that of the service: then one that waits as long never overfills. */
export function drawWay(chance: Chance, {nature}: Service, {feeds}: State, orderId: Id) {
  const lagMs = (nature.lateRows === 0 ? 0 : nature.latestRowMs) + nature.staleMs;
  const tradesLagMs = lagMs > 0 ? lagMs : chance.pick([0, 0, 1_000, 120_000]);
  if (tradesLagMs === 0 || chance.is(0.5)) return {tradesLagMs};
  const listed = feeds.trades.rows.filter(each => each.orderId === orderId);
  return {tradesLagMs, waitMs: chance.pick([0, tradesLagMs / 4]), filled: filledBy(listed).sum} as const;
}

/** Drawn apart from all else, so that other scenarios stay the ones that they are. */
export const hasNudges = (seed: number): boolean => createChance(seed * 23 + 11).is(0.2);

/** As a profile may have it where marked orders are moved by a tick. */
export function drawLags(seed: number, {nature}: Service) {
  const chance = createChance(seed * 29 + 17);
  const lagMs = (nature.lateRows === 0 ? 0 : nature.latestRowMs) + nature.staleMs;
  const tradesLagMs = lagMs > 0 ? lagMs : chance.pick([0, 0, 1_000, 120_000]);
  return {listLagMs: tradesLagMs, tradesLagMs, amendWaitMs: chance.pick([tradesLagMs, 0, tradesLagMs / 4])};
}

/** Users of both dashboards mark orders and press the key of a tick, often at the same time. */
export function planNudges(deeds: Deeds, seed: number): void {
  const chance = createChance(seed * 31 + 19);
  const {plan, world} = deeds;
  for (let times = chance.from(1, 3); times > 0; times--) {
    const when = world.now() + 3_000 + chance.next() * (plan.stormMs + 20_000);
    for (const at of [when, when + chance.from(0, 3_000)])
      world.at(
        at,
        oneOf(deeds, chance, dashboard => nudge(dashboard, deeds, chance)),
      );
  }
}

function nudge(dashboard: Dashboard, deeds: Deeds, chance: Chance): void {
  const {world} = deeds;
  for (const action of ['pane.orders', 'row.first'] as const) dashboard.send({type: 'ran', action});
  for (const _ of dashboard.state().feeds.orders.rows)
    dashboard.send({type: 'ran', action: chance.is(0.8) ? 'mark' : 'row.down'});
  const marked = [...dashboard.state().marked.orders];
  dashboard.send({type: 'ran', action: chance.pick(['nudge.up', 'nudge.down'])});
  for (const ms of [800, 2_500]) world.at(world.now() + ms, () => confirmNudge(dashboard, deeds));
  dieOnTheWay(dashboard, deeds, chance);
  for (let times = chance.from(0, 3); times > 0 && marked.length > 0; times--)
    world.at(world.now() + chance.from(500, 6_000), () =>
      fill(deeds, chance.pick(marked), chance.pick([undefined, fromMicro(1_000)])),
    );
}

function confirmNudge(dashboard: Dashboard, {world, tell}: Deeds): void {
  const {overlay} = dashboard.state();
  if (overlay.kind !== 'several' || overlay.of.ticks === undefined || !dashboard.isAlive()) return;
  tell(dashboard.name, () => `its user moves by a tick: ${overlay.items.map(each => each.words).join('; ')}`);
  answer(dashboard, overlay, world.now());
}

/** Somebody sees that an order was not replaced: places another at the price of now, or leaves it. */
function goOn(dashboard: Dashboard, deeds: Deeds, chance: Chance): void {
  const {plan} = deeds;
  const state = dashboard.state();
  const left = unreplaced(state.intents).at(-1);
  const form = left && replacementForm(state, left);
  // Most wait until it is known what is left.
  const isUnsure = form?.replaces?.order.unseen !== '0';
  if (form === undefined || state.intents.viewing !== undefined || (isUnsure && chance.is(0.7))) return;
  const {prices} = plan.morning;
  const draft = draftOf(typed(state, form, 'price', chance.pick([prices.low, prices.near, prices.high])));
  if (draft === undefined) return;
  ask(dashboard, draft, deeds, isUnsure ? ' to go on, trades missing' : ' to go on');
  dieOnTheWay(dashboard, deeds, chance);
}

/** How probable it is at each look that the process is killed in a step of an amend. */
function deathIn(state: State, intent: Intent): number {
  if (isFollowed(state.intents, intent)) return 0.1;
  if (intent.state !== 'SENDING') return 0;
  if (replacedBy(intent.draft) !== undefined) return 0.7;
  return amendOf(intent.draft) === undefined ? 0 : 0.05;
}

function dieOnTheWay(dashboard: Dashboard, {world, kill}: Deeds, chance: Chance): void {
  if (chance.is(0.5)) return;
  for (let ms = 20; ms < 1_500; ms += chance.from(30, 200))
    world.at(world.now() + ms, () => {
      const state = dashboard.state();
      const intent = state.intents.list.find(each => deathIn(state, each) > 0);
      if (intent !== undefined && chance.is(deathIn(state, intent)))
        kill(dashboard, `is killed in its amend (${intent.draft.kind} ${intent.state})`);
    });
}

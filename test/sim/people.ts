import type {Key} from '../../src/account/model/vocabulary.ts';
import type {Intent, IntentSent} from '../../src/core/intents/intent.ts';
import type {Draft, WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import {inBanner} from '../../src/core/intents/selectors.ts';
import type {Question} from '../../src/desk/order/ordering.ts';
import {key} from '../helpers/desk.ts';
import type {Chance} from './chance.ts';
import {commandOf, isRefusal} from './client.ts';
import type {Dashboard} from './dashboard.ts';
import {drawDraft, kindHere} from './kinds.ts';
import type {Plan} from './plan.ts';
import type {Service} from './service.ts';
import type {World} from './world.ts';

/** Who and what the deeds of a scenario are done by and to. */
export type Deeds = {
  readonly chance: Chance;
  readonly plan: Plan;
  readonly world: World;
  readonly service: Service;
  readonly up: () => Dashboard[];
  readonly tell: (who: string, words: () => string) => void;
  readonly kill: (dashboard: Dashboard, words: string) => void;
  /** When and by whom the controls are taken. */
  readonly takings: Chance;
};

/** Spreads over the storm what users, another program, and bad luck do. */
export function planDeeds(deeds: Deeds): void {
  const {chance, plan, world} = deeds;
  const begins = world.now();
  const often = (times: number, deed: () => void) => {
    for (let index = 0; index < times; index++) {
      // Most of it early, so that there is time for what comes of it.
      const when = chance.next() * chance.next() * plan.stormMs;
      world.at(begins + 500 + when, deed);
    }
  };
  const own = chance.fork();
  const someone = (then: (dashboard: Dashboard) => void) =>
    oneOf(deeds, own, dashboard => {
      if (deeds.takings.is(0.5)) takeControls(dashboard, deeds);
      then(dashboard);
    });
  often(
    chance.from(1, 4),
    someone(dashboard => {
      const draft = drawDraft(own, plan.morning, dashboard.state());
      const askBy = (asker: Dashboard) => ask(asker, draft, deeds);
      if (!plan.hasShadow) return askBy(dashboard);
      const twin = kindHere(draft).twin?.(draft, own, plan.morning) ?? draft;
      const key = draft.kind === 'place' ? foreignKey(own) : '';
      if (own.is(draft.kind === 'open' ? 0.3 : 0.5)) {
        askBy(dashboard);
        return world.at(world.now() + own.from(50, 4_000), () => doForeign(deeds, twin, key));
      }
      // A twin made before the send, which a list that lags tells of only after it.
      doForeign(deeds, twin, key, plan.nature.lateRows > 0 ? 1 : 0);
      world.at(world.now() + own.from(50, 12_000), someone(askBy));
    }),
  );
  often(chance.is(0.5) ? 0 : chance.from(1, 3), () => foreign(deeds, own));
  often(
    chance.is(0.6) ? 0 : chance.from(1, 2),
    someone(dashboard => deeds.kill(dashboard, 'is killed')),
  );
  // One or the other: of a sleep while the clock is set back no clock can tell how long it was.
  const clocks = chance.next();
  often(
    clocks < 0.1 ? 1 : 0,
    someone(dashboard => dashboard.sleep(own.from(1_000, 40_000))),
  );
  often(
    clocks > 0.9 ? 1 : 0,
    someone(dashboard => dashboard.setWallBy(own.from(-90_000, 90_000))),
  );
  for (let ms = own.from(5_000, 30_000); ms < plan.stormMs; ms += own.from(8_000, 40_000)) {
    world.at(
      begins + ms,
      someone(dashboard => takeWayOut(dashboard, own, deeds.tell)),
    );
  }
  const several = chance.fork();
  if (several.is(0.3)) {
    const when = begins + 500 + several.next() * plan.stormMs;
    world.at(
      when,
      oneOf(deeds, several, dashboard => cancelAll(dashboard, deeds)),
    );
  }
}

/** Does it with one of the dashboards that run then. */
export const oneOf =
  ({up}: Pick<Deeds, 'up'>, chance: Chance, then: (dashboard: Dashboard) => void) =>
  (): void => {
    const dashboards = up();
    if (dashboards.length > 0) then(chance.pick(dashboards));
  };

/** Its user has confirmed a write. */
export function ask(dashboard: Dashboard, draft: Draft, {tell}: Pick<Deeds, 'tell'>, how = ''): void {
  tell(dashboard.name, () => `its user asks${how}: ${JSON.stringify(draft)}`);
  dashboard.send({type: 'intent', msg: {type: 'ask', draft}});
}

export function press(dashboard: Dashboard, name: string, how: Partial<Key>): void {
  dashboard.send({type: 'pressed', key: key(name, how)});
}

/** Two users take the controls from each other, at any moment. */
export function planTakings(deeds: Deeds): void {
  const {takings, plan, world} = deeds;
  const begins = world.now();
  for (let times = plan.dashboards < 2 ? 0 : takings.from(0, 8); times > 0; times--)
    world.at(
      begins + 500 + takings.next() * plan.stormMs,
      oneOf(deeds, takings, dashboard => takeControls(dashboard, deeds)),
    );
}

function takeControls(dashboard: Dashboard, {tell}: Deeds): void {
  if (dashboard.state().intents.viewing === undefined) return;
  tell(dashboard.name, () => 'its user takes the controls');
  dashboard.takeControls();
}

/** All open orders: the list is read, its review shown, and its key pressed. */
function cancelAll(dashboard: Dashboard, {tell, world}: Deeds): void {
  dashboard.send({type: 'ran', action: 'pane.orders'});
  dashboard.send({type: 'ran', action: 'cancelAll'});
  world.at(world.now() + 2_000, () => {
    const {overlay} = dashboard.state();
    if (overlay.kind !== 'several' || !dashboard.isAlive()) return;
    tell(dashboard.name, () => `its user cancels ${overlay.items.length} orders`);
    answer(dashboard, overlay, world.now());
  });
}

/** A question has been on the screen for a second as a key answers it. */
export function answer(
  dashboard: Dashboard,
  {number, revision, key: own}: Question,
  at: number,
  name = own,
): void {
  dashboard.send({type: 'questionShown', question: number, revision, at: at - 1_000});
  press(dashboard, name, {at});
}

/** Another program trades on the same account. */
function foreign({plan, service, tell}: Deeds, chance: Chance): void {
  const {morning} = plan;
  const {symbol, prices, size} = morning;
  const cardId = String(chance.pick(morning.cards).id);
  const investmentAmount = chance.pick(['25', '40', '60']);
  const easyOptionId = chance.pick(morning.easyOptionIds);
  const key = foreignKey(chance);
  const price = chance.pick([prices.low, prices.near, prices.high]);
  const drafts: WriteDraft[] = [
    {kind: 'open', cardId, investmentAmount},
    {kind: 'close', easyOptionId},
    {kind: 'place', symbol, side: 'BUY', price, size},
    {kind: 'cancel', orderId: chance.pick(morning.orderIds)},
  ];
  doForeign({service, tell}, chance.pick(drafts), key);
}

const foreignKey = (chance: Chance): string => `foreign ${chance.next()}`;

/** @param key of an order, its own */
export function doForeign(
  {service, tell}: Pick<Deeds, 'service' | 'tell'>,
  draft: WriteDraft,
  key: string,
  lateRows?: number,
): void {
  const command = commandOf(draft, key);
  const done = service.write(command, {by: 'foreign', intentId: undefined}, lateRows);
  tell('another', () => `${command.type}: ${isRefusal(done) ? done.message : 'done'}`);
}

/** A user who is asked about an UNKNOWN intent does something about it, right or wrong. */
function takeWayOut(dashboard: Dashboard, chance: Chance, tell: Deeds['tell']): void {
  const {intents} = dashboard.state();
  const [intent] = inBanner(intents);
  if (intent === undefined) return;
  const msg = deedOf(chance.pick(['look', 'again', 'resolve']), intent, chance);
  if (msg === undefined) return;
  tell(dashboard.name, () => `its user: ${JSON.stringify(msg)}`);
  dashboard.send({type: 'intent', msg});
}

function deedOf(way: 'look' | 'again' | 'resolve', intent: Intent, chance: Chance): IntentSent | undefined {
  const intentId = intent.id;
  switch (way) {
    case 'look':
      return {type: 'lookAgain', intentId};
    case 'again':
      return {type: 'sendAgain', intentId};
    case 'resolve':
      // People look elsewhere rarely.
      if (chance.is(0.8)) return undefined;
      return {type: way, intentId, word: chance.pick(['done', 'nothing']), note: ''};
    default:
      return way satisfies never;
  }
}

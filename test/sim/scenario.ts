import type {BoundJournal} from '../../src/desk/effects/journal.ts';
import {JournalError} from '../../src/desk/effects/journal.ts';
import type {Draft, Intent, IntentSent} from '../../src/desk/intents/intent.ts';
import {overrideWord, unknown, type WayOut, waysOut} from '../../src/desk/intents/selectors.ts';
import {describe} from '../../src/desk/intents/words.ts';
import type {State} from '../../src/desk/state.ts';
import type {Command} from '../../src/paper/engine/apply.ts';
import {numberOf} from '../../src/paper/ids.ts';
import {type Chance, createChance} from './chance.ts';
import {createChecks} from './checks.ts';
import {createSimClient, isRefusal} from './client.ts';
import {createDashboard, type Dashboard, Killed} from './dashboard.ts';
import {healthy, readFault, trap, writeFault} from './faults.ts';
import {bindStore, createStore} from './memory-journal.ts';
import {type Morning, mornings} from './mornings.ts';
import {type Mutation, unbroken} from './mutations.ts';
import {compareScreens} from './screens.ts';
import {createService, type Nature} from './service.ts';
import {createWorld} from './world.ts';

export type Report = {
  readonly seed: number;
  readonly breaches: readonly string[];
  readonly steps: number;
  /** How many intents ended in each state. */
  readonly ends: Readonly<Record<string, number>>;
};

/** What a scenario is made of, drawn from its seed. */
type Plan = {
  readonly morning: Morning;
  readonly nature: Nature;
  readonly dashboards: number;
  /** How long things go wrong (ms), and how probable it is for one request. */
  readonly stormMs: number;
  readonly writeFaults: number;
  readonly readFaults: number;
  /** First attempts leave a doubt, and later ones are refused. */
  readonly isTrap: boolean;
  /** Another program does what the user does, only a little otherwise. */
  readonly hasShadow: boolean;
  readonly journalFaults: number;
  /** The chance, at every use of the journal, that the process is killed just then. */
  readonly killsAtJournal: number;
};

const trueStart = Date.UTC(2026, 5, 1, 9);
/** Long enough for attempts, repeats and the patience with what was accepted to end. */
const restMs = 60_000;

export async function runScenario(
  seed: number,
  {mutation = unbroken, trace}: {mutation?: Mutation; trace?: ((words: string) => void) | undefined} = {},
): Promise<Report> {
  const chance = createChance(seed);
  const plan = draw(chance);
  const world = createWorld(trueStart);
  const service = createService({...plan, chance: chance.fork(), now: world.now});
  const store = createStore();
  const checks = createChecks({store, service, now: world.now});
  const luck = chance.fork();
  const stormEnds = trueStart + plan.stormMs;
  const isStormy = () => world.now() < stormEnds;
  const attempts = new Map<string, number>();
  let steps = 0;
  let ids = 0;
  let pids = 100;
  const tell = (who: string, words: () => string) => {
    if (trace === undefined) return;
    trace(`${((world.now() - trueStart) / 1_000).toFixed(3).padStart(8)} s  ${who.padEnd(12)} ${words()}`);
  };

  const living = new Map<number, Dashboard>();
  const kill = (dashboard: Dashboard, words: string) => {
    if (!dashboard.isAlive()) return;
    tell(dashboard.name, () => words);
    dashboard.kill();
    world.at(world.now() + luck.from(50, 20_000), () => start(Number(dashboard.name.split(' ')[1])));
  };
  const start = (number: number) => {
    const pid = ++pids;
    const dashboard = createDashboard({
      world,
      pid,
      name: `dashboard ${number}`,
      uuid: () => `id-${++ids}`,
      mutation,
      connect: (self, inProcess) => ({
        client: createSimClient({
          world,
          service,
          inProcess,
          faultOfRead: () => (isStormy() && luck.is(plan.readFaults) ? readFault(luck) : healthy(luck)),
          faultOfWrite: wire => {
            const attempt = (attempts.get(wire.bytes) ?? 0) + 1;
            attempts.set(wire.bytes, attempt);
            const isFaulty = isStormy() && luck.is(plan.writeFaults);
            const fault = !isFaulty ? healthy(luck) : plan.isTrap ? trap(luck, attempt) : writeFault(luck);
            tell(self.name, () => `sends ${wire.bytes}: ${fault.name}`);
            return fault;
          },
          leaving: wire => checks.leaving(wire, pid),
          tell: words => tell(self.name, words),
        }),
        journal: unreliable(
          bindStore(store, pid, other => living.get(other)?.isAlive() ?? false),
          when => {
            if (!isStormy()) return;
            if (when === 'before' && luck.is(plan.journalFaults))
              throw new JournalError('full', 'The disk is full.');
            if (luck.is(plan.killsAtJournal)) {
              kill(self, 'is killed at the journal');
              throw new Killed();
            }
          },
        ),
      }),
      afterUpdate: (before, after, msg) => {
        checks.said(before, after);
        if (trace !== undefined)
          tellChanges(before, after, words => tell(`dashboard ${number}`, () => words));
        if (msg.type === 'told' && msg.level === 'danger') tell(`dashboard ${number}`, () => msg.text);
      },
    });
    living.set(pid, dashboard);
    tell(dashboard.name, () => `starts as process ${pid}`);
  };

  for (let number = 1; number <= plan.dashboards; number++) start(number);
  const up = () => [...living.values()].filter(each => each.isAlive());
  planDeeds({chance, plan, world, service, up, tell, kill});

  const after = () => {
    steps++;
  };
  await world.runUntil(stormEnds, after);
  tell('', () => 'the storm is over');
  await world.runUntil(stormEnds + restMs, after);
  // What was asked for just before the end, by a dashboard that slept, takes a little longer.
  if ([...store.rows.values()].some(row => isUnderWay(row.intent))) {
    await world.runUntil(stormEnds + 2 * restMs, after);
  }
  checks.atRest(up().map(each => each.state()));
  service.calm();
  for (const each of up()) each.send({type: 'resumed'});
  await world.runUntil(world.now() + 2_000, after);
  // Back-off after the storm's last failures may go on for a while.
  if (up().some(each => isWaiting(each.state()))) await world.runUntil(world.now() + 1.5 * restMs, after);
  const screens = up().flatMap(each => compareScreens(each.state(), service));
  world.stop();
  return {seed, breaches: [...checks.breaches, ...screens], steps, ends: countEnds([...store.rows.values()])};
}

function isUnderWay({state}: Intent): boolean {
  return state === 'ASKED' || state === 'SENDING' || state === 'ACCEPTED';
}

function isWaiting({feeds}: State): boolean {
  return Object.values(feeds).some(feed => feed.fault !== undefined || feed.loadedAt === undefined);
}

function draw(chance: Chance): Plan {
  const isLong = chance.is(0.3);
  return {
    morning: chance.pick(mornings)(),
    nature: {
      skewMs: chance.is(0.5) ? 0 : chance.from(-90_000, 90_000),
      pageSize: chance.pick([2, 3, 100]),
      lateRows: chance.is(0.5) ? 0 : 0.5,
      latestRowMs: chance.is(0.5) ? 5_000 : 120_000,
      staleMs: chance.is(0.8) ? 0 : chance.from(200, 4_000),
      keyLifeMs: chance.is(0.7) ? Number.POSITIVE_INFINITY : chance.from(60_000, 120_000),
      withoutTimes: chance.is(0.1),
    },
    dashboards: chance.is(0.35) ? 2 : 1,
    stormMs: isLong ? chance.from(140_000, 220_000) : chance.from(4_000, 20_000),
    writeFaults: chance.pick([0.3, 0.6, 0.95]),
    readFaults: chance.pick([0, 0.1, 0.4]),
    isTrap: chance.is(0.15),
    hasShadow: chance.is(0.3),
    journalFaults: chance.is(0.85) ? 0 : 0.05,
    killsAtJournal: chance.is(0.7) ? 0 : 0.04,
  };
}

type Deeds = {
  readonly chance: Chance;
  readonly plan: Plan;
  readonly world: ReturnType<typeof createWorld>;
  readonly service: ReturnType<typeof createService>;
  readonly up: () => Dashboard[];
  readonly tell: (who: string, words: () => string) => void;
  readonly kill: (dashboard: Dashboard, words: string) => void;
};

/** Spreads over the storm what users, another program, and bad luck do. */
function planDeeds(deeds: Deeds): void {
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
  const someone = (then: (dashboard: Dashboard) => void) => () => {
    const dashboards = deeds.up();
    if (dashboards.length > 0) then(own.pick(dashboards));
  };
  often(
    chance.from(1, 4),
    someone(dashboard => {
      const draft = drawDraft(own, plan.morning, dashboard.state());
      deeds.tell(dashboard.name, () => `its user asks: ${JSON.stringify(draft)}`);
      dashboard.send({type: 'intent', msg: {type: 'ask', draft}});
      if (!plan.hasShadow) return;
      const command = shadowOf(draft, own, plan.morning);
      world.at(world.now() + own.from(50, 4_000), () => doForeign(deeds, command));
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
}

function drawDraft(chance: Chance, morning: Morning, state: State): Draft {
  const {cards, easyOptionIds, orderIds, symbol, prices, size, hugeSize} = morning;
  switch (chance.from(0, 3)) {
    case 0:
      return {
        kind: 'open',
        cardId: String(chance.pick(cards).id),
        investmentAmount: chance.pick(['25', '40']),
      };
    case 1:
      return {
        kind: 'close',
        easyOptionId: chance.pick([...easyOptionIds, ...state.feeds.easyOptions.rows.map(row => row.id)]),
      };
    case 2:
      return {
        kind: 'place',
        symbol,
        side: chance.is(0.85) ? 'BUY' : 'SELL',
        price: chance.pick([prices.low, prices.near, prices.high]),
        size: chance.is(0.85) ? size : hugeSize,
      };
    default: {
      const row = chance.is(0.5) ? chance.pick(state.feeds.orders.rows) : undefined;
      const orderId = row?.orderId ?? chance.pick(orderIds);
      return {kind: 'cancel', orderId, size: row?.sizeContracts ?? size};
    }
  }
}

/** Another program trades on the same account. */
function foreign({plan, service, tell}: Deeds, chance: Chance): void {
  const {morning} = plan;
  const {symbol, prices, size} = morning;
  const commands: Command[] = [
    {
      type: 'openEasyOption',
      account: 0,
      cardId: chance.pick(morning.cards).id,
      amount: chance.pick(['25', '40', '60']),
    },
    {
      type: 'closeEasyOption',
      account: 0,
      easyOption: numberOf('easyOption', chance.pick(morning.easyOptionIds)),
    },
    {
      type: 'placeOrder',
      account: 0,
      key: `foreign ${chance.next()}`,
      symbol,
      side: 'BUY',
      price: chance.pick([prices.low, prices.near, prices.high]),
      size,
    },
    {type: 'cancelOrder', account: 0, order: numberOf('order', chance.pick(morning.orderIds))},
  ];
  doForeign({service, tell}, chance.pick(commands));
}

/** The same thing: the same card, perhaps with another amount; the same order under another key. */
function shadowOf(draft: Draft, chance: Chance, {prices}: Morning): Command {
  const account = 0;
  switch (draft.kind) {
    case 'open':
      return {
        type: 'openEasyOption',
        account,
        cardId: Number(draft.cardId),
        amount: chance.pick(['25', '40', '60']),
      };
    case 'close':
      return {type: 'closeEasyOption', account, easyOption: numberOf('easyOption', draft.easyOptionId)};
    case 'place': {
      const {symbol, side, size} = draft;
      const price = chance.is(0.5) ? draft.price : prices.low;
      return {type: 'placeOrder', account, key: `foreign ${chance.next()}`, symbol, side, price, size};
    }
    case 'cancel':
      return {type: 'cancelOrder', account, order: numberOf('order', draft.orderId)};
    default:
      return draft satisfies never;
  }
}

function doForeign({service, tell}: Pick<Deeds, 'service' | 'tell'>, command: Command): void {
  const done = service.write(command, {by: 'foreign', intentId: undefined});
  tell('another', () => `${command.type}: ${isRefusal(done) ? done.message : 'done'}`);
}

/** A user who is asked about an UNKNOWN intent does something about it, right or wrong. */
function takeWayOut(dashboard: Dashboard, chance: Chance, tell: Deeds['tell']): void {
  const {intents} = dashboard.state();
  const [intent] = unknown(intents);
  if (intent === undefined) return;
  const msg = deedOf(chance.pick(waysOut(intents, intent)).way, intent, chance);
  if (msg === undefined) return;
  tell(dashboard.name, () => `its user: ${JSON.stringify(msg)}`);
  dashboard.send({type: 'intent', msg});
}

function deedOf(way: WayOut['way'], intent: Intent, chance: Chance): IntentSent | undefined {
  const intentId = intent.id;
  switch (way) {
    case 'lookAgain':
    case 'sendAgain':
      return {type: way, intentId};
    case 'askAgain':
      return {type: 'ask', draft: intent.draft};
    case 'overrideNoTrace':
      return {type: way, intentId, word: overrideWord};
    case 'endByHand':
      // People look elsewhere rarely.
      if (chance.is(0.8)) return undefined;
      return {type: way, intentId, word: chance.pick(['done', 'nothing']), note: ''};
    default:
      return way satisfies never;
  }
}

/** Every use of the journal may fail, and be the last thing that the process does: before its commit or after. */
function unreliable(journal: BoundJournal, mayFail: (when: 'before' | 'after') => void): BoundJournal {
  const guarded =
    <Arguments extends unknown[], Value>(work: (...given: Arguments) => Value) =>
    (...given: Arguments): Value => {
      mayFail('before');
      const value = work(...given);
      mayFail('after');
      return value;
    };
  return {
    ...journal,
    ask: guarded(journal.ask),
    beginAttempt: guarded(journal.beginAttempt),
    endAttempt: guarded(journal.endAttempt),
    save: guarded(journal.save),
    claim: guarded(journal.claim),
    adopt: guarded(journal.adopt),
  };
}

function tellChanges(before: State, after: State, tell: (words: string) => void): void {
  if (before.intents.list === after.intents.list) return;
  const old = new Map(before.intents.list.map(intent => [intent.id, intent]));
  for (const intent of after.intents.list) {
    const known = old.get(intent.id);
    if (known === undefined || known.state !== intent.state || known.reason !== intent.reason)
      tell(describe(intent));
  }
}

function countEnds(rows: readonly {intent: Intent}[]): Record<string, number> {
  const ends: Record<string, number> = {};
  for (const {intent} of rows) {
    const name = intent.state === 'DONE' ? `DONE ${intent.proof}` : intent.state;
    ends[`${intent.draft.kind} ${name}`] = (ends[`${intent.draft.kind} ${name}`] ?? 0) + 1;
  }
  return ends;
}

import {addingKind, type Draft} from '../../src/core/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import {isExpired, type Proposal} from '../../src/core/proposals/proposal.ts';
import type {Msg} from '../../src/desk/messages.ts';
import {knowsOf} from '../../src/desk/order/gate-now.ts';
import type {State} from '../../src/desk/state.ts';
import {createChance} from './chance.ts';
import {agentRules, type Dashboard} from './dashboard.ts';
import type {Store} from './memory-journal.ts';
import {answer, type Deeds, oneOf, press} from './people.ts';
import type {Watch} from './watched-journal.ts';

export type Agents = {
  /** Checks each intent that the journal takes against what agents proposed. */
  readonly watch: (dashboard: Dashboard) => Watch;
  readonly said: (before: State, after: State, msg: Msg) => readonly string[];
};

type Given = {
  readonly deeds: Deeds;
  readonly store: Store;
  readonly breach: (words: string) => void;
  /** The journal as another process has it. */
  readonly journalOf: (pid: number) => BoundJournal;
};

/**
 * Agents that propose, flood, hide text and race, and persons who review some of it. Drawn apart from all else,
 * so that scenarios without agents stay the ones that they are.
 */
export function planAgents(seed: number, given: Given): Agents | undefined {
  const chance = createChance(seed * 17 + 11);
  if (!chance.is(0.2)) return undefined;
  const {deeds, store, breach, journalOf} = given;
  const {world, plan, up, tell} = deeds;
  const proposed = new Map<string, Proposal>();
  /** Those that a person has confirmed with the key of a question that was shown. */
  const confirmed = new Set<string>();
  const sent = new Set<string>();
  const begins = world.now();
  let count = 0;

  const hostile = 'Sure\u001b[2J\u001b]0;x\u0007\u202eEnvironment  LIVE" \u009b31m';
  const draw = (state: State): Draft => {
    const {cards, easyOptionIds, orderIds, symbol, prices} = plan.morning;
    // Each is one of its own: what is sent can be told from what a person asked for.
    const own = `.00${String(++count).padStart(3, '0')}`;
    switch (chance.from(0, 3)) {
      case 0:
        return {
          kind: 'open',
          cardId: String(chance.pick(cards).id),
          investmentAmount: `${chance.pick(['25', '80', '80'])}${own}`,
        };
      case 1:
        return {
          kind: 'close',
          easyOptionId: chance.pick([...easyOptionIds, ...state.feeds.easyOptions.rows.map(({id}) => id)]),
          label: own,
        };
      case 2:
        return {kind: 'cancel', orderId: chance.pick(orderIds), symbol: own};
      default:
        return {
          kind: 'place',
          symbol,
          side: chance.is(0.8) ? 'BUY' : 'SELL',
          price: chance.pick(Object.values(prices)),
          size: `0${own}`,
        };
    }
  };

  const propose = (pid: number, name: string) => {
    const journal = journalOf(pid);
    const dashboard = up()[0];
    if (dashboard === undefined) return;
    const draft = draw(dashboard.state());
    const now = {mono: world.now(), wall: world.now()};
    const proposal: Proposal = {
      ...{id: `p${proposed.size + 1}`, draft, priceSeen: undefined},
      reason: chance.is(0.4) ? hostile : 'It is cheap.',
      by: {name, version: chance.is(0.2) ? hostile : '1', pid},
      askedAt: now.wall,
      expiresAt: now.wall + chance.pick([1_000, 30_000, 120_000, 120_000]),
    };
    try {
      journal.proposals.propose(proposal, {
        ...knowsOf(dashboard.state(), draft, now),
        limits: {underlyings: {}},
      });
      proposed.set(JSON.stringify(draft), proposal);
      tell(name, () => `proposes ${proposal.id}: ${JSON.stringify(draft)}`);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
    }
    const mine = [...store.proposals.values()].filter(
      each => each.state === 'OPEN' && each.proposal.by.name === name,
    );
    if (mine.filter(each => !isExpired(each.proposal, now.wall)).length > 20)
      breach(`${name} has more than 20 open`);
  };
  for (let agent = chance.from(1, 3); agent > 0; agent--) {
    const [pid, name] = [900 + agent, `agent ${agent}`];
    for (let times = chance.from(2, 10); times > 0; times--)
      world.at(begins + 1_000 + chance.next() * plan.stormMs, () => {
        for (let flood = chance.is(0.1) ? 30 : 1; flood > 0; flood--) propose(pid, name);
      });
    for (let times = chance.from(0, 3); times > 0; times--)
      world.at(begins + 2_000 + chance.next() * plan.stormMs, () => {
        const ids = [...store.proposals.values()].flatMap(({proposal}) =>
          proposal.by.name === name ? [proposal.id] : [],
        );
        const now = world.now();
        if (ids.length > 0) journalOf(pid).proposals.end([chance.pick(ids)], 'WITHDRAWN', '', now);
      });
  }

  const reviewBy = (dashboard: Dashboard) => {
    dashboard.send({type: 'ran', action: 'proposals'});
    world.at(world.now() + 400, () => {
      if (dashboard.isAlive() && dashboard.state().overlay.kind === 'proposals')
        press(dashboard, chance.pick(['enter', 'enter', 'enter', 'D']), {at: world.now()});
    });
    world.at(world.now() + chance.from(1_200, 9_000), () => {
      const {overlay} = dashboard.state();
      if (!dashboard.isAlive() || overlay.kind !== 'review' || overlay.proposal === undefined) return;
      const {key, proposal} = overlay;
      // It is taken back as the key comes down, before any dashboard looks at the journal.
      if (chance.is(0.15))
        journalOf(proposal.by.pid).proposals.end([proposal.id], 'WITHDRAWN', '', world.now());
      const name = chance.pick([key, key, key, 'n', 'escape']);
      if (name === key) confirmed.add(proposal.id);
      tell(dashboard.name, () => `its user presses ${name} on ${proposal.id}`);
      answer(dashboard, overlay, world.now(), name);
      if (name === 'n') press(dashboard, 'enter', {at: world.now()});
    });
  };
  for (let times = chance.from(8, 24); times > 0; times--)
    world.at(begins + 3_000 + chance.next() * (plan.stormMs + 10_000), oneOf(deeds, chance, reviewBy));

  return {
    watch: dashboard => ({
      asked(intent, knows) {
        const proposal = proposed.get(JSON.stringify(intent.draft));
        if (proposal === undefined) return;
        const {id, draft} = proposal;
        const of = `${id} of ${proposal.by.name}, by ${dashboard.name}`;
        if (!confirmed.has(id)) breach(`Sent without a key: ${of}`);
        const kept = store.proposals.get(id);
        if (kept?.intentId !== intent.id || isExpired(proposal, knows.now.wall))
          breach(`Sent although it was ${kept?.state}, or expired: ${of}`);
        if (sent.has(id)) breach(`Sent twice: ${of}`);
        sent.add(id);
        const {notional = '0', investment = '0'} =
          addingKind(draft)?.load(draft, {currency: undefined, underlying: undefined}, '0') ?? {};
        if (Math.max(Number(notional), Number(investment)) > Number(agentRules.maxNotional))
          breach(`Beyond the rules for agents: ${of}`);
      },
    }),
    said(before, after, msg) {
      const {overlay} = after;
      const shown = overlay.kind === 'review' && overlay.proposal !== undefined ? overlay.lines : [];
      const raw = shown
        .filter(({value}) => /[\p{Cc}\u202e]/u.test(value))
        .map(({label}) => `Escape sequences in ${label}`);
      if (msg.type !== 'proposed') return raw;
      const isItsOwn = before.overlay.kind === 'review' && before.overlay.proposal !== undefined;
      // Its review goes with it, and keeps its late key from the panes.
      const isCalledOff = isItsOwn && overlay.kind === 'none';
      const isTaken =
        (before.keys !== after.keys && !isCalledOff) || (before.overlay !== after.overlay && !isItsOwn);
      return isTaken ? [...raw, 'A proposal that came took a key or a dialog'] : raw;
    },
  };
}

import {age as ageSince, oldestOf} from '../../account/model/moment.ts';
import {isFeedPane, type Tone} from '../../account/model/vocabulary.ts';
import {seconds} from '../../account/words/times.ts';
import {serviceClock, skewMs} from '../../core/intents/clock.ts';
import {proposalsWaiting} from '../../core/proposals/proposal.ts';
import {
  type Freshness,
  followedPeriod,
  freshness,
  gainsSince,
  listReadAt,
  shownSince,
} from '../../desk/feeds/freshness.ts';
import {slowAnswer} from '../../desk/feeds/way.ts';
import {isViewer} from '../../desk/holder.ts';
import {ageSigns} from '../../desk/signs.ts';
import type {Fault, State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {cut, cutBeforeNumber, type Line, latency, width, widthOf} from '../format.ts';
import {briefLine, briefPortfolio, showsGains} from '../table/portfolio-brief.ts';

export const Header = ({columns}: OneLine) => <LineOf select={headerLine} columns={columns} />;

export const headWords = (state: State) =>
  [...places(state), ...readOnly(state), ...clockOf(state)].map(({text}) => text.trim());

function places(state: State): Line {
  return [
    environment(state),
    {text: cut(sanitize(state.settings.host), 40), tone: 'strong'},
    ...partly(accountOf(state, 32), '', 'plain'),
  ];
}

function accountOf({settings, link}: State, cells: number): string {
  const id = link.accountId === undefined ? '' : ` #${link.accountId}`;
  return cutBeforeNumber(sanitize(settings.account + id), cells);
}

function readOnly(state: State): Line {
  const waiting = proposalsWaiting(state).length;
  const mayNot = state.settings.guardrails.readOnly ? 'READ-ONLY' : isViewer(state) ? 'VIEWER' : '';
  return [
    ...partly(waiting === 0 ? '' : `${waiting} PROPOSED`, '', 'accent'),
    ...partly(mayNot, '', 'warning'),
  ];
}

/** `CLOCK -30m`: this machine is half an hour behind the service. */
function clockOf(state: State): Line {
  const ms = -skewMs(state);
  if (ms === 0) return [];
  // It is measured to a second: half an hour must not show as 29 minutes.
  const unit = Math.abs(ms) < 120_000 ? 1 : 60_000;
  const off = seconds(Math.round(Math.abs(ms) / unit) * unit).replace(' ', '');
  return [{text: `CLOCK ${ms < 0 ? '-' : '+'}${off}`, tone: 'warning'}];
}

type Layout = readonly [left: Line, money: string, right: Line];

/** The fullest layout that fits. The environment and the data's age always stay. */
export function headerLine(state: State): Line {
  const [all, age, answerMs] = [places(state), ageOf(state), slowAnswer(state.way)];
  const {money, next} = briefPortfolio(state);
  // The latency means nothing while no answer comes.
  const service = age.tone === 'stale' ? retryOf(state) : partly(latency(state.link.latencyMs), '', 'dim');
  const terminal = partly(answerMs === undefined ? '' : latency(answerMs - 1), 'you ', 'warning');
  const always = [...readOnly(state), ...clockOf(state), age];
  const leftOf = (count: number, product = ''): Line => [
    {text: ` ${product}`, tone: 'strong'},
    ...apart(all.slice(0, count), ' '),
  ];
  const rightOf = (...more: readonly Line[]) => apart([...always, ...more.flat()], '  ');
  const counts = all.map((_, without) => all.length - without);
  const layouts: readonly Layout[] = [
    ...['optty  ', ''].map(
      (product): Layout => [leftOf(all.length, product), money[0] ?? '', rightOf(service, terminal)],
    ),
    ...counts.flatMap(count => money.map((each): Layout => [leftOf(count), each, rightOf(terminal)])),
    ...counts.map((count): Layout => [leftOf(count), '', rightOf(terminal)]),
    ...[...money, ''].map((each): Layout => [leftOf(1), each, rightOf()]),
  ];
  const roomIn = ([left, money, right]: Layout) =>
    state.viewport.columns - 2 - widthOf(left) - widthOf(right) - width(money && before + money);
  const fullest = layouts.find(each => roomIn(each) >= 0) ?? ([leftOf(1), '', rightOf()] as const);
  const [short, brief, right] = fullest;
  const account = accountOf(state, 32 + roomIn(fullest));
  const left = short.map(each => (each === all[2] ? {...each, text: account} : each));
  const soon = next.map(each => `${brief} · ${each}`).find(each => roomIn([left, each, right]) >= 0);
  const shown = (brief && soon) || brief;
  return [
    ...left,
    ...(shown === '' ? [] : [{text: before}, ...briefLine(shown)]),
    {text: ' '.repeat(Math.max(1, roomIn([left, shown, right]) + 1))},
    ...right,
  ];
}

const before = '   ';

const apart = (parts: Line, between: string): Line =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [{text: between}, part]));

function retryOf(state: State): Line {
  const waitMs = dataInView(state).quietUntil - state.now.mono;
  return partly(waitMs > 0 ? seconds(Math.ceil(waitMs / 1_000) * 1_000) : '', 'retry in ', 'warning');
}

const partly = (text: string, before: string, tone: Tone): Line =>
  text === '' ? [] : [{text: before + text, tone}];

const kept: Record<Fault['kind'], string> = {
  credentials: ' NO ACCESS ',
  refused: ' REJECTED ',
  failed: ' SERVER ERROR ',
  link: ' NO LINK ',
  shape: ' NOT UNDERSTOOD ',
  rate: ' RATE LIMITED ',
};

/** PAPER only if the service has proved it. */
function environment({link: {venue}, feeds, pane}: State): Line[number] {
  if (venue === 'PAPER') return {text: ' PAPER ', tone: 'paper'};
  if (venue !== undefined) return {text: ' LIVE ', tone: 'live'};
  const {fault} = feeds[isFeedPane(pane) ? pane : 'cards'];
  return fault === undefined ? {text: ' CONNECTING ', tone: 'tab'} : {text: kept[fault.kind], tone: 'danger'};
}

/**
 * Shows an upper bound between polls: counting seconds would send more bytes than the prices. A remote
 * terminal gets a time of day, since a stuck picture would look fresh for ever.
 */
function ageOf(state: State): Line[number] {
  const {age, polledMs, fault, quietUntil, loadedAt, list} = dataInView(state);
  const namesTime = state.way.isRemote && loadedAt !== undefined;
  switch (age.kind) {
    case 'empty':
      return fault === undefined ? {text: 'loading', tone: 'dim'} : {text: 'NO DATA', tone: 'danger'};
    case 'stale':
      return {text: ` STALE ${[list, seconds(age.ageMs)].filter(Boolean).join(' ')} `, tone: 'stale'};
    case 'fresh': {
      const {settings, pane} = state;
      const upTo = (everyMs: number) => Math.ceil((everyMs + settings.refreshMs / 2) / 1_000) * 1_000;
      const polled = upTo(settings.refreshMs);
      // Lists of the account, as behind the uP/L, are read every second period; what a pane polls, in each.
      const usual = !isFeedPane(pane) || showsGains(state) ? upTo(followedPeriod(settings)) : polled;
      const time = namesTime ? `at ${serviceClock(state, loadedAt.wall)}` : undefined;
      if (polledMs <= polled && age.ageMs <= usual)
        return {text: `${ageSigns.fresh.sign} ${time ?? `<${seconds(usual)}`}`, tone: 'good'};
      const isWaiting = quietUntil > state.now.mono;
      const text = `${ageSigns.older.sign} ${time ?? seconds(age.ageMs)}${isWaiting ? ' waiting' : ''}`;
      return {text, tone: isWaiting ? 'warning' : 'dim'};
    }
    default:
      return age satisfies never;
  }
}

/** A pane of no list shows the account, which is made of all lists. */
export function dataInView(state: State) {
  const {pane, portfolio, feeds} = state;
  const of = isFeedPane(pane) ? pane : 'portfolio';
  const {quietUntil, fault} =
    of === 'portfolio'
      ? {quietUntil: 0, fault: portfolio.rows.easyOptions.fault}
      : {quietUntil: feeds[of].quietUntil, fault: feeds[of].fault?.text};
  const own = freshness(state, of);
  // The uP/L beside it counts too.
  const gains = showsGains(state) ? gainsSince(state) : undefined;
  const loadedAt = oldestOf([shownSince(state, of), gains]);
  const age: Freshness =
    own.kind === 'empty' || !loadedAt ? own : {...own, ageMs: ageSince(loadedAt, state.now)};
  const polled = of === 'portfolio' ? undefined : feeds[of].loadedAt;
  return {
    ...{loadedAt, quietUntil, fault, age},
    /** The age of the list that the pane polls itself; 0 where it shows lists of the account. */
    polledMs: polled === undefined ? 0 : ageSince(polled, state.now),
    /** The oldest list, if the pane shows more than its own and that is read. */
    list: of !== 'portfolio' && fault !== undefined ? '' : listReadAt(state, of, loadedAt),
  };
}

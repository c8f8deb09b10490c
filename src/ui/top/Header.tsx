import {isFeedPane} from '../../account/model/vocabulary.ts';
import {seconds} from '../../account/words/times.ts';
import {serviceClock, skewMs} from '../../core/intents/clock.ts';
import {proposalsWaiting} from '../../core/proposals/proposal.ts';
import {dataInView, followedPeriod, showsGains} from '../../desk/feeds/freshness.ts';
import {isViewer} from '../../desk/holder.ts';
import {ageSigns} from '../../desk/signs.ts';
import type {Fault, State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {cut, cutBeforeNumber, type Line, latency, width, widthOf} from '../format.ts';
import {briefLine, briefPortfolio} from '../table/portfolio-brief.ts';

export const Header = ({columns}: OneLine) => <LineOf select={headerLine} columns={columns} />;

/** The host goes before the account, and the first one never. */
type Fact = Line[number] & {
  readonly side?: 'left' | 'right';
  /** At the start, and when a person asks where one is; not when it changes. */
  readonly isSaid?: true;
  /** Shown as far as there is room. */
  readonly whole?: string;
  /** Goes first where there is little room. */
  readonly drops?: true;
};

/** Every fact of the header, from the left. */
function factsOf(state: State): readonly Fact[] {
  const {settings, link} = state;
  const id = link.accountId === undefined ? '' : ` #${link.accountId}`;
  const account = sanitize(settings.account + id);
  const {length: proposed} = proposalsWaiting(state);
  const mayNot = settings.guardrails.readOnly ? 'READ-ONLY' : isViewer(state) ? 'VIEWER' : '';
  const age = ageOf(state);
  // The latency means nothing while no answer comes.
  const service = age.tone === 'stale' ? retryWords(state) : latency(link.latencyMs);
  const all: readonly Fact[] = [
    {side: 'left', isSaid: true, ...environment(state)},
    {side: 'left', isSaid: true, text: cut(sanitize(settings.host), 40), tone: 'strong'},
    {side: 'left', isSaid: true, text: cutBeforeNumber(account, 32), whole: account},
    {side: 'right', isSaid: true, text: proposed === 0 ? '' : `${proposed} PROPOSED`, tone: 'accent'},
    {side: 'right', isSaid: true, text: clockWords(state), tone: 'warning'},
    {side: 'right', isSaid: true, text: mayNot, tone: 'warning'},
    // Speech says it with the rows.
    {side: 'right', ...age},
    {side: 'right', drops: true, text: service, tone: age.tone === 'stale' ? 'warning' : 'dim'},
  ];
  return all.filter(({text}) => text !== '');
}

export const headWords = (state: State) =>
  factsOf(state).flatMap(({isSaid, text}) => (isSaid ? text.trim() : []));

/** The fullest layout that fits. */
export function headerLine(state: State): Line {
  const facts = factsOf(state);
  const {money, next} = briefPortfolio(state);
  const all = facts.filter(({side}) => side === 'left');
  const short = all.map((each, at) => (at === 1 ? {...each, text: cut(each.text, 16)} : each));
  const atEnd = facts.filter(({side}) => side === 'right');
  const firm = atEnd.filter(({drops}) => drops !== true);
  const layout = (shown: readonly Fact[], brief: string, kept = firm, product = '') => {
    const left: readonly Fact[] = [{text: ` ${product}`, tone: 'strong'}, ...apart(shown, ' ')];
    return {left, brief, right: apart(kept, '  ')};
  };
  const [own, two, least] = [all.toSpliced(1, 1), all.slice(0, 2), all.slice(0, 1)];
  const {columns} = state.viewport;
  const layouts = [
    ...['optty  ', ''].map(product => layout(all, money[0] ?? '', atEnd, product)),
    ...[all, short, own].flatMap(shown => money.map(each => layout(shown, each))),
    ...(columns < 80 ? [] : [layout(all, ''), layout(short, '')]),
    ...money.map(each => layout(least, each)),
    ...[all, two, least].map(shown => layout(shown, '')),
  ];
  const roomIn = ({left, brief, right}: ReturnType<typeof layout>) =>
    columns - 2 - widthOf(left) - widthOf(right) - width(brief && before + brief);
  const fits = (each: ReturnType<typeof layout>) => roomIn(each) >= 0;
  // The age is the last of them, and is never cut.
  const fewer = () => firm.map((_, at) => layout(least, '', firm.slice(at)));
  const fullest = layouts.find(fits) ?? fewer().find(fits) ?? layout([], '', firm.slice(-1));
  const {brief, right} = fullest;
  const left = fullest.left.map(({whole, ...each}) => {
    return whole ? {...each, text: cutBeforeNumber(whole, width(each.text) + roomIn(fullest))} : each;
  });
  const soon = next.map(each => `${brief} · ${each}`).find(each => roomIn({left, brief: each, right}) >= 0);
  const figures = (brief && soon) || brief;
  return [
    ...left,
    ...(figures === '' ? [] : [{text: before}, ...briefLine(figures)]),
    {text: ' '.repeat(Math.max(1, roomIn({left, brief: figures, right}) + 1))},
    ...right,
  ];
}

const before = '   ';

const apart = (facts: readonly Fact[], between: string): readonly Fact[] =>
  facts.flatMap((fact, index) => (index === 0 ? [fact] : [{text: between}, fact]));

/** `CLOCK -30m`: this machine is half an hour behind the service. */
function clockWords(state: State): string {
  const ms = -skewMs(state);
  if (ms === 0) return '';
  // It is measured to a second: half an hour must not show as 29 minutes.
  const unit = Math.abs(ms) < 120_000 ? 1 : 60_000;
  const off = seconds(Math.round(Math.abs(ms) / unit) * unit).replace(' ', '');
  return `CLOCK ${ms < 0 ? '-' : '+'}${off}`;
}

function retryWords(state: State): string {
  const waitMs = dataInView(state).quietUntil - state.now.mono;
  return waitMs > 0 ? `retry in ${seconds(Math.ceil(waitMs / 1_000) * 1_000)}` : '';
}

const faultWords: Record<Fault['kind'], string> = {
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
  return fault === undefined
    ? {text: ' CONNECTING ', tone: 'tab'}
    : {text: faultWords[fault.kind], tone: 'danger'};
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

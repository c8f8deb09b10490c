import {slowAnswer} from '../../desk/feeds/way.ts';
import {type Freshness, freshness} from '../../desk/model/freshness.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {type FeedPane, feedPanes, isFeedPane, type Tone} from '../../desk/model/vocabulary.ts';
import {portfolioFreshness, portfolioSince} from '../../desk/portfolio/facts.ts';
import type {Fault, State} from '../../desk/state.ts';
import {ownClock, seconds} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, type Line, latency, width} from '../format.ts';
import {drawnFrom} from '../same.ts';
import {briefPortfolio} from '../table/portfolio/brief.ts';

export type LinePart = {readonly text: string; readonly tone: Tone};

type HeaderFacts = {
  readonly columns: number;
  readonly venue: State['link']['venue'];
  readonly fault: Fault['kind'] | undefined;
  readonly host: string;
  readonly account: string;
  readonly accountId: State['link']['accountId'];
  readonly isReadOnly: boolean;
  readonly age: string;
  readonly ageTone: Tone;
  readonly latencyMs: number | undefined;
  readonly answerMs: number | undefined;
  readonly portfolio: readonly string[];
};

/** On a narrow screen parts are left out, but never the environment or the data's age. */
export const headerLine = drawnFrom(factsOf, draw);

function factsOf(state: State): HeaderFacts {
  const {viewport, link, settings, feeds, pane, way} = state;
  const {text, tone} = ageOf(state);
  return {
    columns: viewport.columns,
    venue: link.venue,
    fault: feeds[isFeedPane(pane) ? pane : 'cards'].fault?.kind,
    host: settings.host,
    account: settings.account,
    accountId: link.accountId,
    isReadOnly: settings.guardrails.readOnly,
    age: text,
    ageTone: tone,
    // The latency means nothing while no answer comes.
    latencyMs: tone === 'stale' ? undefined : link.latencyMs,
    answerMs: slowAnswer(way),
    portfolio: briefPortfolio(state),
  };
}

export function headWords(state: State): readonly string[] {
  const facts = factsOf(state);
  return [environment(facts), host(facts), account(facts), readOnly(facts)].flatMap(part =>
    part === undefined ? [] : part.text.trim(),
  );
}

function draw(facts: HeaderFacts): Line {
  const {columns} = facts;
  const [service, terminal] = [ping(facts), terminalPing(facts)];
  const age: LinePart = {text: facts.age, tone: facts.ageTone};
  const right = [readOnly(facts), age, service, terminal].filter(part => part !== undefined);
  const left = [environment(facts), host(facts), account(facts)].filter(part => part !== undefined);
  const rightPlain = () => right.map(part => part.text).join('  ');
  const leftPlain = () => left.map(part => part.text).join(' ');
  const hasRoom = (more: number) => width(leftPlain()) + width(rightPlain()) + more <= columns;
  const drop = (part: LinePart | undefined) => part !== undefined && right.splice(right.indexOf(part), 1);
  if (!hasRoom(10)) drop(service);
  const isNamed = hasRoom(10);
  while (left.length > 1 && !hasRoom(4)) left.pop();
  if (!hasRoom(4)) drop(terminal);
  const product = isNamed ? 'optty  ' : '';
  const room = columns - 2 - width(product) - width(leftPlain()) - width(rightPlain());
  const brief = facts.portfolio.find(text => width(text) + 6 <= room) ?? '';
  const portfolio = brief === '' ? '' : `   ${brief}`;
  const gap = room - width(portfolio);
  const apart = (parts: readonly LinePart[], between: string): Line =>
    parts.flatMap((part, index) => (index === 0 ? [part] : [{text: between}, part]));
  return [
    {text: ` ${product}`, tone: 'strong'},
    ...apart(left, ' '),
    {text: portfolio + ' '.repeat(Math.max(1, gap))},
    ...apart(right, '  '),
  ];
}

const kept: Record<Fault['kind'], string> = {
  credentials: ' NO ACCESS ',
  refused: ' REJECTED ',
  link: ' NO LINK ',
  shape: ' NOT UNDERSTOOD ',
  rate: ' RATE LIMITED ',
};

/** PAPER only if the service has proved it. */
export function environment({venue, fault}: Pick<HeaderFacts, 'venue' | 'fault'>): LinePart {
  if (venue === undefined) {
    return fault === undefined ? {text: ' CONNECTING ', tone: 'tab'} : {text: kept[fault], tone: 'danger'};
  }
  return venue === 'PAPER' ? {text: ' PAPER ', tone: 'paper'} : {text: ' LIVE ', tone: 'live'};
}

function host(facts: HeaderFacts): LinePart {
  return {text: cut(sanitize(facts.host), 40), tone: 'strong'};
}

function account(facts: HeaderFacts): LinePart | undefined {
  const name = facts.account === facts.host ? '' : facts.account;
  const parts = [name, facts.accountId === undefined ? '' : `#${facts.accountId}`].filter(Boolean);
  return parts.length === 0 ? undefined : {text: cut(sanitize(parts.join(' ')), 32), tone: 'plain'};
}

function readOnly({isReadOnly}: HeaderFacts): LinePart | undefined {
  return isReadOnly ? {text: 'READ-ONLY', tone: 'warning'} : undefined;
}

/**
 * Between polls an upper bound: counting seconds would send more bytes than the prices. A remote terminal gets
 * a time of day, since a stuck picture would look fresh for ever.
 */
export function ageOf(state: State): LinePart {
  const {age, fault, quietUntil, loadedAt} = dataInView(state);
  const namesTime = state.way.isRemote && loadedAt !== undefined;
  switch (age.kind) {
    case 'empty':
      return fault === undefined ? {text: 'loading', tone: 'dim'} : {text: 'NO DATA', tone: 'danger'};
    case 'stale':
      return {text: ` STALE ${seconds(age.ageMs)} `, tone: 'stale'};
    case 'fresh': {
      const usual = Math.ceil((state.settings.refreshMs * 1.5) / 1_000) * 1_000;
      const time = namesTime ? `at ${ownClock(state, loadedAt.wall)}` : undefined;
      if (age.ageMs <= usual) return {text: `● ${time ?? `<${seconds(usual)}`}`, tone: 'good'};
      const isWaiting = quietUntil > state.now.mono;
      return {text: `○ ${time ?? seconds(age.ageMs)}${isWaiting ? ' waiting' : ''}`, tone: 'warning'};
    }
    default:
      return age satisfies never;
  }
}

type DataInView = {
  readonly age: Freshness;
  readonly loadedAt: Moment | undefined;
  readonly fault: unknown;
  readonly quietUntil: number;
};

function dataInView(state: State): DataInView {
  const {pane, portfolio} = state;
  if (pane === 'portfolio') {
    const fault = portfolio.rows.easyOptions.fault;
    return {
      age: portfolioFreshness(state),
      loadedAt: portfolioSince(state.portfolio.rows),
      fault,
      quietUntil: 0,
    };
  }
  const of = pane === 'activity' ? youngest(state) : pane;
  return {...state.feeds[of], age: freshness(state, of)};
}

function youngest(state: State): FeedPane {
  return feedPanes.reduce((best, pane) =>
    (state.feeds[pane].loadedAt?.mono ?? -1) > (state.feeds[best].loadedAt?.mono ?? -1) ? pane : best,
  );
}

function ping({latencyMs}: HeaderFacts): LinePart | undefined {
  return latencyMs === undefined ? undefined : {text: latency(latencyMs), tone: 'dim'};
}

function terminalPing({answerMs}: HeaderFacts): LinePart | undefined {
  return answerMs === undefined ? undefined : {text: `you ${latency(answerMs - 1)}`, tone: 'warning'};
}

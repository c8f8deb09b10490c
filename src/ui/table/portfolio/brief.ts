import {serviceNow} from '../../../desk/intents/looks.ts';
import {freshness} from '../../../desk/model/freshness.ts';
import {minuteMs} from '../../../desk/model/vocabulary.ts';
import {expiresNext, type OpenGain, openGains} from '../../../desk/portfolio/groups.ts';
import type {AccountPortfolio} from '../../../desk/portfolio/portfolio.ts';
import {rounded} from '../../../desk/resources/figures.ts';
import type {State} from '../../../desk/state.ts';
import {signed} from '../../../desk/words/text.ts';
import {expiry} from '../../../desk/words/times.ts';
import {sanitize} from '../../../term/text/sanitize.ts';
import type {Line} from '../../format.ts';

const leastColumns = 80;

/** Longest first. Changes at most once a minute by time alone. */
export function briefPortfolio(state: State): readonly string[] {
  const {portfolio, viewport} = state;
  const {kind} = freshness(state, 'portfolio');
  if (viewport.columns < leastColumns || kind === 'empty') return nothingToSay;
  if (kind === 'stale') return stale;
  return wordsOf(portfolio.account, serviceNow(state));
}

/** Its gains have their tone. */
export function briefLine(brief: string): Line {
  return brief.split(/(?= · )/).map(text => {
    const [, gain] = /uP\/L(?: at ask|@ask)? ([+-])\d/.exec(text) ?? [];
    return {text, ...(gain !== undefined && {tone: gain === '+' ? 'up' : 'down'})};
  });
}

export function openGainWords(state: State): readonly string[] {
  const {portfolio} = state;
  if (freshness(state, 'portfolio').kind !== 'fresh') return [];
  const gains = openGains(portfolio.account).map(gainIn);
  return gains.length > 0 && portfolio.account.isPartial ? [soFar, ...gains] : gains;
}

const soFar = 'so far';
const nothingToSay: readonly string[] = [];
const stale: readonly string[] = ['Portfolio STALE'];

function wordsOf(account: AccountPortfolio, now: number): readonly string[] {
  const held = openGains(account);
  const gains = held.toSorted((one, other) => other.count - one.count).map(gainIn);
  if (gains.length === 0) return nothingToSay;
  const next = expiresNext(account);
  const left = next === undefined ? '' : expiryLeft(next.at, now).replace(/^in /, '');
  const soon = next === undefined ? '' : `next expiry ${left === 'expired' ? 'due' : left}`;
  const [first = '', ...others] = gains;
  const brief = others.length === 0 ? first : `${first} +${others.length} more`;
  const all = [
    [...gains, soon && `${soon} (${next?.count})`],
    [brief, soon && `${soon} (${next?.count})`],
    [brief, soon],
    [brief],
    [brief.replaceAll('uP/L at ask', 'uP/L@ask')],
  ];
  const start = account.isPartial ? soFar : '';
  return all.map(parts => [start, ...parts].filter(Boolean).join(' · '));
}

function gainIn({currency, sum, without, count, isAtAsk}: OpenGain): string {
  const lacks = without === 0 ? '' : ` (${without} unpriced)`;
  const known = without === count ? 'n/a' : signed(rounded(sum, currency));
  return `uP/L ${isAtAsk ? 'at ask ' : ''}${known} ${sanitize(currency)}`.trim() + lacks;
}

/** All of them count down together, once a minute; nothing is expired before its time. */
export function expiryLeft(at: number, now: number): string {
  const minute = Math.ceil(now / minuteMs) * minuteMs;
  return expiry(at, now < at ? Math.min(minute, at - 1) : minute);
}

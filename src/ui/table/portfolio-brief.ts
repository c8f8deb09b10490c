import {minuteMs} from '../../account/model/vocabulary.ts';
import {rememberLast} from '../../account/once.ts';
import {expiresNext, type OpenGain, openGains} from '../../account/portfolio/groups.ts';
import type {Net} from '../../account/portfolio/made.ts';
import type {AccountPortfolio} from '../../account/portfolio/portfolio.ts';
import {rounded} from '../../account/resources/figures.ts';
import {signed} from '../../account/words/text.ts';
import {expiry} from '../../account/words/times.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import {freshness} from '../../desk/feeds/freshness.ts';
import {fillsLacking, fillsWords, openingsText, readSoFar} from '../../desk/portfolio/unlisted.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import type {Line} from '../format.ts';

/**
 * uP/L and the result of today, and the next expiry, each from the longest text to the shortest. Time alone
 * changes them at most once a minute.
 */
export function briefPortfolio(state: State): Readonly<Record<'money' | 'next', readonly string[]>> {
  const {account} = state.portfolio;
  const {kind} = freshness(state, 'portfolio');
  if (kind === 'empty') return {money: [], next: []};
  if (kind === 'stale') return {money: ['Portfolio STALE'], next: []};
  const next = expiresNext(account);
  const lacking = [fillsWords(fillsLacking(state), ''), openingsText(state.intents)].filter(Boolean);
  const money = moneyWords(account, lacking.join(', '));
  if (next === undefined) return {money, next: []};
  const left = expiryLeft(next.at, serviceNow(state)).replace(/^in /, '');
  const soon = `next expiry ${left === 'expired' ? 'due' : left}`;
  return {money, next: [`${soon} (${next.count})`, soon]};
}

/** A gain has its tone up to its sign: a colour takes more bytes than the digits that change. */
export function briefLine(brief: string): Line {
  return brief.split(/(?= · )/).flatMap((text): Line => {
    const [toned = '', sign] = /^.*?(?:uP\/L(?: at ask|@ask)?|today) ([+-])(?=\d)/.exec(text) ?? [];
    const plain = {text: text.slice(toned.length)};
    return sign === undefined ? [plain] : [{text: toned, tone: sign === '+' ? 'up' : 'down'}, plain];
  });
}

const moneyWords = rememberLast((account: AccountPortfolio, count: string): readonly string[] => {
  const held = openGains(account).toSorted((one, other) => other.count - one.count);
  const gains = held.map(each => gainIn(each));
  const nets = account.today.map(netWords);
  const [most] = held;
  // Without a figure that it is not in.
  const [fills, unlisted] = count === '' ? ['', ''] : [`excl. ${count}`, `${count} not listed yet`];
  if (most === undefined && nets.length === 0) return unlisted === '' ? [] : [unlisted];
  const others = gains.length > 1 ? `+${gains.length - 1} more` : '';
  const more = (...words: readonly (string | undefined)[]) =>
    words.some(Boolean) ? [...words, fills].filter(Boolean).join(' ') : unlisted;
  const net = account.today.find(({currency}) => currency === (most?.currency ?? currency));
  const brief = more(gains[0], others);
  const short = more(most && gainIn(most, ''), others);
  const all = [
    [...gains.slice(0, -1), more(gains.at(-1)), ...nets],
    [brief, net === undefined ? '' : netWords(net)],
    [brief],
    ...[brief, short].map(each => [each.replaceAll('uP/L at ask', 'uP/L@ask')]),
  ];
  const starts = account.isPartial ? readSoFar : [''];
  const words = starts.flatMap(start => all.map(parts => [start, ...parts].filter(Boolean).join(' · ')));
  return words.filter(Boolean);
});

/** Realized today after fees, and the P/L of what is open. */
function netWords({currency, net, isAtWorst}: Net): string {
  const worst = isAtWorst ? ' at worst' : '';
  return `today ${signed(rounded(net, currency))} ${sanitize(currency)} net${worst}`.replace('  ', ' ');
}

function gainIn({currency, sum, without, count, isAtAsk}: OpenGain, named = currency): string {
  const lacks = without === 0 ? '' : ` (${without} unpriced)`;
  const known = without === count ? 'n/a' : signed(rounded(sum, currency));
  return `uP/L ${isAtAsk ? 'at ask ' : ''}${known} ${sanitize(named)}`.trim() + lacks;
}

/** All of them count down together, once a minute; nothing is expired before its time. */
export function expiryLeft(at: number, now: number): string {
  const minute = Math.ceil(now / minuteMs) * minuteMs;
  return expiry(at, now < at ? Math.min(minute, at - 1) : minute);
}

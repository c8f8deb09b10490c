import {blocked, blockedHere} from '../../desk/actions.ts';
import {writeMeant} from '../../desk/dialogs/unknown.ts';
import {haltCounts, haltState, listedAgain, notEnded, ordersListed} from '../../desk/halt/flag.ts';
import {isEnd, isHalted, liftingWord} from '../../desk/halt/halt.ts';
import {lateFillsWords, waitWords} from '../../desk/intents/amend.ts';
import {standingOf} from '../../desk/intents/findings.ts';
import {currentWrite, type Intent, isSending} from '../../desk/intents/intent.ts';
import {hasKey} from '../../desk/intents/kinds/kinds.ts';
import {serviceClock} from '../../desk/intents/looks.ts';
import {
  allInBanner,
  heldElsewhere,
  inFlight,
  isLeftToOwner,
  mayBeLive,
  needsPerson,
} from '../../desk/intents/selectors.ts';
import {accountWords, describe, draftWords} from '../../desk/intents/words.ts';
import {type Action, type Binding, isOfPanes, isOn, keyOf} from '../../desk/keys.ts';
import {age} from '../../desk/model/freshness.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {isWholeList, showsAll} from '../../desk/model/rows.ts';
import {isSortedByService} from '../../desk/model/sorting.ts';
import {type FeedPane, feedPanes, isFeedPane, paneTitles, type Tone} from '../../desk/model/vocabulary.ts';
import {goodMs, noticeInView} from '../../desk/notices.ts';
import {isGoingOn, progressWords, waitMs} from '../../desk/order/several/queue.ts';
import {markedOn} from '../../desk/order/several/rows.ts';
import {type OptionTotals, optionTotals} from '../../desk/portfolio/groups.ts';
import {workingNotional} from '../../desk/portfolio/orders.ts';
import {figureInView, portfolioLines, rowsListed} from '../../desk/portfolio/pane/move.ts';
import {fillsWords, unlistedNow} from '../../desk/portfolio/reading/unlisted.ts';
import type {PortfolioRows} from '../../desk/portfolio/rows.ts';
import {cashOf, tradeFees} from '../../desk/portfolio/trades.ts';
import {percentShown, rounded} from '../../desk/resources/figures.ts';
import {headingOf} from '../../desk/resources/resources.ts';
import type {BlockOf, Span} from '../../desk/sheet.ts';
import type {Feed, State} from '../../desk/state.ts';
import {keyApart, keyLabel, labelOf} from '../../desk/words/keys.ts';
import {counted, flat, type Notice, number, signed, signs} from '../../desk/words/text.ts';
import {seconds} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, fittingHints, hintSpans, type Line, noLine, width, widthOf, wrap, wrapTo} from '../format.ts';

export function summaryLine(state: State, below = 0): Line {
  const {totals, places} = summaryOf(state, below);
  const room = state.viewport.columns - 2;
  const least = width(places.at(-1) ?? '') + 2;
  const fitting = (taken: number) => totals.find(each => width(each) + taken <= room);
  const total = fitting(least) ?? fitting(0) ?? cut(totals.at(-1) ?? '', room);
  const left = total === '' ? room : room - width(total) - 2;
  const place = places.find(each => width(each) <= left) ?? '';
  if (total === '') return [{text: ` ${place}`, tone: 'dim'}];
  return [
    {text: ` ${total}`, tone: 'strong'},
    {text: ' '.repeat(Math.max(1, left + 2 - width(place))) + place, tone: 'dim'},
  ];
}

/**
 * Each from the longest text to the shortest.
 * @param below rows of the page below the visible ones
 */
export function summaryOf(state: State, below = 0): BlockOf<'summary'> {
  const {pane} = state;
  if (pane === 'activity') return {is: 'summary', totals: [], places: places('', below, ['newest first'])};
  if (pane === 'portfolio') return {is: 'summary', totals: [], places: portfolioPlaces(state, below)};
  const totals = pane === 'easyOptions' ? totalsIn(state.feeds.easyOptions) : [];
  return {is: 'summary', totals, places: placesOf(state, pane, below)};
}

function totalsIn(feed: State['feeds']['easyOptions']): string[] {
  const totals = optionTotals(feed.rows);
  const [first] = totals;
  if (first === undefined) return [];
  const others = totals.length === 1 ? '' : ` +${totals.length - 1} more`;
  const all = [whole, shorter, brief, gainOnly].map(say => totals.map(say).join(' · '));
  const ofPage = isWholeList(feed) ? '' : ' (this page)';
  return [...all, `${gainOnly(first)}${others}`].map(each => each + ofPage);
}

type Say = (totals: OptionTotals) => string;

const named: Say = ({currency}) => sanitize(currency || 'no currency');
const states: Say = each =>
  [...each.states].map(([state, count]) => `${count} ${sanitize(state)}`).join(', ');
const percent: Say = each => (each.openPercent ? ` (${signed(percentShown(each.openPercent))} %)` : '');
const lacks = (count: number, what = 'unpriced') => (count === 0 ? '' : ` (${count} ${what})`);
const gained = (each: OptionTotals, what?: string) =>
  `P/L ${each.lacking === countOf(each) ? 'n/a' : signed(rounded(each.open, each.currency))}${lacks(each.lacking, what)}`;
const closed = ({closed, currency}: OptionTotals, words: string) =>
  closed === undefined ? '' : `${words} ${signed(rounded(closed.sum, currency))}${lacks(closed.without)}`;
const countOf = (each: OptionTotals) => [...each.states.values()].reduce((sum, count) => sum + count, 0);
/** A filter may leave out the open or the closed ones: these have no sum then, and not 0. */
const ifOpen = (each: OptionTotals, words: string) => (countOf(each) === 0 ? '' : words);
const open: Say = each =>
  `invested ${number(rounded(each.invested, each.currency))}, ${gained(each)}${percent(each)}`;

const told = (each: OptionTotals, parts: readonly string[], between: string) =>
  `${named(each)}${between === '; ' ? ':' : ''} ${parts.filter(Boolean).join(between)}`;
const whole: Say = each =>
  told(each, [ifOpen(each, `${states(each)}: ${open(each)}`), closed(each, 'closed P/L')], '; ');
const shorter: Say = each =>
  told(each, [ifOpen(each, `${countOf(each)} open: ${open(each)}`), closed(each, 'closed P/L')], '; ');
const brief: Say = each =>
  told(each, [ifOpen(each, `open ${gained(each)}${percent(each)}`), closed(each, 'closed')], ', ');
const gainOnly: Say = each => told(each, [ifOpen(each, gained(each, 'n/a')) || closed(each, 'closed')], ', ');

function placesOf(state: State, pane: FeedPane, below: number): string[] {
  const feed: Feed = state.feeds[pane];
  if (feed.loadedAt === undefined) return [''];
  const page = pageWords(feed, lastPage(feed));
  const notes = [unreadable(feed), sumsOn(state, pane), sorted(state, pane), clash(feed)].filter(Boolean);
  const {size} = markedOn(state, pane);
  const all = places(rowsWords(feed), below, [page, ...notes]);
  return size === 0 ? all : all.map(each => joined([`${size} marked`, each]));
}

/** The number of the selected row is left out: it would cost bytes with each key. */
function rowsWords({rows: {length}, total, beyond, filtered}: Feed): string {
  const from = filtered?.narrowedFrom;
  if (from !== undefined) return `${length} of ${from} on this page`;
  if (total === undefined && beyond?.isMore) return `${length}+ rows`;
  return total === undefined || total === length ? counted(length, 'row') : `${length} of ${total} rows`;
}

function sumsOn(state: State, pane: FeedPane): string {
  const {feeds} = state;
  const {orders, trades} = feeds;
  const sums = {
    ...(pane === 'orders' && {'notional working': workingNotional(orders.rows, trades.rows)}),
    ...(pane === 'trades' && {'net cash': cashOf(trades.rows), fees: tradeFees(trades.rows).total.fees}),
  };
  const shown = Object.entries(feeds[pane].rows.length === 0 ? {} : sums).map(([name, {sum, without}]) => {
    const lacks = without === 0 ? '' : ` (${without} without)`;
    return `${name} ${number(rounded(sum, undefined))}${lacks}`;
  });
  if (shown.length === 0) return '';
  const fills = pane === 'trades' ? fillsWords(unlistedNow(state)) : '';
  return [shown.join(', '), isWholeList(feeds[pane]) ? '' : '(this page)', fills].filter(Boolean).join(' ');
}

/** `page 2 of 9`; `page 1 of 9, not 2 as asked` */
export function pageWords({page, otherPage}: Feed, of = ''): string {
  return otherPage === undefined
    ? `page ${page + 1}${of}`
    : `page ${otherPage + 1}${of}, not ${page + 1} as asked`;
}

function places(rows: string, below: number, notes: readonly string[]): string[] {
  const [more, less, least] = below > 0 ? [`↓ ${below} below`, `↓ ${below}`, `↓${below}`] : ['', '', ''];
  return [
    joined([rows, more, ...notes]),
    joined([rows, less, ...notes]),
    joined([rows, less, notes[0] ?? '']),
    joined([rows, less]),
    least,
  ];
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ');

function lastPage({total, pageSize}: Feed): string {
  return total === undefined || pageSize < 1 ? '' : ` of ${Math.max(1, Math.ceil(total / pageSize))}`;
}

const unreadable = (feed: Feed) =>
  feed.unreadable.length === 0 ? '' : `${feed.unreadable.length} unreadable`;

/** Reports the service's inconsistent totals without correcting them. */
function clash({rows, total, first}: Feed): string {
  return total !== undefined && rows.length > 0 && first + rows.length > total
    ? 'total below the row count'
    : '';
}

function sorted(state: State, pane: FeedPane): string {
  const feed: Feed = state.feeds[pane];
  const {sort, disorder} = feed;
  if (sort === undefined) return '';
  const isHere = !isSortedByService(state.settings.sortable, pane, sort.field);
  const where = isHere || disorder !== undefined ? ', this page only' : '';
  const why =
    disorder === undefined
      ? ''
      : `: ${disorder === 'as text' ? 'the service sorts it as text' : 'the service does not'}`;
  return `by ${headingOf(pane, sort.field)} ${sort.descending ? '▼' : '▲'}${where}${why}`;
}

function portfolioPlaces(state: State, below: number): string[] {
  const {list, rows} = state.portfolio;
  const more = below > 0 ? `↓ ${below} below` : '';
  const brief = below > 0 ? `↓${below}` : '';
  if (list !== undefined) {
    const count = rowsListed(state)?.rows.length ?? 0;
    const all = places(counted(count, 'row'), below, []);
    return [joined([sanitize(list.line.name), all[0] ?? '']), ...all];
  }
  const lines = portfolioLines(state);
  const selected = figureInView(state);
  if (selected === undefined) return [readWords(rows)];
  const [at, count] = [lines.indexOf(selected) + 1, lines.length];
  const read = readWords(rows);
  return [
    [`figure ${at} of ${count}`, more, read],
    [`${at}/${count}`, brief, read],
    [read],
    [`${at}/${count}`, brief],
  ].map(joined);
}

function readWords(rows: PortfolioRows): string {
  const partly = feedPanes.filter(pane => !rows[pane].isWhole).map(pane => partWords(rows, pane));
  if (partly.length > 0) return partly.join(', ');
  return `the whole account: ${counted(rows.easyOptions.read, 'Easy Option')}, ${counted(rows.trades.read, 'trade')}`;
}

function partWords(rows: PortfolioRows, pane: FeedPane): string {
  const {read, total, isWhole, unreadable} = rows[pane];
  const of = paneTitles[pane];
  if (isWhole) return `${number(String(unreadable))} ${of} unreadable`;
  const count = total === undefined ? '' : ` of ${number(String(total))}`;
  return `${number(String(read))}${count} ${of} so far`;
}

/** As many keys of this pane as fit; always the one for help. */
export function keysLine(state: State): Line {
  const {viewport, overlay, settings, pane, details, portfolio} = state;
  if (overlay.kind !== 'none') return noLine;
  const shown = settings.bindings.filter(
    each =>
      isOfPanes(each) &&
      each.hint !== undefined &&
      isOn(each, pane) &&
      blockedHere(state, each.action) === undefined,
  );
  const hint = ({action, hint: usual = ''}: Binding) => {
    // The key for quitting first leaves the details.
    if (action === 'quit' && details) return 'back';
    return action === 'details' && pane === 'portfolio' && portfolio.list === undefined ? 'rows' : usual;
  };
  const hints = shown.map(each => ({key: keyLabel(each.keys[0] ?? ''), does: hint(each), of: each.action}));
  const help = hints.filter(({of}) => of === 'help');
  const others = hints.filter(({of}) => of !== 'help');
  const kept = fittingHints(others, viewport.columns - 4 - widthOf(hintSpans(help)));
  return [{text: ' '}, ...hintSpans(hints.filter(each => help.includes(each) || kept.includes(each)))];
}

/** The next step is at the end of a message, so it wraps to `most` lines and is not cut. */
export function messageLines(state: State, most: number): readonly Line[] {
  const progress = progressLines(state);
  const message = messageOf(state);
  if (message === undefined || most <= progress.length) return progress;
  const {tone, text, others} = message;
  const [room, rows] = [state.viewport.columns - 2, most - progress.length];
  const more = others.find(each => wrap(text, room - width(each)).length <= rows) ?? others.at(-1) ?? '';
  const lines = wrapTo(text, room - width(more), rows);
  const said = lines.map((text, index): Line => {
    const after = index === lines.length - 1 ? more : '';
    return [{text: ' '}, {text, tone}, {text: after, tone: 'dim'}];
  });
  return [...progress, ...said];
}

/** The answer to a key in a panel that takes all lines: else a refused key would seem dead. */
export function answerLines(state: State): readonly Line[] {
  const notice = noticeInView(state);
  const isAnswer = notice !== undefined && age(notice.at, state.now) < goodMs;
  return isAnswer && isUrgentNotice(notice, state.now) ? messageLines(state, 2) : [];
}

function progressLines(state: State): readonly Line[] {
  const {batch, viewport, settings, now} = state;
  if (batch === undefined) return [];
  const key = isGoingOn(state) ? `  ${labelOf(settings.bindings, 'back')}` : '';
  const way = key === '' ? '' : `${key} stops the rest`;
  const ms = isGoingOn(state) ? waitMs(state, now) : 0;
  const words = progressWords(batch, ms);
  const room = viewport.columns - 2;
  const isLong = width(words + key) > room;
  const text = isLong ? cut(progressWords(batch, ms, true), room - width(key)) : words;
  const said: Line[number] = {text: ` ${text}`, tone: 'warning'};
  return [[said, {text: width(words + way) > room ? key : way, tone: 'dim'}]];
}

export function messageRows(state: State): number {
  const {rows} = state.viewport;
  if (rows < 16) return 0;
  return Math.max(1, messageLines(state, rows < 24 ? 2 : 3).length);
}

/** From the longest to the shortest, so that less of the message is cut. */
function otherWords({notices, settings, overlay}: State, shown?: Notice): readonly string[] {
  const others = notices.filter(each => each !== shown && !each.isHint).length;
  const key = labelOf(settings.bindings, 'messages');
  const [list, brief] =
    others === 0 ? ['', ''] : [`  +${counted(others, 'message')} (${key})`, `  +${others} (${key})`];
  const isCleared = shown !== undefined && !shown.isHint && overlay.kind === 'none';
  const clear = !isCleared ? '' : `  ${labelOf(settings.bindings, 'back')} clear`;
  return [list + clear, brief];
}

type Message = {readonly tone: Tone; readonly text: string; readonly others: readonly string[]};

/**
 * Writes in progress and present faults come before news. The answer to a key, a danger, and the result of an
 * own write without success do not wait.
 */
function messageOf(state: State): Message | undefined {
  const notice = noticeInView(state);
  const [sending, ...others] = inFlight(state.intents);
  if (sending !== undefined) {
    const rest = others.length === 0 ? '' : ` (+${others.length} more)`;
    const text = waitWords(state.intents, sending, state.now) ?? sendingWords(sending, state.now);
    return {tone: 'warning', text: text + rest, others: otherWords(state)};
  }
  const {unsaved, list} = state.intents;
  const accepted = list.findLast(each => each.state === 'ACCEPTED');
  const fault = faultInView(state);
  // While the list fails, only this line says that the service has taken the write.
  const failing = fault && accepted ? `${describe(accepted)} ${fault}` : fault;
  const text = unsaved === undefined ? failing : `The journal cannot be written: ${unsaved.reason}`;
  const isUrgent = notice !== undefined && isUrgentNotice(notice, state.now);
  if (text !== undefined && !isUrgent)
    return {
      tone: unsaved ? 'danger' : 'warning',
      text: `${unsaved ? '!!' : '!'} ${sanitize(text)}`,
      others: otherWords(state),
    };
  if (notice === undefined) return undefined;
  const {sign, tone} = signs[notice.level];
  // It may come back long after newer ones.
  const when = age(notice.at, state.now) < 60_000 ? '' : `${serviceClock(state, notice.at.wall)} `;
  return {tone, text: sign + when + sanitize(notice.text), others: otherWords(state, notice)};
}

const isUrgentNotice = ({isHint, level, stays, isOwn, at}: Notice, now: Moment) =>
  isHint || stays || level === 'danger' || (level === 'warning' && (isOwn === true || age(at, now) < goodMs));

/** `SENDING 21 s, attempt 2: BUY 2 BTC-C @ 9`, since the first one */
function sendingWords(intent: Intent, now: Moment): string {
  const words = describe(intent);
  const {attempts} = currentWrite(intent);
  const [first] = attempts;
  const ms = first === undefined || !isSending(intent) ? 0 : age(first.startedAt, now);
  const again = attempts.length > 1 ? `, attempt ${attempts.length}` : '';
  return ms < 1_000 ? words : `${intent.state} ${seconds(ms)}${again}${words.slice(intent.state.length)}`;
}

/** On Activity, of any list. */
export function faultInView({pane, feeds, portfolio}: State): string | undefined {
  if (isFeedPane(pane)) return feeds[pane].fault?.text;
  if (pane === 'activity') return feedPanes.map(each => feeds[each].fault?.text).find(Boolean);
  const {easyOptions, orders, cards, trades} = portfolio.rows;
  return pane === 'portfolio'
    ? [easyOptions, orders, cards, trades].find(each => each.fault)?.fault
    : undefined;
}

type Banner = BlockOf<'banner'>;

/** The halt and UNKNOWN intents, on every pane until they end; own ones first. */
export function bannerLines(state: State): readonly Line[] {
  const {columns, rows} = state.viewport;
  return [...haltBanner(state), ...openBanner(state)].flatMap(({row, end = '', keys = '', below, others}) => {
    const behind = rows < 16 ? end + keys : end;
    const first = {text: ` ${cut(row.text, columns - 2 - width(behind))}${behind} `, tone: 'danger'} as const;
    const more = [below, others].slice(0, rows < 16 ? 0 : rows < 24 ? 1 : 2);
    const under = more.filter(each => each !== undefined).map(({text}) => ` ${cut(text, columns - 2)}`);
    return [[first], ...under.map((text): Line => [{text, tone: 'warning'}])];
  });
}

export function openBanner(state: State): readonly Banner[] {
  const {intents, journal, settings} = state;
  const all = allInBanner(intents);
  const meant = writeMeant(state);
  const first = all.find(each => each === meant) ?? all[0];
  if (first === undefined) {
    if (journal.status !== 'failed' || !journal.isUnread) return [];
    const text = 'There may be unresolved writes: the journal cannot be read.';
    return [{is: 'banner', row: {text}, below: {text: sanitize(journal.reason)}}];
  }
  const others = all.filter(each => each !== first);
  const late = lateFillsWords(intents, first, state.now);
  const live = mayBeLive(first) ? 0 : others.filter(mayBeLive).length;
  const hidden = live === 0 ? '' : `, ${live} UNKNOWN`;
  const count = others.length === 0 ? '' : ` ${all.indexOf(first) + 1} of ${all.length}${hidden}`;
  const banner = (note: string, keys: string, below: Span): readonly Banner[] => {
    const whose = `${count}${accountWords(first)}`;
    const [word, why] = [`${bannerWord(first)}${whose} `, `: ${note}${first.reason}${late}`];
    const asked = draftWords(first.draft);
    // The request is cut before the reason, whose first sentence says whether it may be live.
    const {columns, rows} = state.viewport;
    const [must = ''] = why.split(/(?<=\.) /);
    const left = columns - 2 - width(word + must) - (rows < 16 ? width(keys) : 0);
    const text = `${word}${cut(asked, Math.max(Math.floor(columns * leastAsked), left))}${why}`;
    const named = (each: Intent) => `${bannerWord(each)}${accountWords(each)} ${draftWords(each.draft)}`;
    const also = others.map(named).join(' · ');
    const more = others.length === 0 ? {} : {others: {text: sanitize(`also ${also}`)}};
    const row = {text: sanitize(text), spoken: sanitize(word + asked + why)};
    return [{is: 'banner', row, keys, below, ...more}];
  };
  const keyOn = (action: Action) => labelOf(settings.bindings, action);
  const held = heldElsewhere(intents, first);
  if (held === undefined) {
    const ways = waysOn(state, first);
    const isTraceless = first.state === 'UNKNOWN' && first.noTrace && !/no trace/i.test(first.reason);
    return banner(isTraceless ? 'no trace. ' : '', `  ${ways.map(([action]) => keyOn(action)).join(' ')}`, {
      text: `${ways.map(([action, does]) => `${keyOn(action)} ${does}`).join('  ')}${standingWords(state, first)}`,
      spoken: ways
        .map(([action, does]) => `${keyApart(keyOf(settings.bindings, action))}: ${does}`)
        .join('; '),
    });
  }
  const {holder, presence} = held;
  const key = blocked(state, 'takeOver') === undefined ? keyOn('takeOver') : '';
  const way = {
    alive: `${holder} holds it${intents.viewing === undefined ? ': it must end there.' : `. ${intents.viewing}`}`,
    elsewhere: `${key === '' ? '' : `${key} take over if it is known to be gone: `}${holder} holds it.`,
    gone: isLeftToOwner(first, intents.accountId)
      ? `${holder} left it for that account.${key === '' ? '' : ` ${key} take over if it is yours.`}`
      : `${holder} left it. ${intents.viewing ?? 'It is taken over and rechecked once the journal can be written.'}`,
  };
  const seen = needsPerson(first) ? '' : `${first.state} when last seen. `;
  return banner(seen, key === '' ? '' : `  ${key}`, {text: sanitize(way[presence])});
}

/** Part of the line for what was asked for, however long the reason is. */
const leastAsked = 0.4;

const bannerWord = (intent: Intent) => (mayBeLive(intent) ? 'UNKNOWN' : intent.state);

/** How long ago, what the reads show, and when that changes; as much as fits behind the keys. */
function standingWords({intents, now, settings}: State, intent: Intent): string {
  if (intent.state !== 'UNKNOWN') return '';
  const {sent, reads, next} = standingOf(intent, {
    ...{intents, now, resendKey: labelOf(settings.bindings, 'resend')},
  });
  return sanitize(`  · ${[sent, reads, next].filter(Boolean).join(' ')}`);
}

function waysOn(state: State, intent: Intent): readonly (readonly [Action, string])[] {
  if (intent.state === 'CANCELED, NOT REPLACED')
    return [
      ['sendNew', 'send it'],
      ['recheck', 'reread its trades'],
      ['resolve', 'drop it'],
    ];
  const again: readonly (readonly [Action, string])[] =
    blocked(state, 'resend') === undefined
      ? [['resend', hasKey(currentWrite(intent).draft) ? 'resend (same key)' : 'resend']]
      : [];
  return [['recheck', 'recheck'], ...again, ['resolve', 'resolve'], ['outcomes', 'details']];
}

export function haltBanner(state: State): readonly Banner[] {
  if (!isHalted(state)) return [];
  const {bindings} = state.settings;
  const text = flat(sanitize(standing(state)));
  const [pane, key] = [labelOf(bindings, 'pane.activity'), labelOf(bindings, 'resume')];
  const lifting = `${pane}, then ${keyApart(key)}, then the word ${liftingWord}, resumes trading`;
  const row = {text, spoken: `${text.replace(/\.$/, '')}. ${lifting}`};
  const end = `  ${pane} then ${key}: ${liftingWord}`;
  return [{is: 'banner', row, end, below: {text: flat(sanitize(leftWords(state)))}}];
}

/** The word and what is blocked come first: a narrow screen cuts the rest. */
function standing(state: State): string {
  const {record, unkept} = state.halt;
  const blocks = 'new risk blocked';
  if (record === undefined)
    return `HALT NOT SAVED ${serviceClock(state, unkept?.at ?? 0)}: new risk blocked in this dashboard only.`;
  const word = haltState(record);
  if (record.own === undefined)
    return `${word}: ${blocks} since ${serviceClock(state, record.at)} by ${record.by}.`;
  const {progress, askedAt, account} = record.own;
  const whose = `account ${account}`;
  if (progress === undefined) return `${word}: ${blocks} since ${serviceClock(state, askedAt)}, ${whose}.`;
  const since = serviceClock(state, progress.at);
  const again = againIn(state);
  if (again !== undefined)
    return `HALTED: ${blocks} · ${again} · was ${progress.word} at ${since} · ${whose}`;
  if (isEnd(progress.word)) return `${word}: ${blocks} since ${since}, ${whose}.`;
  const listed = progress.proved ?? ordersListed(progress, at => serviceClock(state, at));
  return [`${word}: ${blocks}`, haltCounts(progress), listed, whose].filter(Boolean).join(' · ');
}

function againIn({halt, feeds: {orders}}: State): string | undefined {
  const isAll = orders.filterText === '' && (orders.total !== undefined || showsAll(orders));
  return listedAgain(halt.record, orders, {readAt: orders.loadedAt?.wall ?? 0, isAll});
}

function leftWords(state: State): string {
  const {settings} = state;
  const {record} = state.halt;
  const key = labelOf(settings.bindings, 'halt');
  const ways = `${key} cancels and closes what is open`;
  if (record?.own === undefined) {
    const others =
      record === undefined ? [] : notEnded(record, state.now.wall).map(each => `Halting ${each}. `);
    return `${others.join('')}${ways}. Halts this machine only.`;
  }
  const {left = [], word} = record.own.progress ?? {};
  if (againIn(state) !== undefined) return `${ways} now.`;
  if (word !== undefined && isEnd(word))
    return "Per this machine's journal and the service's lists at that time.";
  const [first, ...others] = left;
  if (first === undefined) return 'Reading what is left. Halts this machine only.';
  return others.length === 0 ? first : `left, 1 of ${left.length}: ${first}`;
}

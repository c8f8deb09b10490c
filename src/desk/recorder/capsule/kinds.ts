import type {Documented} from '../../../api/wire/records.ts';
import {findMember} from '../../filter/members.ts';
import {readNamed, tokenize} from '../../filter/tokens.ts';
import {feedPanes} from '../../model/vocabulary.ts';
import {type FeedPane, kindOf, type RowOf} from '../../resources/resource.ts';
import {fieldColumns} from '../../resources/resources.ts';
import type {State} from '../../state.ts';
import {wordPattern} from './names.ts';
import {beginsOwn, isOwn} from './prose.ts';

/**
 * The fields that a capsule keeps, with how they are treated. A field is listed by its name, with the names
 * above it if one name has two meanings; the resources list the fields of records. A field that is not listed
 * is masked; a new one in the types fails `test/desk/recorder/capsule/kinds.test.ts`, which compares this table
 * with `NamedField`.
 */
const fields = {
  plain: [
    'above again alone alt answerMs answered areUnique arm ascii asOf asked asksOnQuit at attempt before',
    'bell beyond blockedUntil cancel chance changedAt checksRestUntil close closes colors columns count',
    'counter cards ctrl danger descending desktopNotifications details detailsScroll due easyOptions end',
    'expiry failures faults fetching figuresAt fillsAtOnce first firstTotal focus from gained goodReads',
    'hasRung inViewSince index intents isAlways isAnswered isAscending isComplete isEnded isFixed',
    'isGlassProved isGone isHandedOn isHint isInsisted isLast isMarked isMore isOfMarked isOfProgram',
    'isOld isOurs isPaper isPartial isProved isRead isReadOnlyHere isReading isRefused isRemote isSeen',
    'isSlow isStuck isTaken isToLeave isUnproved isUnread isWanted isWhole isWide lastAt lastTotal',
    'latencies latencyMs listLagMs listed loadedAt look mark maxOpenCount maxWritesPerMinute mayCancel',
    'mayHandOn mayRepeat mono most mostGiven narrowedFrom newest nextAt noTrace nothingListedSince number',
    'of offsetAtSend offsetMs oldest open orders otherPage others ownBody page pageNumber pageSize pages',
    'partlyFilled pasted patienceMs place priceBand priceTolerance question quietSince quietUntil',
    'rateStreak read readOnly refreshMs repeats request restUntil retryAfterMs review reviewing revision',
    'round rows scroll searches seen selectedIndex shift shown shownAt since sizeAsked sold start',
    'startedAt stays timed toleranceMs total totals touched trades tradesLagMs unproved unreadable until',
    'wall wins withAsk without wl won write writes outcome.status underWay#key underWay.search',
    'messages.id notices.id kept.told heardAt profitEvery said.words questionSaid.words',
  ],
  /** Words of the program or of the interface; other words are renamed. */
  word: [
    'action background bindings.at bindings.at#key by cameBack credential currencies currency disorder',
    'endsAt field fieldsInView.cards fieldsInView.easyOptions fieldsInView.orders fieldsInView.trades',
    'columns.activity columns.cards columns.easyOptions columns.orders columns.trades fields group kind',
    'landsOn makes lastAsked marks.each marks.each#key name on pane presence process proof proved query.active',
    'role sortByDirection sortByField sortable.cards sortable.easyOptions span stands startPane state',
    'states#key theme times unvisited venue wants way byCurrency#key maxDayLoss#index',
    'maxOpenInvestment#index sense verbosity asked.what typed.field expiries.from underlyings.from',
    'answer.disorder msg.what seen.of figure.of progress.word told.level messages.level notices.level',
  ],
  date: ['closeTimeFrom closeTimeTo day openTimeFrom openTimeTo triggerTimeFrom triggerTimeTo days.all.name'],
  percent: ['distance filledPercent nearest percent'],
  zone: ['zone'],
  id: [
    'accounts card.id checking easyOptionId goesOn idempotencyKey ids intentId knownBefore',
    'marked.easyOptions marked.orders narrowed recordId requestId resolvedRecordId rowId selected',
    'facts.unproved facts.writes cardFacts#key left#key leftOptions#key listed#key looks#index marks#key',
    'seen#key',
  ],
  name: [
    'account allowedUnderlyings host optionSymbolContains profile profiles query.search symbols',
    'titleContains underlyingContains underlyings rules.underlyings#key limits.underlyings#index',
    'namedFilters.cards#index namedFilters.easyOptions#index namedFilters.orders#index',
    'namedFilters.trades#index',
  ],
  text: [],
  price: [
    'ask entryPriceMax entryPriceMin newPrice premium priceSeen strike targetPriceMax targetPriceMin to',
    'triggerPriceMax triggerPriceMin cards.seen.value',
  ],
  size: ['filled known doubts.most median net.sum newSize qtyMax qtyMin'],
  money: [
    'investment investmentAmountMax investmentAmountMin maxDayLoss maxInvestment maxNotional',
    'maxOpenInvestment maxOpenNotional notional sum easyOptions.seen.value',
  ],
  level: ['level'],
  stage: ['told'],
  prose: [
    'overlay.easyOptions overlay.orders about activity.id activitySelected amount error failure fault',
    'hint holder items.id journalProblem label left lines.name line.name lines.from line.from note notes',
    'notice outcome reason record.by refused.title form.title review.title fields.refused stopped target',
    'text value what word words disabled.cancel disabled.close disabled.open disabled.place told#key',
    'tries#key activity.what guards.what alerts.id',
  ],
  filter: [
    'disobeyed filter filterHistory filterText namedFilters.cards namedFilters.easyOptions',
    'namedFilters.orders namedFilters.trades visit.before',
  ],
  typed: ['fields.value fields.sends typed.value overlay.text overlay.search wanted'],
  key: ['key keys heardKeys letters key.name key.text swallow.name'],
  figure: ['lines.key line.key book.selected'],
  sealed: ['also'],
  dropped: ['came.error'],
} as const;

export type Keep = keyof typeof fields;

type WordsIn<Line extends string, Known = never> = Line extends `${infer First} ${infer Rest}`
  ? WordsIn<Rest, Known | First>
  : Known | Line;

type RecordField = {readonly [P in FeedPane]: Documented<RowOf[P]>}[FeedPane];

/** Every name that stands in the table, or is a field of a record. */
export type NamedField = WordsIn<(typeof fields)[Keep][number]> | RecordField;

const ofRecords = Object.values(fieldColumns)
  .flat()
  .flatMap(([name, {is, isDate}]): [string, Keep][] => {
    const kept: Keep | undefined = isDate ? 'date' : kindOf(is).kept;
    return kept === undefined ? [] : [[name, kept]];
  });

const isKeep = (name: string): name is Keep => name in fields;

const kinds = new Map<string, Keep>([
  ...ofRecords,
  ...Object.keys(fields)
    .filter(isKeep)
    .flatMap(keep =>
      fields[keep].flatMap((line: string) => line.split(' ').map((name): [string, Keep] => [name, keep])),
    ),
]);

/** The path to a value, as far as it matters for its treatment. */
export type Whereabouts = {
  readonly name: string;
  readonly kind: Keep | undefined;
  readonly keyKind: Keep | undefined;
  readonly nameKind: Keep | undefined;
  child(name: string): Whereabouts;
};

const roots = new Map<string, Whereabouts>();

export function rootOf(name: string): Whereabouts {
  const root = roots.get(name) ?? whereaboutsOf([name]);
  roots.set(name, root);
  return root;
}

function whereaboutsOf(names: readonly string[]): Whereabouts {
  const children = new Map<string, Whereabouts>();
  const kindOf = (suffix: string): Keep | undefined =>
    kinds.get(`${names.slice(-3).join('.')}${suffix}`) ??
    kinds.get(`${names.slice(-2).join('.')}${suffix}`) ??
    kinds.get(`${names.at(-1)}${suffix}`);
  return {
    name: names.at(-1) ?? '',
    kind: kindOf(''),
    keyKind: kindOf('#key'),
    nameKind: kindOf('#index'),
    child(name) {
      const known = children.get(name) ?? whereaboutsOf([...names.slice(-2), name]);
      children.set(name, known);
      return known;
    },
  };
}

export type OnText = (kind: Keep, text: string) => string;

type OfField = {readonly name?: unknown};
type OfLine = {readonly kind?: unknown; readonly field?: unknown};

const formFields: Readonly<Record<string, Keep>> = {
  amount: 'money',
  symbol: 'name',
  side: 'word',
  price: 'price',
  size: 'size',
  positionId: 'id',
};

export function inForm(text: string, {name}: OfField, onText: OnText): string {
  return onText(formFields[String(name)] ?? 'text', text);
}

export function inLine(text: string, {kind, field}: OfLine, onText: OnText): string {
  switch (kind) {
    case 'alert':
      return onText(field === 'pl' ? 'money' : 'price', text);
    case 'filter':
      return inFilter(text, onText);
    case 'sort':
      return begun(text);
    case 'byHand':
    case 'palette':
    case 'search':
    case 'help':
    case 'lift':
      return inWords(text, onText);
    default:
      return onText('prose', text);
  }
}

export function inOpen(text: string, field: string, overlay: State['overlay'], onText: OnText): string {
  return overlay.kind === 'form' ? inForm(text, {name: field}, onText) : inLine(text, overlay, onText);
}

/** Words of the program stay, unfinished ones too. */
export function inWords(text: string, onText: OnText): string {
  return text.replace(wordPattern, word => (beginsOwn(word) ? word : onText('text', word)));
}

export const typedMask = '·';

function begun(text: string): string {
  return Array.from(text, (letter, at) =>
    beginsOwn(text.slice(0, at + letter.length)) ? letter : typedMask,
  ).join('');
}

const leastBegun = 3;

export function inFilter(text: string, onText: OnText): string {
  let said = '';
  let at = 0;
  for (const token of tokenize(text)) {
    const named = readNamed(token);
    const bare = token.raw.length >= leastBegun && beginsOwn(token.raw) ? token.raw : undefined;
    const after =
      named === undefined
        ? (bare ?? onText(isOwn(token.raw) ? 'word' : 'text', token.raw))
        : onText('word', token.raw.slice(0, named.valueAt - token.at)) +
          inCondition(named.name, token.raw.slice(named.valueAt - token.at), onText);
    said += text.slice(at, token.at) + after;
    at = token.at + token.raw.length;
  }
  return said + text.slice(at);
}

const amountKinds: ReadonlySet<Keep | undefined> = new Set(['price', 'size', 'money']);
const root = rootOf('query');

function inCondition(name: string, value: string, onText: OnText): string {
  const member = feedPanes.map(pane => findMember(pane, name)).find(found => 'member' in found);
  const found = member !== undefined && 'member' in member ? member.member : undefined;
  const field = found?.name ?? name;
  const kind = root.child(found?.from ?? field).kind;
  if (kind === undefined) return onText('text', value);
  if (amountKinds.has(kind))
    return value.replace(/\d+(?:\.\d+)?|\p{L}+/gu, each =>
      /^\d/.test(each) ? onText(kind, each) : onText('text', each),
    );
  if (kind === 'plain' || kind === 'date') return isTime(value) ? value : onText('text', value);
  return value.replace(/[^,"]+/g, each => onText(kind, each));
}

const isTime = (value: string) => /^(?:[\d\s.,:TZ+"-]|\d[smhdw]|today|yesterday)*$/.test(value);

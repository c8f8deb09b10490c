import {type FeedPane, isFeedPane, paneNames, panes} from '../../account/model/vocabulary.ts';
import {fillsByOrder} from '../../account/resources/arithmetic.ts';
import {rounded} from '../../account/resources/figures.ts';
import {headingOf} from '../../account/resources/resources.ts';
import {contractText} from '../../account/words/records.ts';
import {capital, counted, nothing, number, signOf, words} from '../../account/words/text.ts';
import {expiryDay, seconds} from '../../account/words/times.ts';
import type {EasyOption} from '../../api/wire/records.ts';
import {dataInView} from '../../desk/feeds/freshness.ts';
import {rowInView} from '../../desk/navigate.ts';
import {signsBefore, sortSign, tabSigns, valueSigns} from '../../desk/signs.ts';
import type {Feed, RowOf, State} from '../../desk/state.ts';
import {faultInView} from '../bottom/Messages.tsx';
import {pageWords, summaryOf} from '../bottom/Summary.tsx';
import {details} from '../details.ts';
import {ownPaneViews, type SelectedInWords} from '../own-pane-views.ts';
import {briefPortfolio} from '../table/portfolio-brief.ts';
import {unreadWords} from '../table/Table.tsx';
import {filteredWords} from '../top/Filter.tsx';
import {sentence, sentences} from './spoken.ts';

export function paneInWords(state: State): string[] {
  const {pane} = state;
  if (!isFeedPane(pane)) {
    const [words, row] = [ownPaneViews[pane].inWords(state), inView(state)];
    const isSaid = row?.glance.every(each => words.includes(each));
    return sentences(...words, row && (isSaid ? placeInWords(state) : rowAtAGlance(state)));
  }
  const title = paneNames[pane].title;
  const feed: Feed = state.feeds[pane];
  if (feed.loadedAt === undefined) return sentences(`${title}, ${faultInView(state) ?? 'reading'}`);
  const {rows, total, page, otherPage} = feed;
  const count = rows.length === 0 ? noRows(feed) : counted(rows.length, 'row');
  const of = total === undefined || total === rows.length ? '' : ` of ${total}`;
  const place = page > 0 || otherPage !== undefined ? pageWords(feed) : '';
  return sentences(
    [title, filterInWords(feed), count + of, place, sortInWords(feed)].filter(Boolean).join(', '),
    staleInWords(state),
    rows.length === 0 ? '' : rowAtAGlance(state),
  );
}

const filterInWords = ({filterText}: Feed) => (filterText === '' ? '' : `filter ${filterText}`);

export const sortInWords = ({pane, sort}: Feed) =>
  sort && `by ${headingOf(pane, sort.field)} ${sortSign(sort).spoken}`;

export function placeOfAll(state: State): string[] {
  const {pane, feeds} = state;
  const how = isFeedPane(pane) ? [filterInWords(feeds[pane]), filteredWords(feeds[pane])] : [];
  const signs = tabSigns.map(({isOn, spoken}) => {
    const titles = panes
      .filter(each => each !== pane && isOn(state, each))
      .map(each => paneNames[each].title);
    return titles.length > 0 && `${spoken} ${titles.join(', ')}`;
  });
  const {age} = dataInView(state);
  const {totals, places} = summaryOf(state);
  const summary = sentences([...totals.slice(0, 1), ...places.slice(0, 1)].join(', '));
  return sentences(
    [paneNames[pane].title, ...how, placeInWords(state), ...summary].filter(Boolean).join(', '),
    briefPortfolio(state).money[0]?.replaceAll(' · ', ', '),
    ...signs,
    age.kind === 'fresh' ? `Data ${seconds(age.ageMs)} old` : staleInWords(state),
    rowAtAGlance(state),
  );
}

/** '' while the data are fresh. */
export function staleInWords(state: State): string {
  const {age, list} = dataInView(state);
  const why = faultInView(state);
  const of = list && `${list} `;
  return age.kind === 'stale'
    ? `STALE, ${of}${seconds(age.ageMs)} old${why === undefined ? '' : `: ${why}`}`
    : '';
}

const known = (...parts: readonly (string | undefined | false)[]) =>
  parts.filter((each): each is string => typeof each === 'string' && each !== '' && each !== nothing);

/** Its name first. */
const glances: {readonly [P in FeedPane]: (state: State, row: RowOf[P]) => readonly string[]} = {
  cards: ({feeds}, {id, title, currentAskPrice, active}) => {
    const mark = feeds.cards.marks.get(id)?.get('currentAskPrice')?.is;
    const moved = mark && valueSigns[mark].spoken;
    return [
      words(title),
      ...known(`ask ${number(currentAskPrice)}`, moved, active === false && 'not active'),
    ];
  },
  easyOptions: (_, {cardName, optionSymbol, id, ...row}) => [
    words(cardName ?? optionSymbol ?? `#${id}`),
    ...known(row.status, profitOf(row)),
  ],
  orders: ({feeds}, order) => {
    const filled = fillsByOrder(feeds.trades.rows).get(order.orderId);
    const {asset, symbol, expiryDate, price} = order;
    const contract = asset === undefined ? symbol : contractText({...order, expiryDate: undefined});
    return [
      known(order.side, number(order.size)).join(' '),
      ...known(
        price !== undefined && `at ${number(price)}`,
        contract,
        asset !== undefined && expiryDate !== undefined && expiryDay(expiryDate),
        filled && `${number(filled)} filled`,
        order.status,
      ),
    ];
  },
  trades: (_, trade) => [
    known(trade.tradeSide, number(trade.filledSizeContracts)).join(' '),
    ...known(`at ${number(trade.openPrice)}`, contractText(trade)),
  ],
};

function profitOf({pl, investmentCurrency}: Pick<EasyOption, 'pl' | 'investmentCurrency'>) {
  if (pl === undefined) return undefined;
  const value = rounded(pl, investmentCurrency) ?? pl;
  const sign = signOf(value);
  return sign === 0 ? 'P/L 0' : `${sign < 0 ? 'loss' : 'gain'} ${number(value.replace(/^-/, ''))}`;
}

function inView(state: State) {
  const {pane, feeds} = state;
  const found = rowInView(state);
  const record = found ? glances[found.pane](state, found.row as never) : [];
  const row = isFeedPane(pane) ? selectedOn(feeds[pane]) : ownPaneViews[pane].selected(state);
  const {words = record, id = ''} = row ?? {};
  if (row === undefined || words.length === 0) return undefined;
  const signs = signsBefore(state, pane, id).map(each => each.spoken);
  return {what: 'row', ...row, glance: [...signs, ...words]};
}

function selectedOn({first, selected: id, selectedIndex, rows}: Feed): SelectedInWords {
  return {id, index: first + selectedIndex, of: first + rows.length};
}

/** `Row 3, Bitcoin above 75,500, ask 4,770, up.` */
export function rowAtAGlance(state: State): string {
  const row = inView(state);
  const {pane, feeds} = state;
  if (row !== undefined) return sentence([`${capital(row.what)} ${row.index + 1}`, ...row.glance].join(', '));
  const isEmpty = isFeedPane(pane) && feeds[pane].loadedAt !== undefined && feeds[pane].rows.length === 0;
  return isEmpty ? `${paneNames[pane].title}, ${noRows(feeds[pane])}.` : 'No row is selected.';
}

function noRows({unreadable: {length}}: Feed): string {
  return length === 0 ? 'no rows' : unreadWords(length).toLowerCase();
}

export function placeInWords(state: State): string {
  const row = inView(state);
  return row === undefined ? '' : `${row.what} ${row.index + 1} of ${row.of}`;
}

export function detailsInWords(state: State, times: number): string {
  const fields = details(state) ?? [];
  if (fields.length === 0) return 'No row is selected.';
  const pane = rowInView(state)?.pane ?? 'activity';
  const chosen: readonly string[] = state.settings.columns[pane];
  const first = times > 1 ? fields : chosen.flatMap(name => fields.filter(each => each.name === name));
  const told = first.length > 0 ? first : fields;
  return sentences(...told.map(({field, spoken = field, value}) => `${capital(spoken)} ${value}`)).join(' ');
}

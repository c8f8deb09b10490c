import {describe, expect, it} from 'vitest';
import {withPortfolioRows} from '../../src/desk/feeds/rounds.ts';
import type {Alert} from '../../src/desk/kept.ts';
import {tell} from '../../src/desk/notices.ts';
import {portfolioLines} from '../../src/desk/portfolio/move.ts';
import {allSigns, messageSigns, tabSigns, valueSigns} from '../../src/desk/signs.ts';
import type {Fault, State} from '../../src/desk/state.ts';
import {messageLines} from '../../src/ui/bottom/Messages.tsx';
import {newsInWords} from '../../src/ui/reader/news.ts';
import {placeOfAll, rowAtAGlance} from '../../src/ui/reader/pane.ts';
import {createTableView} from '../../src/ui/table/Table.tsx';
import {tabsLine} from '../../src/ui/top/Tabs.tsx';
import {accountOf} from '../account/portfolio/account.ts';
import {card, easyOption, startDesk} from '../helpers/desk.ts';
import {text, texts} from './helpers/texts.ts';

const opened = () => startDesk().open({cards: [card('1')], easyOptions: [easyOption('1')]});

const alertOn = (state: State, hasRung: boolean): State => {
  const of = {
    id: '1',
    pane: 'cards',
    rowId: '1',
    label: 'ask',
    field: 'ask',
    above: true,
    level: '9',
  } as const;
  const alert: Alert = {...of, hasRung};
  return {...state, alerts: [...state.alerts, alert]};
};

/** One for each sign of its kind, by what it means. */
const rows: Readonly<Record<string, () => State>> = {
  selected: () => opened().state,
  marked() {
    const desk = opened();
    desk.type('2', 'space');
    return desk.state;
  },
  'an alert has triggered': () => alertOn(opened().state, true),
  'has an alert': () => alertOn(opened().state, false),
  pinned: () => ({...opened().state, pinned: ['1']}),
};

const tabs: Readonly<Record<string, (state: State) => State>> = {
  filtered: ({feeds, ...state}) => ({
    ...state,
    feeds: {...feeds, trades: {...feeds.trades, filterText: 'side:BUY'}},
  }),
  'unread news': state => ({...state, unvisited: new Set(['trades'])}),
  STALE: ({feeds, now, ...state}) => ({
    ...{...state, now: {...now, mono: now.mono + 3_600_000}},
    feeds: {...feeds, trades: {...feeds.trades, fault: {kind: 'link', text: 'No link.'} as Fault}},
  }),
};

const [[, ...rowSigns]] = allSigns as [(typeof allSigns)[number]];

describe('each sign of the list', () => {
  it.each(rowSigns)('is drawn before a row and spoken with it: $means', ({sign, means, spoken}) => {
    const state = rows[means]?.() ?? opened().state;
    const [, row = ''] = texts(createTableView().draw(state, 100, 10).lines);
    expect(row.slice(0, 2)).toContain(sign);
    expect(rowAtAGlance(state)).toContain(spoken);
  });

  it.each(tabSigns)('is drawn on a tab and spoken with its name: $means', ({sign, means, spoken}) => {
    const state = tabs[means]?.(opened().state) ?? opened().state;
    expect(text(tabsLine(state))).toMatch(new RegExp(`4 Trades( 0)?\\${sign}`));
    expect(placeOfAll(state).join('\n')).toMatch(new RegExp(`^${spoken} .*Trades`, 'm'));
  });

  it.each(Object.entries(valueSigns))('is drawn and spoken after a value: %s', (is, {sign, spoken}) => {
    const {state} = opened();
    const mark = {is: is as keyof typeof valueSigns, at: state.now.mono};
    const marks = new Map([['1', new Map([['currentAskPrice', mark]])]]);
    const marked = {...state, feeds: {...state.feeds, cards: {...state.feeds.cards, marks}}};
    const [, value = ''] = /ask ([\d.,]*\d)/.exec(rowAtAGlance(state)) ?? [];
    expect(texts(createTableView().draw(marked, 100, 10).lines)[1]).toContain(`${value}${sign}`);
    expect(rowAtAGlance(marked)).toContain(spoken === '' ? value : `ask ${value}, ${spoken}`);
  });

  it.each(Object.entries(messageSigns))(
    'is drawn and spoken before a message: %s',
    (name, {sign, spoken}) => {
      const {state} = opened();
      const told = tell(state, 'All is well.', name as keyof typeof messageSigns, state.now);
      expect(texts(messageLines(told, 1))[0]).toMatch(new RegExp(`^ ${sign}All is well\\.`));
      expect(newsInWords(state, told)).toEqual([`${spoken}All is well.`]);
    },
  );
});

it('the sign of a figure of the Portfolio is drawn and spoken too', () => {
  const desk = startDesk({startPane: 'portfolio'});
  const state = withPortfolioRows(desk.state, accountOf({easyOptions: [easyOption('1')]}), desk.now);
  const [figure] = portfolioLines(state);
  const of = {
    id: '1',
    pane: 'portfolio',
    label: 'P/L',
    field: 'pl',
    above: true,
    level: '9',
    hasRung: true,
  } as const;
  const rung = {...state, alerts: [{...of, rowId: figure?.key ?? ''}]};
  expect(texts(createTableView().draw(rung, 100, 10).lines)[0]).toMatch(/^▌!/);
  expect(rowAtAGlance(rung)).toMatch(/^Figure 1, alert triggered, /);
});

it('a row with several signs is drawn with the first and spoken with all', () => {
  const state = alertOn(alertOn({...opened().state, pinned: ['1']}, false), true);
  expect(texts(createTableView().draw(state, 100, 10).lines)[1]).toMatch(/^▌!/);
  expect(rowAtAGlance(state)).toContain('Row 1, alert triggered, alert, pinned, ');
});

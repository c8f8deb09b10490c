import {describe, expect, it} from 'vitest';
import {easyOptionFields} from '../../../src/api/wire/records.ts';
import {bindings, bindingsWith} from '../../../src/desk/bindings.ts';
import {fieldsOf} from '../../../src/desk/model/rows.ts';
import {type FeedPane, feedPanes} from '../../../src/desk/model/vocabulary.ts';
import {sortChoices} from '../../../src/desk/overlays/sort.ts';
import {card, easyOption, order, startDesk, trade} from '../../helpers/desk.ts';

const options = [
  easyOption('7', {pl: '2', qty: '1'}),
  easyOption('8', {pl: '-49', qty: '3'}),
  easyOption('9', {pl: '-0.78', qty: '2'}),
];
const rows = {
  cards: [card('1'), card('2')],
  easyOptions: options,
  orders: [order('5', {price: '10'}), order('6', {price: '9'})],
  trades: [trade('3')],
};
const all = {cards: [], easyOptions: easyOptionFields};

/** On Easy Options, as a person finds them. */
function onOptions(changed: Parameters<typeof startDesk>[0] = {}) {
  const desk = startDesk({sortable: all, ...changed}).open(rows);
  desk.type('2');
  desk.asked();
  return desk;
}

type Desk = ReturnType<typeof onOptions>;
const sortIn = ({state}: Desk, pane: FeedPane = 'easyOptions') => state.feeds[pane].sort;
const idsIn = ({state}: Desk) => state.feeds.easyOptions.rows.map(each => each.id);
const up = (field: string) => ({field, descending: false});
const down = (field: string) => ({field, descending: true});

/** The keys rest, and what is due is asked. */
function rest(desk: Desk, pane: FeedPane = 'easyOptions') {
  desk.pass(300);
  desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
  return desk.asked().filter(each => each.type === 'fetch');
}

/** Presses keys until the wanted is there, and tells how many it took. */
function counted(desk: Desk, keys: readonly string[], isThere: () => boolean): number {
  desk.type(...keys);
  expect(isThere(), keys.join(' ')).toBe(true);
  return keys.length;
}

describe('sorting by P/L', () => {
  it('takes two keys, and the other way round one', () => {
    const desk = onOptions();
    expect(counted(desk, ['s', 'p'], () => sortIn(desk)?.field === 'pl')).toBe(2);
    expect([sortIn(desk), idsIn(desk), desk.state.overlay.kind]).toEqual([up('pl'), ['8', '9', '7'], 'none']);
    expect(counted(desk, ['='], () => sortIn(desk)?.descending === true)).toBe(1);
    expect(idsIn(desk)).toEqual(['7', '9', '8']);
  });

  it('asks the service once the keys rest, for the first page', () => {
    const desk = onOptions();
    desk.type('s', 'p', '=');
    expect(desk.asked().filter(each => each.type === 'fetch')).toEqual([]);
    expect(rest(desk)).toEqual([expect.objectContaining({pane: 'easyOptions', sort: down('pl'), page: 0})]);
  });
});

describe('the sort column', () => {
  it('goes to the next and the previous column in view, round the ends, and keeps its direction', () => {
    const desk = onOptions();
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['cardName', 'status', 'pl']});
    const seen = ['>', '>', '>', '>', '<', '=', '<', '<'].map(key => {
      desk.type(key);
      return sortIn(desk);
    });
    expect(seen).toEqual([
      up('cardName'),
      up('status'),
      up('pl'),
      up('cardName'),
      up('pl'),
      down('pl'),
      down('status'),
      down('cardName'),
    ]);
  });

  it('begins at the end it is moved from where the field in force is not in view', () => {
    const desk = onOptions();
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['status', 'pl']});
    desk.type('<');
    expect(sortIn(desk)).toEqual(up('pl'));
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['status', 'qty']});
    desk.type('>');
    expect(sortIn(desk)).toEqual(up('status'));
  });

  it('passes over columns that no field of the records is behind', () => {
    const desk = onOptions();
    for (const _ of easyOptionFields) {
      desk.type('>');
      expect(easyOptionFields).toContain(sortIn(desk)?.field);
    }
  });

  it('sorts the rows on the screen at once, and says of a turn without a sort why not', () => {
    const desk = onOptions();
    desk.type('=');
    expect([sortIn(desk), desk.state.notices.at(-1)?.text]).toEqual([undefined, 'Nothing is sorted yet.']);
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['qty']});
    desk.type('>');
    expect(idsIn(desk)).toEqual(['7', '9', '8']);
  });

  it('drops an answer that was asked for before', () => {
    const desk = onOptions();
    desk.type('r');
    const request = desk.state.feeds.easyOptions.fetching ?? 0;
    expect(request).toBeGreaterThan(0);
    desk.asked();
    desk.type('>');
    const before = desk.state.feeds.easyOptions.rows;
    const answer = {rows: [], unreadable: [], total: 0, isLast: true, venue: 'PAPER', latencyMs: 1} as const;
    desk.send({
      type: 'arrived',
      pane: 'easyOptions',
      request,
      began: desk.now,
      answer: {...answer, offsetMs: 0},
    });
    expect(desk.state.feeds.easyOptions.rows).toBe(before);
    expect(rest(desk)).toHaveLength(1);
  });
});

describe('the sort list', () => {
  const choicesIn = ({state}: Desk) =>
    state.overlay.kind === 'sort' ? sortChoices(state, state.overlay) : [];
  const chosenIn = (desk: Desk) => {
    const {overlay} = desk.state;
    return overlay.kind === 'sort' ? choicesIn(desk)[overlay.index]?.field : undefined;
  };

  it('opens on the field in force, with the columns in view first and every field behind them', () => {
    const desk = onOptions();
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['status', 'pl']});
    desk.type('s', 'p', 's');
    expect(chosenIn(desk)).toBe('pl');
    const fields = choicesIn(desk).map(each => each.field);
    expect(fields.slice(0, 3)).toEqual(['status', 'pl', 'id']);
    expect(fields.toSorted()).toEqual([...easyOptionFields, undefined].toSorted());
  });

  it('turns the field in force round by Enter, and by its letter', () => {
    const desk = onOptions();
    desk.type('s', 'p', 's', 'enter');
    expect(sortIn(desk)).toEqual(down('pl'));
    desk.type('s', 'p');
    expect(sortIn(desk)).toEqual(up('pl'));
  });

  it('ends the sort by its last entry', () => {
    const desk = onOptions();
    desk.type('s', 'p', 's', '-');
    expect(sortIn(desk)).toBeUndefined();
    desk.type('s', 'p', 's', 'end', 'enter');
    expect(sortIn(desk)).toBeUndefined();
    expect(rest(desk)).toEqual([expect.objectContaining({sort: undefined})]);
  });

  it('goes round its ends a row at a time, and jumps to them', () => {
    const desk = onOptions();
    desk.type('s', 'k');
    expect(chosenIn(desk)).toBeUndefined();
    desk.type('j');
    expect(chosenIn(desk)).toBe(choicesIn(desk)[0]?.field);
    desk.type('G', 'g', 'pagedown');
    expect(chosenIn(desk)).not.toBe(choicesIn(desk)[0]?.field);
  });

  it('finds by heading and by field what is typed behind a slash', () => {
    const desk = onOptions();
    desk.type('s', '/', ...'invest');
    expect(choicesIn(desk).map(each => each.field)).toEqual(['investmentAmount', 'investmentCurrency']);
    for (const _ of 'invest') desk.type('backspace');
    desk.type(...'p/l c');
    expect(choicesIn(desk).map(each => each.field)).toEqual(['plClosed']);
    desk.type('enter');
    expect([sortIn(desk), desk.state.overlay.kind]).toEqual([up('plClosed'), 'none']);
  });

  it('leaves the search by Esc, and then the list', () => {
    const desk = onOptions();
    desk.type('s', '/', 'q', 'escape');
    expect(choicesIn(desk).length).toBeGreaterThan(20);
    desk.type('escape');
    expect([desk.state.overlay.kind, sortIn(desk)]).toEqual(['none', undefined]);
  });

  it.each(feedPanes)('has a letter of its own for every field of %s, the same on every screen', pane => {
    const desk = onOptions();
    desk.type(String(feedPanes.indexOf(pane) + 1), 's');
    const choices = choicesIn(desk);
    const letters = choices.map(each => each.letter);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters).not.toContain(undefined);
    const heard = bindings.flatMap(each => each.at.get('sort') ?? []);
    expect(letters.filter(each => each !== undefined && heard.includes(each))).toEqual([]);
    desk.type('escape');
    desk.send({type: 'columnsShown', pane, fields: fieldsOf[pane].slice(-2)});
    desk.type('s');
    const again = new Map(choicesIn(desk).map(each => [each.field, each.letter]));
    expect(again).toEqual(new Map(choices.map(each => [each.field, each.letter])));
  });

  it('gives no letter that a profile gives to a key of the list', () => {
    const desk = onOptions({bindings: bindingsWith({'row.down': ['p']})});
    desk.type('s', 'p');
    expect(desk.state.overlay.kind).toBe('sort');
    expect(choicesIn(desk).map(each => each.letter)).not.toContain('p');
  });
});

import {describe, expect, it} from 'vitest';
import {paletteMatches} from '../../../src/desk/dialogs/palette.ts';
import {card, easyOption, order, settings, startDesk, trade} from '../../helpers/desk.ts';

const rows = {
  cards: [card('1'), card('2')],
  easyOptions: [easyOption('7'), easyOption('8')],
  orders: [order('5'), order('6')],
  trades: [trade('3')],
};

const started = (changed: Parameters<typeof startDesk>[0] = {}) => startDesk(changed).open(rows);
type Desk = ReturnType<typeof started>;

/** Types a command into the palette and runs the first that it finds. */
function command(desk: Desk, text: string) {
  desk.type(':');
  desk.send({type: 'typed', field: 'palette', value: text});
  desk.type('enter');
}

const labels = ({state}: Desk, text: string) => paletteMatches(state, text).map(each => each.label);
const reason = ({state}: Desk, text: string) => paletteMatches(state, text)[0]?.blocked(state);
const said = ({state}: Desk) => state.notices.at(-1)?.text;
const isReadOnly = ({state}: Desk) => state.settings.guardrails.readOnly;

describe('themes in the palette', () => {
  it('apply immediately, and the active one is marked', () => {
    const desk = started();
    command(desk, 'theme light');
    expect(desk.state.settings.theme).toBe('light');
    expect(reason(desk, 'theme light')).toBe('The theme light is active.');
    expect(labels(desk, 'theme')).toContain('theme high-contrast');
  });
});

describe('the palette when it opens', () => {
  it('starts with the actions of keys, so that Enter without text changes no setting', () => {
    const desk = started();
    expect(labels(desk, '')[0]).toBe('Go to Cards');
    expect(labels(desk, '  ')).toEqual(labels(desk, ''));
    expect(labels(desk, '')).toContain('READ-ONLY on: send no writes in this session');
    command(desk, '');
    expect(isReadOnly(desk)).toBe(false);
  });
});

describe('READ-ONLY in the palette', () => {
  it('is switched on, refuses every write, and can be switched off again', () => {
    const desk = started();
    command(desk, 'read-only on');
    expect(isReadOnly(desk)).toBe(true);
    desk.type('3', 'x');
    expect(desk.state.overlay.kind).toBe('none');
    expect(said(desk)).toBe(
      'READ-ONLY: you switched writes off for this session. READ-ONLY off in the palette allows them.',
    );
    command(desk, 'read-only off');
    expect(isReadOnly(desk)).toBe(false);
    desk.type('x');
    expect(desk.state.overlay.kind).toBe('review');
  });

  it('cannot be switched off if the profile or a flag sets it', () => {
    const desk = started({guardrails: {...settings.guardrails, readOnly: true}});
    command(desk, 'read-only on');
    command(desk, 'read-only off');
    expect(isReadOnly(desk)).toBe(true);
    expect(said(desk)).toBe(
      'READ-ONLY is set by the profile or the command line and cannot be changed here.',
    );
  });

  it('prevents a review whose list is still loading', () => {
    const desk = started();
    desk.type('3', 'X');
    const number = desk.state.gathering?.number ?? 0;
    command(desk, 'read-only on');
    const answer = {orders: rows.orders, easyOptions: [], total: 2, unreadable: 0, isWhole: true};
    desk.send({type: 'listRead', number, answer: {...answer, began: desk.now}});
    expect(desk.state.overlay.kind).toBe('none');
  });

  it('ends several writes in progress with the controls, and can then be switched off', () => {
    const desk = started();
    const seen = {by: 'pts/3 (process 7)', since: 0, isReturned: false} as const;
    desk.send({type: 'controls', seen: {...seen, is: 'ours', epoch: 1}});
    desk.type('3', 'X');
    desk.readList({orders: rows.orders});
    desk.showQuestion();
    desk.type('y');
    expect(desk.state.outbox?.items.map(each => each.stands)).toEqual(['asked', 'waiting']);
    const [first] = desk.state.outbox?.items ?? [];
    if (first === undefined) throw new Error('nothing is sent');
    desk.journal('i1', first.draft);
    command(desk, 'read-only on');
    expect(desk.state.outbox?.stopped).toMatch(/^READ-ONLY: you switched/);
    desk.send({type: 'controls', seen: {...seen, is: 'free', epoch: 1}});
    expect(desk.state.outbox).toBeUndefined();
    expect(said(desk)).toMatch(/^2 orders: 1 UNKNOWN \(#\w+\), 1 not sent \(#\w+\): READ-ONLY: you switched/);
    command(desk, 'read-only off');
    expect(isReadOnly(desk)).toBe(false);
  });
});

describe('saved filters in the palette', () => {
  it('are those of the current pane, and apply their filter text', () => {
    const desk = started({namedFilters: {cards: {touch: 'type:TOUCH'}, orders: {btc: 'asset:BTC'}}});
    expect(labels(desk, '@')).toEqual(['filter @touch: type:TOUCH']);
    command(desk, '@touch');
    expect(desk.state.feeds.cards.filterText).toBe('type:TOUCH');
    expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'fetch', pane: 'cards'}));
    expect(desk.state.filterHistory).toEqual(['type:TOUCH']);
  });
});

describe('columns in the palette', () => {
  it('can be hidden for the session and shown again in place, except the last one', () => {
    const desk = started();
    const before = desk.state.settings.columns.cards;
    command(desk, 'hide column type');
    expect(desk.state.settings.columns.cards).toEqual(before.filter(each => each !== 'type'));
    command(desk, 'show column type');
    expect(desk.state.settings.columns.cards).toEqual(before);
    const alone = started({columns: {...settings.columns, cards: ['title']}});
    command(alone, 'hide column title');
    expect(alone.state.settings.columns.cards).toEqual(['title']);
    expect(said(alone)).toBe('It is the only column.');
  });

  it('are those of the current pane, including unused fields of its records', () => {
    const desk = started();
    desk.type('3');
    expect(labels(desk, 'column sizecon')).toEqual(['show column sizeContracts']);
    expect(labels(desk, 'column currentAskPrice')).toEqual([]);
    expect(labels(desk, '').filter(each => each.startsWith('hide column'))).toEqual([]);
  });
});

describe('an id in the palette', () => {
  it.each(['6', '#6', 'go 6', 'go to #6'])('selects its row on the pane that lists it: %s', text => {
    const desk = started();
    command(desk, text);
    expect([desk.state.pane, desk.state.feeds.orders.selected]).toEqual(['orders', '6']);
  });

  it('offers the current pane first if several panes list it', () => {
    const desk = startDesk().open({...rows, trades: [trade('6')]});
    desk.type('4');
    expect(labels(desk, '6')).toEqual(['go to #6 on Trades', 'go to #6 on Orders']);
  });

  it('reports that no pane lists it', () => {
    const desk = started();
    expect(reason(desk, '99')).toBe('#99 is not on any loaded page.');
    command(desk, '99');
    expect([desk.state.pane, said(desk)]).toEqual(['cards', '#99 is not on any loaded page.']);
  });
});

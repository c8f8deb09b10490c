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
  desk.fill({palette: text});
  desk.type('enter');
}

const labels = ({state}: Desk, text: string) => paletteMatches(state, text).map(each => each.label);
const isReadOnly = ({state}: Desk) => state.settings.guardrails.readOnly;

it('the palette when it opens starts with the actions of keys, so that Enter without text changes no setting', () => {
  const desk = started();
  expect(labels(desk, '')[0]).toBe('Go to Cards');
  expect(labels(desk, '  ')).toEqual(labels(desk, ''));
  expect(labels(desk, '')).toContain('READ-ONLY on: send no writes in this session');
  command(desk, '');
  expect(isReadOnly(desk)).toBe(false);
});

describe('READ-ONLY in the palette', () => {
  it('is switched on, refuses every write, and can be switched off again', () => {
    const desk = started();
    command(desk, 'read-only on');
    expect(isReadOnly(desk)).toBe(true);
    desk.type('3', 'x');
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.said()).toBe(
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
    expect(desk.said()).toBe(
      'READ-ONLY is set by the profile or the command line and cannot be changed here.',
    );
  });

  it('prevents a review whose list is still loading', () => {
    const desk = started();
    desk.type('3', 'X');
    command(desk, 'read-only on');
    expect(desk.state.gathering).toBeUndefined();
    expect(desk.state.overlay.kind).toBe('none');
  });

  it('ends several writes in progress with the controls, and can then be switched off', () => {
    const desk = started();
    desk.controls({is: 'ours'});
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
    desk.controls({is: 'free'});
    expect(desk.state.outbox).toBeUndefined();
    expect(desk.said()).toMatch(
      /^Cancel 2 orders: 1 in progress at 00:00:\d\d \(#\w+: Being sent\), 1 not sent \(.* #\w+\): READ-ONLY: you switched/,
    );
    command(desk, 'read-only off');
    expect(isReadOnly(desk)).toBe(false);
  });
});

it('a card in the palette is found by its symbol and selected, also behind a filter that hides it', () => {
  const cards = [
    card('1', {currentOptionSymbol: 'BTC-A'}),
    card('2', {currentOptionSymbol: 'ETH-B', underlying: 'ETH', title: 'ETH up 2'}),
  ];
  const desk = startDesk().open({...rows, cards});
  command(desk, 'eth-b');
  expect(desk.state.feeds.cards.selected).toBe('2');
  desk.filter('underlying:BTC');
  desk.arrive('cards', cards.slice(0, 1));
  desk.type('3');
  command(desk, 'eth up');
  desk.arrive('cards', cards);
  const {selected, filterText} = desk.state.feeds.cards;
  expect([desk.state.pane, selected, filterText]).toEqual(['cards', '2', '']);
});

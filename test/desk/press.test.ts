import {describe, expect, it} from 'vitest';
import {defaultGuardrails} from '../../src/account/model/vocabulary.ts';
import {isHalted} from '../../src/core/halt/halt.ts';
import {bindingsWith} from '../../src/desk/bindings.ts';
import {hintLine, layoutWords} from '../../src/desk/key-words.ts';
import {keysAt, type Place, remappable} from '../../src/desk/keys.ts';
import {noticeInView} from '../../src/desk/notices.ts';
import {questionOf} from '../../src/desk/order/questions.ts';
import type {State} from '../../src/desk/state.ts';
import {keysLine} from '../../src/ui/bottom/Keys.tsx';
import {bindings} from '../helpers/bindings.ts';
import {card, easyOption, order, startDesk} from '../helpers/desk.ts';
import {text} from '../ui/helpers/texts.ts';

const rows = {cards: [card('1'), card('2')], easyOptions: [easyOption('7')], orders: [order('5')]};
const places = [...new Set(bindings.flatMap(each => [...each.at.keys()]))];

function deskWith(keys: Parameters<typeof bindingsWith>[0]) {
  return startDesk({asksOnQuit: false, bindings: bindingsWith(keys)}).open(rows);
}

const kindOf = ({state}: {readonly state: State}) => state.overlay.kind;
const indexOf = ({state: {overlay}}: {readonly state: State}) => ('at' in overlay ? overlay.at : undefined);

it.each(['/', ':'])('a text of any length leaves the field of %s short enough for each frame', key => {
  const desk = startDesk().open(rows);
  desk.type(key);
  desk.send({type: 'typed', field: key === '/' ? 'text' : 'palette', value: 'x'.repeat(100_000)});
  expect(JSON.stringify(desk.state.overlay)).toMatch(/x{1000}/);
  expect(JSON.stringify(desk.state.overlay)).not.toMatch(/x{1001}/);
});

it.each(['о', 'Ж', 'ο', 'ם', 'ㅐ', 'ｊ'])(
  'a key %s of another alphabet names the layout, on a pane, in a dialog and in a question',
  key => {
    const words = 'The keyboard layout is not Latin: switch it';
    const desk = startDesk().open(rows);
    desk.type(key);
    expect(desk.said()).toBe(`${words}.`);
    for (const opens of ['s', '?']) {
      desk.type(opens);
      expect(kindOf(desk)).not.toBe('none');
      desk.type('up');
      expect(desk.state.notices).toEqual([]);
      desk.type(key);
      expect(desk.said()).toBe(`${words}.`);
      desk.type('escape');
      expect(kindOf(desk)).toBe('none');
    }
    desk.type('3', 'x', key);
    expect(questionOf(desk.state.overlay)?.notice).toContain(`${words}, then press `);
    expect(layoutWords('é')).toBeUndefined();
  },
);

describe('Escape and a letter that arrive together', () => {
  const atOnce = {alt: true, text: '', alone: false};

  it('are two keys, on a pane and after Escape closes a dialog', () => {
    const desk = startDesk().open(rows);
    desk.type('?');
    desk.press('j', atOnce);
    expect(kindOf(desk)).toBe('none');
    expect(desk.state.feeds.cards.selected).toBe('2');
    desk.press('k', atOnce);
    expect(desk.state.feeds.cards.selected).toBe('1');
  });

  it('never confirm: the question closes, and nothing answers what the letter opens', () => {
    const desk = startDesk().open(rows);
    desk.type('3', 'x');
    desk.showQuestion();
    desk.pass(1_000);
    desk.press('y', atOnce);
    expect(kindOf(desk)).toBe('none');
    expect(desk.state.intents.asking).toEqual([]);
    desk.pass(1_000);
    desk.press('x', atOnce);
    expect(kindOf(desk)).toBe('review');
    expect(desk.state.intents.asking).toEqual([]);
    expect(desk.state.intents.list).toEqual([]);
  });

  it('are an Alt key if the profile binds it', () => {
    const desk = deskWith({'row.down': ['alt+j']});
    desk.type('?', 'escape', 'enter');
    desk.press('j', atOnce);
    expect(desk.state.details).toBe(true);
    expect(desk.state.feeds.cards.selected).toBe('2');
  });

  it('set no halt in a paste', () => {
    const desk = startDesk().open(rows);
    desk.press('!', {pasted: true});
    desk.type('?');
    desk.press('!', {pasted: true});
    expect([isHalted(desk.state), kindOf(desk)]).toEqual([false, 'help']);
  });

  it('set the halt in a field with the halt key', () => {
    const desk = startDesk().open(rows);
    desk.type('/');
    desk.press('\\', {...atOnce, ctrl: true});
    expect(kindOf(desk)).toBe('none');
    expect(isHalted(desk.state)).toBe(true);
  });

  it('do not change a field in use', () => {
    const desk = startDesk().open(rows);
    desk.type('o');
    desk.fill({investment: '50'});
    const form = desk.state.overlay;
    desk.press('b', atOnce);
    expect(desk.state.overlay).toBe(form);
    expect(kindOf(desk)).toBe('form');
  });
});

describe('the key table in a dialog', () => {
  it.each(places)('gives each key one meaning: %s', place => {
    const keys = bindings.flatMap(each => keysAt(each, place));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('moves in the palette with keys that print nothing, and keeps a key if a remap would leave none', () => {
    const desk = deskWith({'row.down': ['d', 'ctrl+n'], 'row.up': ['u'], back: ['h']});
    desk.type(':', 'd');
    desk.press('n', {ctrl: true, text: ''});
    expect(indexOf(desk)).toBe(1);
    desk.type('up');
    expect(indexOf(desk)).toBe(0);
    desk.type('h');
    expect(kindOf(desk)).toBe('palette');
    desk.type('escape');
    expect(kindOf(desk)).toBe('none');
  });

  it('never gives a confirming action another key', () => {
    expect(remappable).not.toContain('yes');
  });

  it.each([
    ['sell', 'SELL'],
    ['SHORT', ''],
  ])('turns the side %s of a row into the side %j in the form', (side, filled) => {
    const desk = startDesk().open();
    desk.pass(3_000);
    desk.type('3');
    desk.arrive('orders', [{...order('1'), side}]);
    desk.type('n');
    const {overlay} = desk.state;
    expect(overlay.kind === 'form' && overlay.form.fields[1]).toMatchObject({name: 'side', value: filled});
    desk.fill({price: '2', size: '2'});
    desk.type('enter');
    expect(desk.state.overlay.kind).toBe(filled === '' ? 'form' : 'review');
  });

  it('selects a side with the keys for sides, also with Caps Lock', () => {
    const desk = deskWith({'side.sell': ['v']});
    const side = () =>
      desk.state.overlay.kind === 'form'
        ? desk.state.overlay.form.fields.find(each => each.name === 'side')?.value
        : undefined;
    desk.type('n', 'up', 'V');
    expect(side()).toBe('SELL');
    desk.type('B');
    expect(side()).toBe('BUY');
    desk.type('s');
    expect(side()).toBe('BUY');
    desk.type(' ');
    expect(side()).toBe('SELL');
  });
});

describe('the keys that work everywhere', () => {
  const typed = {suspend: ['ctrl+t'], redraw: ['ctrl+r']};

  it.each([
    ['nothing', []],
    ['the palette', [':']],
    ['a form', ['n']],
    ['a review', ['3', 'x']],
    ['the help', ['?']],
  ])('suspend, redraw and quit: over %s', (_, opens) => {
    const desk = startDesk({asksOnQuit: false}).open(rows);
    desk.type(...opens);
    desk.asked();
    for (const name of ['z', 'l', 'c']) desk.press(name, {ctrl: true, text: ''});
    expect(desk.asked().map(each => each.type)).toEqual(['suspend', 'redraw', 'quit']);
  });

  it('move with a remap, and free the old keys', () => {
    const desk = deskWith({...typed, refresh: ['ctrl+z'], 'row.down': ['ctrl+l', 'j']});
    desk.asked();
    desk.press('t', {ctrl: true, text: ''});
    desk.press('r', {ctrl: true, text: ''});
    expect(desk.asked().map(each => each.type)).toEqual(['suspend', 'redraw']);
    desk.press('z', {ctrl: true, text: ''});
    expect(desk.asked().map(each => each.type)).toEqual(['fetch']);
    desk.press('l', {ctrl: true, text: ''});
    expect(desk.state.feeds.cards.selectedIndex).toBe(1);
  });
});

it.each<[Place, string]>([
  ['sort', 'd k choose  F5 done'],
  ['palette', 'Ctrl-N ↑ choose  F5 done'],
])('a hint names the keys of the active table, at %s', (place, line) => {
  const keys = bindingsWith({'row.down': ['d', 'ctrl+n'], accept: ['F5']});
  expect(
    hintLine(keys, place, [
      [['row.down', 'row.up'], 'choose'],
      [['accept'], 'done'],
    ]),
  ).toBe(line);
});

it('the details close with the key that quits elsewhere, and the footer says so', () => {
  const desk = startDesk({asksOnQuit: false}).open(rows);
  desk.type('enter');
  expect(desk.state.details).toBe(true);
  expect(text(keysLine(desk.state))).toContain('q back');
  desk.type('q');
  expect(desk.state.details).toBe(false);
  expect(desk.asked().map(each => each.type)).not.toContain('quit');
  expect(text(keysLine(desk.state))).toContain('q quit');
  desk.type('q');
  expect(desk.asked().map(each => each.type)).toContain('quit');
});

describe('a filter where there is none', () => {
  const deskOn = (pane: string) => {
    const desk = startDesk().open({orders: [order('5')]});
    desk.type(pane);
    return desk;
  };

  it.each(['5', '6'])('takes no letter for a key on pane %s, until Enter', pane => {
    const desk = deskOn(pane);
    const {pane: inView} = desk.state;
    desk.type('/');
    expect(noticeInView(desk.state)?.text).toMatch(/ has no filter\. Keys are ignored until Enter, Esc/);
    for (const name of [...'1q3X', 'enter']) {
      desk.pass(400);
      desk.press(name);
    }
    expect(desk.state).toMatchObject({pane: inView, overlay: {kind: 'none'}});
    desk.type('3');
    expect(desk.state.pane).toBe('orders');
  });
});

describe('a key that would open a field, refused', () => {
  const sol = card('1', {underlying: 'SOL'});
  const start = () =>
    startDesk({guardrails: {...defaultGuardrails, allowedUnderlyings: ['BTC']}}).open({
      cards: [sol, card('2')],
      orders: [order('5')],
    });
  const said = (desk: ReturnType<typeof start>) => noticeInView(desk.state)?.text;
  const type = (desk: ReturnType<typeof start>, ...names: string[]) => {
    for (const name of names) {
      desk.pass(300);
      desk.press(name);
    }
  };

  it.each([
    ['o', '1', /^SOL is not allowed.* Keys are ignored until Enter, Esc or a pause\.$/],
    ['n', '5', /^New limit order: only on .* Keys are ignored/],
    ['c', '3', /Keys are ignored/],
  ])('takes nothing that is typed after %s on pane %s for a key, and stays in sight', (name, pane, words) => {
    const desk = start();
    desk.type(pane);
    const {pane: before} = desk.state;
    type(desk, name, ...'50x', 'enter');
    expect(desk.state).toMatchObject({pane: before, details: false, overlay: {kind: 'none'}});
    expect(said(desk)).toMatch(words);
    type(desk, '4');
    expect(desk.state.pane).toBe('trades');
  });

  it.each([
    ['a move', 'j', ({feeds}: State) => feeds.cards.selectedIndex === 1],
    ['Esc', 'escape', ({notices}: State) => notices.length === 0],
    ['the key again', 'o', ({keys}: State) => keys.lastAt + 1_500 === keys.deaf.until],
  ])('lets %s act at once while nothing was typed', (_name, key, hasActed) => {
    const desk = start();
    type(desk, 'o', key);
    expect(hasActed(desk.state)).toBe(true);
    type(desk, '5', '6');
    expect(desk.state.pane).toBe(key === 'o' ? 'cards' : 'portfolio');
  });
});

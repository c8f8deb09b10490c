import {describe, expect, it} from 'vitest';
import {flat} from '../../../src/account/words/text.ts';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {newQuestion} from '../../../src/desk/order/questions.ts';
import {decides} from '../../../src/desk/order/tickets/line-parts.ts';
import type {State} from '../../../src/desk/state.ts';
import {width} from '../../../src/text/sanitize.ts';
import {cases} from '../../helpers/cases.ts';
import {withRead} from '../../helpers/whole.ts';
import {createChance} from '../../sim/chance.ts';
import {lettered, scenes, unknownOrder} from '../helpers/scenes.ts';
import {type Shown, show, turn} from '../helpers/screen.tsx';

const reviews = scenes.filter(({name}) => name.startsWith('review'));

const decidedIn = {
  open: ['Card', 'Direction', 'Investment', 'Ask'],
  close: ['Easy Option', 'Direction', 'Invested'],
  place: ['Symbol', 'Side', 'Size', 'Price'],
  cancel: ['Order'],
  amend: ['Symbol', 'Side', 'Places'],
} as const;

const unpriced = {kind: 'no price', text: 'No price is known for X', short: 'no price is known'} as const;

async function asking(of: (typeof reviews)[number], state: State): Promise<Shown> {
  const shown = show(state);
  await shown.press(...(of.keys ?? []));
  of.then?.(shown);
  await turn();
  return shown;
}

function questionIn({desk}: Shown) {
  const {overlay} = desk.getState();
  if (!('shownAt' in overlay)) throw new Error('nothing is asked');
  return overlay;
}

/** The frame with the question that is open goes to the terminal, and is then timed. */
const isTimed = (shown: Shown) => {
  const {number, revision} = questionIn(shown);
  return shown.commands.some(
    each => each.type === 'timeQuestion' && each.question === number && each.revision === revision,
  );
};
const isOffered = (shown: Shown) => isTimed(shown) && questionIn(shown).isClipped !== true;

async function written(shown: Shown): Promise<void> {
  const {number: question, revision} = questionIn(shown);
  const at = shown.desk.getState().now.mono;
  if (isTimed(shown)) shown.desk.send({type: 'questionShown', question, revision, at});
  await turn();
}

/** Turns the pages of a list, each once it is written, until the key is offered. */
async function seeAll(shown: Shown): Promise<void> {
  for (let pages = 0; pages < 20 && !isOffered(shown); pages++) {
    await written(shown);
    if (!isOffered(shown)) await shown.press('pagedown');
  }
}

/** Without what a row or a cut puts between letters. */
const squeezed = (text: string) => text.replace(/[\s…·*]+/g, '');

/** The panel, without the pane beside it. */
const panel = (shown: Shown) => squeezed(shown.picture().replace(/^.*?│/gm, ''));

async function press(shown: Shown): Promise<void> {
  shown.advance(100);
  if (isOffered(shown)) await written(shown);
  shown.advance(700);
  await shown.press(questionIn(shown).key);
}

/** Names of any length, as a service and a profile may have them. */
function withNames(state: State, text: (most: number) => string, ask = {}): State {
  const {settings, feeds, rounds} = state;
  const rows = feeds.cards.rows.map(each => ({...each, title: text(120), ...ask}));
  return {
    ...withRead(state, {cards: {...rounds.reading.rows.cards, rows}}),
    settings: {...settings, host: text(90), account: text(60)},
    feeds: {...feeds, cards: {...feeds.cards, rows}},
  };
}

describe('the key of a question', () => {
  it.each([
    [40, 10],
    [80, 24],
    [120, 40],
  ])('is offered on a screen of %sx%s for each review with usual names', async (columns, rows) => {
    for (const scene of reviews) {
      const shown = await asking(scene, scene.state(columns, rows));
      await seeAll(shown);
      expect(isOffered(shown), scene.name).toBe(true);
      shown.unmount();
    }
  });

  it('sends nothing where the screen is too small for it, and says so', async () => {
    const [scene] = reviews;
    if (scene === undefined) throw new Error('nothing is reviewed');
    const long = (most: number) => 'abcdefg '.repeat(most);
    const shown = await asking(scene, withNames(scene.state(40, 10), long));
    expect(isOffered(shown)).toBe(false);
    shown.commands.length = 0;
    await press(shown);
    expect(shown.commands.map(each => each.type)).not.toContain('journalAsk');
    expect(questionIn(shown).notice).toBe('Does not fit: make the screen larger');
    await shown.resize(120, 40);
    expect(isOffered(shown)).toBe(true);
    await press(shown);
    expect(shown.commands.map(each => each.type)).toContain('journalAsk');
  });
});

/** Below what the new order of an amend is to pay. */
const crossedAsk = {currentOptionSymbol: 'BTC-27NOV26-91000-C', currentAskPrice: '1249'};

const halted = {name: 'halt', state: (columns: number, rows: number) => halting(columns, rows)};

/** Each dialog that asks, in turn with names of any length. */
const questions = [...reviews, ...scenes.filter(({name}) => /^(?:quitting|taking over)/.test(name)), halted];

/** The terms that a review sends and the account, names as they begin. */
function expectDecided(shown: Shown, picture: string): void {
  const {overlay} = shown.desk.getState();
  if (overlay.kind !== 'review') return;
  // A line finds what it was by its label.
  expect(new Set(overlay.lines.map(each => each.label)).size, picture).toBe(overlay.lines.length);
  const decisive = overlay.lines.filter(decides);
  const labels = ['Environment', 'Account', ...decidedIn[overlay.draft.kind]];
  expect(decisive.map(each => each.label)).toEqual(expect.arrayContaining(labels));
  for (const {label, value, short = value, isName} of decisive) {
    const begin = (text: string) => text.trim().split(' ')[0]?.slice(0, 12) ?? '';
    const texts = [value, short].map(flat).map(each => (isName ? begin(each) : squeezed(each)));
    const isShown = texts.some(each => panel(shown).includes(each));
    expect(isShown, `${label} ${value}\n${picture}`).toBe(true);
  }
  expect(panel(shown), picture).toContain('#1001');
  if (overlay.lines.some(({value}) => value.includes('marketable')))
    expect(panel(shown), picture).toContain('marketable');
  for (const {text, short} of overlay.doubts)
    expect(
      [text, short].some(each => panel(shown).includes(squeezed(each))),
      picture,
    ).toBe(true);
}

function halting(columns: number, rows: number, closes = true): State {
  const state = scenes[1]?.state(columns, rows);
  if (state === undefined) throw new Error('no scene');
  const asked = {...newQuestion(state), key: 'y', closes, top: 0, text: ''};
  return {...state, overlay: {...asked, kind: 'halt'}};
}

it('a question of any dialog is drawn whole on any screen, and offers its key only beside all that it decides on', async () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= cases(40, 2_000); seed++) {
    const chance = createChance(seed);
    const text = (most: number) =>
      Array.from({length: chance.from(1, most)}, () => chance.pick([...'abcdefgh   0123456789.-'])).join('');
    const [columns, rows] = [
      chance.from(40, chance.pick([40, 60, 160])),
      chance.from(10, chance.pick([10, 14, 50])),
    ];
    const scene = questions[seed % questions.length] ?? halted;
    const named = withNames(scene.state(columns, rows), text, chance.is(0.5) ? {} : crossedAsk);
    const shown = await asking(scene, chance.is(0.5) ? named : lettered(named));
    await seeAll(shown);
    const state = shown.desk.getState();
    const at = `seed ${seed}, ${columns}x${rows}: ${scene.name}`;
    const picture = `${at}\n${shown.picture()}`;
    for (const each of shown.picture().split('\n')) expect(width(each), picture).toBeLessThanOrEqual(columns);
    const sheet = sheetOf(state);
    const asks = sheet.find(each => each.is === 'question');
    if (asks === undefined) throw new Error(at);
    expect(panel(shown), picture).toContain(squeezed(`${asks.back.text} back`));
    const above = sheet.slice(0, sheet.indexOf(asks));
    for (const each of above)
      if (each.is === 'text' && each.tone === 'danger')
        expect(each.drawn, `${each.row[0]?.text}\n${picture}`).toBe('always');
    if (!isOffered(shown)) expect(panel(shown), picture).toMatch(/toosmall|toseeall/);
    else {
      expect(shown.picture(), picture).toContain(` ${asks.question.key} `);
      expect(panel(shown), picture).toContain(squeezed(asks.does));
      expectDecided(shown, picture);
      const decided = sheet.flatMap(each => (each.is === 'text' && each.drawn === 'always' ? each.row : []));
      for (const {text, short = text} of decided)
        expect(
          [text, short].some(each => panel(shown).includes(squeezed(flat(each)))),
          picture,
        ).toBe(true);
      seen.set(scene.name, (seen.get(scene.name) ?? 0) + 1);
    }
    shown.unmount();
  }
  expect([...seen.keys()].toSorted()).toEqual(questions.map(({name}) => name).toSorted());
});

describe('a notice of a question', () => {
  const refused = async (shown: Shown) => {
    await shown.press(questionIn(shown).key);
    expect(questionIn(shown).notice).toBeDefined();
  };

  it('leaves the key of each review offered on a low screen', async () => {
    for (const scene of reviews) {
      const shown = await asking(scene, scene.state(40, 10));
      await seeAll(shown);
      await refused(shown);
      const {notice = '', isClipped} = questionIn(shown);
      expect(panel(shown), scene.name).toContain(squeezed(notice).slice(0, 16));
      expect(isClipped === true, `${scene.name}\n${shown.picture()}`).toBe(false);
      await press(shown);
      expect(shown.desk.getState().overlay.kind, `${scene.name}\n${shown.picture()}`).toBe('none');
      shown.unmount();
    }
  });

  it('goes with what it waits for', async () => {
    const scene = reviews.find(({name}) => name === 'review by a letter');
    if (scene === undefined) throw new Error('nothing is reviewed');
    const {then, ...unread} = scene;
    const shown = await asking(unread, scene.state(40, 10));
    await refused(shown);
    expect(questionIn(shown).notice).toMatch(/^Wait for the read/);
    then?.(shown);
    expect(questionIn(shown).notice).toBeUndefined();
  });
});

describe('a question of several writes', () => {
  const scene = reviews.find(({name}) => name === 'review of cancelling all');

  async function several(columns: number, rows: number, warned: readonly number[], host?: string) {
    if (scene === undefined) throw new Error('nothing is canceled');
    const first = await asking(scene, scene.state(columns, rows));
    const state = first.desk.getState();
    if (state.overlay.kind !== 'several') throw new Error('nothing is asked');
    const items = state.overlay.items.map((each, at) =>
      warned.includes(at) ? {...each, doubts: [unpriced]} : each,
    );
    const settings = {...state.settings, host: host ?? state.settings.host};
    const shown = show({...state, settings, overlay: {...state.overlay, items}});
    await turn();
    return shown;
  }

  it('has no key before each of them was on the screen, and shows those with a warning first', async () => {
    const shown = await several(40, 10, [11]);
    expect(panel(shown)).toContain('#7012');
    expect(panel(shown)).toContain('PgDntoseeallfirst');
    await press(shown);
    expect(questionIn(shown).notice).toMatch(/^Not all were on the screen/);
    for (let pages = 1; pages <= 5; pages++) {
      expect(isOffered(shown)).toBe(false);
      await written(shown);
      await shown.press('pagedown');
    }
    await seeAll(shown);
    expect(panel(shown)).toContain('cancel12ordersnback');
    await written(shown);
    await shown.press('g');
    expect(isOffered(shown)).toBe(true);
    expect(shown.commands.map(each => each.type)).not.toContain('journalAsk');
    await press(shown);
    expect(questionIn(shown).notice).toBeUndefined();
  });

  it('counts no page that was drawn and not written before the next one', async () => {
    const shown = await several(40, 10, []);
    await shown.press('pagedown');
    await seeAll(shown);
    expect(panel(shown)).toContain('12of12');
    expect(isOffered(shown)).toBe(false);
    await shown.press('g');
    await written(shown);
    expect(isOffered(shown)).toBe(true);
  });

  it('asks to see one again that is asked for in another way', async () => {
    const shown = await several(40, 10, []);
    await seeAll(shown);
    await written(shown);
    const {overlay, ...state} = shown.desk.getState();
    if (overlay.kind !== 'several') throw new Error('nothing is asked');
    const [first, ...others] = overlay.items;
    if (first === undefined) throw new Error('nothing is listed');
    const warned = {...first, doubts: [unpriced]};
    const sheet = sheetOf({...state, overlay: {...overlay, items: [warned, ...others]}});
    const [list] = sheet.flatMap(each => (each.is === 'items' ? [each.items] : []));
    expect(list?.filter(each => !each.isSeen).map(({text}) => text.slice(0, 5))).toEqual(['#7001']);
  });

  it('has no key where environment and account are cut', async () => {
    const shown = await several(40, 10, [], 'a host with a long name '.repeat(5));
    expect(isOffered(shown)).toBe(false);
    await shown.resize(120, 40);
    expect(isOffered(shown)).toBe(true);
  });
});

describe('the question of the controls', () => {
  const controlled = async (by: string, many: number) => {
    const state = scenes[1]?.state(40, 10);
    if (state === undefined) throw new Error('no scene');
    const since = state.now.wall;
    const list = Array.from({length: many}, (_, at) => ({...unknownOrder, id: `a${at}`}));
    const shown = show({
      ...state,
      journal: {status: 'open'},
      controls: {is: 'held', epoch: 1, by, since, isReturned: false},
      intents: {...state.intents, list, viewing: `${by} has the controls: T takes them.`},
    });
    await shown.press('T');
    return shown;
  };

  it('counts what is under way on a low screen', async () => {
    const shown = await controlled('pts/3 (process 4711 on trading-2)', 4);
    expect(panel(shown)).toContain('4UNKNOWN');
    expect(isOffered(shown)).toBe(true);
  });

  it('has no key where that is cut', async () => {
    const shown = await controlled(`pts/3 (process 4711 on ${'trading-2.'.repeat(16)})`, 4);
    expect(isOffered(shown)).toBe(false);
    await press(shown);
    expect(shown.commands.map(each => each.type)).not.toContain('takeControls');
    await shown.resize(120, 40);
    expect(isOffered(shown)).toBe(true);
  });
});

describe('the question of a halt', () => {
  it('shows a long name of the account whole on a low screen', async () => {
    const state = halting(40, 10);
    const account = 'desk-options-europe-and-asia-2026-6-of-paris';
    const shown = show({...state, settings: {...state.settings, account}});
    await turn();
    expect(panel(shown)).toContain(account);
    expect(panel(shown)).toContain('#1001');
    expect(isOffered(shown)).toBe(true);
  });

  it('is never held back by what does not fit', async () => {
    const state = scenes[1]?.state(40, 10);
    if (state === undefined) throw new Error('no scene');
    const asked = {...newQuestion(state), key: 'y', closes: true, top: 0, text: 'flat'};
    const settings = {...state.settings, host: 'a host with a long name '.repeat(9)};
    const shown = show({...state, settings, overlay: {...asked, kind: 'halt'}});
    await turn();
    expect(isOffered(shown)).toBe(true);
    await shown.press('y');
    expect(questionIn(shown).notice).toBeDefined();
    expect(isOffered(shown)).toBe(true);
    await press(shown);
    expect(shown.commands.map(each => each.type)).toContain('setHalt');
  });
});

it('after a suspension a question counts only once it is drawn again', async () => {
  const state = scenes[1]?.state(80, 24);
  if (state === undefined) throw new Error('no scene');
  const asked = {...newQuestion(state), key: 'y', text: 'Orders work.'};
  const shown = show({...state, overlay: {...asked, kind: 'quit'}});
  await turn();
  const {number, revision} = questionIn(shown);
  shown.desk.send({type: 'questionShown', question: number, revision, at: state.now.mono});
  shown.desk.send({type: 'resumed'});
  expect(questionIn(shown)).toMatchObject({shownAt: undefined, revision: revision + 1});
  await turn();
  expect(isOffered(shown)).toBe(true);
});

import {describe, expect, it} from 'vitest';
import type {State} from '../../../src/desk/state.ts';
import {flat} from '../../../src/desk/words/text.ts';
import {decisiveIn} from '../../../src/ui/dialog/facts.ts';
import {cases} from '../../helpers/cases.ts';
import {createChance} from '../../sim/chance.ts';
import {lettered, scenes} from '../helpers/scenes.ts';
import {type Shown, show, turn} from '../helpers/screen.tsx';

const reviews = scenes.filter(({name}) => name.startsWith('review'));

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
const isOffered = (shown: Shown) => {
  const {number, revision, isClipped} = questionIn(shown);
  const isTimed = shown.commands.some(
    each => each.type === 'timeQuestion' && each.question === number && each.revision === revision,
  );
  return isTimed && isClipped !== true;
};

/** Without what a row or a cut puts between letters. */
const squeezed = (text: string) => text.replace(/[\s…·*]+/g, '');

/** The panel, without the pane beside it. */
const panel = (shown: Shown) => squeezed(shown.picture().replace(/^.*?│/gm, ''));

async function press(shown: Shown): Promise<void> {
  const {number: question, revision, key} = questionIn(shown);
  shown.advance(100);
  if (isOffered(shown)) {
    const at = shown.desk.getState().now.mono;
    shown.desk.send({type: 'questionShown', question, revision, at});
  }
  shown.advance(700);
  await shown.press(key);
}

/** Names of any length, as a service and a profile may have them. */
function withNames(state: State, text: (most: number) => string): State {
  const {settings, feeds} = state;
  const rows = feeds.cards.rows.map(each => ({...each, title: text(120)}));
  return {
    ...state,
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
      expect(isOffered(shown), scene.name).toBe(true);
      shown.unmount();
    }
  });

  it('is offered only if all that is decided on is on the screen', async () => {
    let offered = 0;
    for (let seed = 1; seed <= cases(60, 1_000); seed++) {
      const chance = createChance(seed);
      const text = (most: number) =>
        Array.from({length: chance.from(1, most)}, () => chance.pick([...'abcdefgh   0123456789.-'])).join(
          '',
        );
      const columns = chance.from(40, chance.pick([40, 80, 160]));
      const rows = chance.from(10, chance.pick([10, 14, 40]));
      const scene = chance.pick(reviews);
      const state = scene.state(columns, rows);
      const shown = await asking(scene, withNames(chance.is(0.5) ? state : lettered(state), text));
      const {overlay} = shown.desk.getState();
      if (isOffered(shown) && overlay.kind === 'review') {
        offered++;
        for (const {label, value, short = value} of decisiveIn(overlay.lines)) {
          const starts = [value, short].map(each => flat(each).trim().split(' ')[0]?.slice(0, 12) ?? '');
          const isShown = starts.some(each => panel(shown).includes(each));
          expect(isShown, `seed ${seed}, ${columns}x${rows}: ${label} ${value}\n${shown.picture()}`).toBe(
            true,
          );
        }
      }
      shown.unmount();
    }
    expect(offered).toBeGreaterThan(10);
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
    expect(questionIn(shown).notice).toBe('Not all of this fits: make the screen larger');
    await shown.resize(120, 40);
    expect(isOffered(shown)).toBe(true);
    await press(shown);
    expect(shown.commands.map(each => each.type)).toContain('journalAsk');
    shown.unmount();
  });
});

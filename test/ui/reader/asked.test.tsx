import {expect, it} from 'vitest';
import type {State} from '../../../src/desk/state.ts';
import {answerReview} from '../../helpers/reread.ts';
import {card, filledDesk} from '../helpers/sample.ts';
import {type Shown, saidBy, saidOf, show, turn} from '../helpers/screen.tsx';

/** What is said by itself, and what only where it is asked for. */
const hear = (state: State) => show({...state, journal: {status: 'open'}}, {isRead: true});

const wide = () => filledDesk(2_000, 40);

/** What is said of what the next poll brings. */
async function saidOfPoll(heard: Shown, ask: string): Promise<string> {
  heard.advance(2_000);
  heard.desk.send({type: 'ran', action: 'refresh'});
  await turn();
  return saidOf(heard, () => heard.arrive('cards', [card(0, {currentAskPrice: ask}), card(1)]));
}

it('a question that is being spoken is not interrupted by news, which follows after it', async () => {
  const heard = hear(wide());
  await heard.press('o', ...'50', 'enter');
  const [first] = heard.desk.getState().feeds.cards.rows;
  const question = await saidOf(heard, () => answerReview(heard.desk, {kind: 'card', card: first}));
  expect(question).toMatch(/Press y to open 50\.\n$/);
  const news = () => heard.desk.send({type: 'told', text: 'FILLED BUY 1 at 10', level: 'good'});
  expect(await saidOf(heard, news)).toBe('');
  expect(await saidOfPoll(heard, '12.01')).toBe('');
  expect(await saidBy(heard, 'escape', 'escape')).toContain('\nFILLED BUY 1 at 10.\n');
});

it('what is said unasked includes news, with no long id, and no change of a price', async () => {
  const heard = hear(wide());
  const news = () => heard.desk.send({type: 'told', text: 'FILLED BUY 1 #9100000000000002', level: 'good'});
  expect(await saidOf(heard, news)).toBe('FILLED BUY 1.\n');
  await saidOfPoll(heard, '12.00');
  expect(await saidOfPoll(heard, '12.50')).toBe('');
});

it('a form speaks label, value and error of a field, and its value on leaving and on Ctrl-L', async () => {
  const heard = hear(wide());
  expect(await saidBy(heard, 'n')).toContain('\nPrice, 12.00, selected.\n');
  await heard.press('up');
  expect(await saidBy(heard, 'up')).toContain('Symbol, BTC 27 November 26 90,000 C, selected.\n');
  await heard.press('down', 'down');
  expect(await saidBy(heard, ...'1k', 'ctrl+l')).toBe('Price, 1k, sends 1,000.\nAsk 12.00.\n');
  expect(await saidBy(heard, 'tab')).toMatch(/^Price 1k, sends 1,000\.\n(?:.+\n)?Size, empty\.\n/);
  expect(await saidBy(heard, ...'2m', 'ctrl+l')).toContain('Size, 2 million, sends 2,000,000.');
  await heard.press('ctrl+u', ...'x');
  expect(await saidBy(heard, 'enter')).toBe(
    'Size, x, selected.\nNot a number, e.g. 12, 0.5, 12,500, 1k.\nAsk 12.00.\n',
  );
});

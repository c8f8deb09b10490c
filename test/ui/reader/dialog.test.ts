import {expect, it} from 'vitest';
import type {State} from '../../../src/desk/state.ts';
import {dialogSpeech, listIn} from '../../../src/ui/reader/dialog.ts';
import {filledDesk, order} from '../helpers/sample.ts';
import {listening} from '../helpers/screen.tsx';

const desk = listening(filledDesk(80, 24));
const position = {
  kind: 'position',
  positionId: '500',
  orders: undefined,
  trades: undefined,
  fault: undefined,
};
const opened = (more: Partial<Extract<State['overlay'], {kind: 'position'}>>): State =>
  ({...desk, overlay: {...position, ...more}}) as State;

it('a position is spoken after it is read, or why it cannot be read', () => {
  expect(dialogSpeech(desk, opened({}))).toEqual(['Position number 500, reading its orders and trades.']);
  expect(dialogSpeech(opened({}), opened({}))).toEqual([]);
  expect(dialogSpeech(opened({}), opened({fault: 'Nothing answers.'}))).toEqual([
    'Position number 500.',
    'Nothing answers.',
  ]);
  const said = dialogSpeech(opened({}), opened({orders: [order(0)], trades: []}));
  expect(said).toContain('Open orders: 1.');
  expect(said).toContain('BUY 1 at 1,240.5, PENDING, 0 filled.');
});

it('each item of a list is spoken with its mark, and purely visual text is not', () => {
  const help: State = {...desk, overlay: {kind: 'help', search: '', scroll: 0, most: 9}};
  const said = listIn(help);
  expect(said?.lines).toContain('n: New limit order.');
  expect(said?.lines.join(' ')).not.toContain('row that keys act on');
  const found = listIn({...help, overlay: {kind: 'help', search: 'limit', scroll: 0, most: 9}});
  expect(found?.title).toBe('Help, limit');
  expect(found?.lines).toEqual(said?.lines.filter(each => each.toLowerCase().includes('limit')));
});

import {expect, it} from 'vitest';
import type {State} from '../../../src/desk/state.ts';
import {dialogSpeech, listIn} from '../../../src/ui/reader/dialog-words.ts';
import {filledDesk} from '../helpers/sample.ts';
import {listening} from '../helpers/screen.tsx';

const desk = listening(filledDesk(80, 24));

it('a position is spoken with its orders and trades, and once', () => {
  const opened: State = {...desk, overlay: {kind: 'position', positionId: '500'}};
  const said = dialogSpeech(desk, opened);
  expect(said.slice(0, 2)).toEqual(['Position number 500.', 'So far: not all are read.']);
  expect(said).toContain('Open orders: 1.');
  expect(said).toContain('BUY 1 at 1,240.5, PENDING, 0.05 filled.');
  expect(dialogSpeech(opened, opened)).toEqual([]);
});

it('each item of a list is spoken with its mark, and purely visual text is not', () => {
  const help: State = {...desk, overlay: {kind: 'help', search: '', top: 0}};
  const said = listIn(help);
  expect(said?.lines).toContain('n: New limit order.');
  expect(said?.lines.join(' ')).not.toContain('row that keys act on');
  const found = listIn({...help, overlay: {kind: 'help', search: 'limit', top: 0}});
  expect(found?.title).toBe('Help, limit');
  expect(found?.lines).toEqual(said?.lines.filter(each => each.toLowerCase().includes('limit')));
});

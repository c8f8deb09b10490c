import {expect, it} from 'vitest';
import {startDesk} from '../helpers/desk.ts';

function press(key: string, times: number): ReturnType<typeof startDesk> {
  const desk = startDesk().listen();
  for (let pressed = 0; pressed < times; pressed++) desk.type(key);
  return desk;
}

it('the amount of speech goes from normal to all to short, and starts again', () => {
  const heard = [1, 2, 3, 4].map(times => press('v', times).state.listening?.verbosity);
  expect(heard).toEqual(['all', 'short', 'normal', 'all']);
});

import {describe, expect, it} from 'vitest';
import {Citations} from '../../src/term/screen/cite.ts';
import {scenes} from './helpers/scenes.ts';
import {show, turn} from './helpers/screen.tsx';

describe('lines that are cited', () => {
  it.each(scenes)('look like lines that are not: $name', async ({state, keys, then}) => {
    const frames: string[] = [];
    for (const citations of [undefined, new Citations()]) {
      const shown = show(state(120, 40), {...(citations && {citations})});
      await shown.press(...(keys ?? []));
      then?.(shown);
      await turn();
      frames.push(shown.picture());
      shown.unmount();
    }
    expect(frames[1]).toBe(frames[0]);
  });

  it('are forgotten only after very many others', () => {
    const citations = new Citations();
    const first = citations.cite('first');
    for (let index = 0; index < 10_000; index++) citations.cite(`line ${index}`);
    expect(citations.expand(`${first}    |`)).toBe('first|');
    for (let index = 0; index < 10_000; index++) citations.cite(`another ${index}`);
    expect(citations.expand(citations.cite('first'))).toBe('first');
  });

  it('leave a character alone that stands for nothing', () => {
    expect(new Citations().expand('\u{f0000}  x')).toBe('\u{f0000}  x');
  });
});

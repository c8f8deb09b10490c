import {describe, expect, it} from 'vitest';
import {type Look, type Theme, type Tone, themes} from '../../src/account/model/vocabulary.ts';
import {sgrText} from '../../src/term/screen/cells.ts';
import {createStyles, paletteFor} from '../../src/ui/theme.ts';
import {contrasts, ratio} from './contrast.ts';

describe('the contrast', () => {
  it('is computed as in WCAG', () => {
    expect(ratio(0x000000, 0xffffff)).toBeCloseTo(21, 5);
    expect(ratio(0xffffff, 0xffffff)).toBe(1);
    expect(ratio(0xffaf00, 0xffffff)).toBeCloseTo(1.85, 1);
    expect(ratio(0x839496, 0x002b36)).toBeCloseTo(4.75, 1);
  });

  it('of every pair of colours is 4.5:1 on every background of its theme', () => {
    const all = contrasts();
    expect(all.filter(each => each.ratio < 4.5)).toEqual([]);
    // Two themes on two backgrounds each and the strong one on all four, by three depths of colour.
    expect(new Set(all.map(each => `${each.theme} ${each.colors} ${each.palette} ${each.ground}`)).size).toBe(
      36,
    );
    expect(all.length).toBeGreaterThan(300);
  });

  it('of the high-contrast theme is 7:1 if the terminal has 256 colours', () => {
    const strong = contrasts().filter(each => each.theme.startsWith('high-contrast') && each.colors === 256);
    expect(strong.filter(each => each.ratio < 7)).toEqual([]);
    expect(strong).not.toEqual([]);
  });
});

describe('a theme', () => {
  it('selected by the background is light only on a light one', () => {
    const [on, off] = [
      {colors: 256, background: 'light'} as const,
      {colors: 256, background: undefined} as const,
    ];
    expect(paletteFor('auto', on)).toBe(paletteFor('light', off));
    expect(paletteFor('auto', off)).toBe(paletteFor('default', on));
    expect(paletteFor('auto', {colors: 256, background: 'dark'})).toBe(paletteFor('default', off));
  });

  it.each(themes)('uses no colour that the terminal lacks: %s', theme => {
    for (const background of ['light', 'dark', undefined] as const) {
      const indices = (colors: 0 | 8 | 16 | 256) =>
        Object.values(paletteFor(theme, {colors, background})).flatMap(coat =>
          [coat.foreground, coat.background].filter(each => each !== undefined),
        );
      expect(indices(0)).toEqual([]);
      expect(Math.max(0, ...indices(8))).toBeLessThan(8);
      expect(Math.max(0, ...indices(16))).toBeLessThan(16);
      // With 256 the first 16, which everybody may have made other colours of, are left alone.
      expect(Math.min(16, ...indices(256))).toBe(16);
    }
  });

  it('paints a tone and resets all of it', () => {
    const painted = (theme: Theme, look: Omit<Look, 'ascii'>, text: string, tone: Tone) =>
      sgrText(createStyles(theme, look)([{text, tone}]));
    const dark = {colors: 256, background: 'dark'} as const;
    expect(painted('default', dark, ' LIVE ', 'live')).toBe('\x1b[1;38;5;231;48;5;160m LIVE \x1b[0m');
    expect(painted('light', {colors: 8, background: 'light'}, '-1', 'down')).toBe('\x1b[31m-1\x1b[0m');
    expect(painted('default', {...dark, colors: 0}, 'LIVE', 'live')).toBe('\x1b[1;7mLIVE\x1b[0m');
    expect(painted('default', dark, 'text', 'plain')).toBe('text');
    expect(painted('default', dark, '', 'live')).toBe('');
  });
});

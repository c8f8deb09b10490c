import {describe, expect, it} from 'vitest';
import type {Pane} from '../../../../src/desk/model/vocabulary.ts';
import type {State} from '../../../../src/desk/state.ts';
import {headerLine} from '../../../../src/ui/lines/top.ts';
import {emptyAccount, fullAccount, holding, mixedAccount, partAccount} from '../../helpers/portfolio.ts';
import {at, filledDesk} from '../../helpers/sample.ts';
import {text} from '../../helpers/texts.ts';

const seen = (columns: number, rows = fullAccount, pane: Pane = 'cards'): State => ({
  ...holding(filledDesk(columns, 24), rows),
  pane,
});
const header = (state: State) => text(headerLine(state));
const whole = 'P/L +649 USDT · next expiry 6h 59m (10)';

describe('the account in the header', () => {
  it('stands on every pane, open P/L and what expires next, where 100 columns allow', () => {
    for (const pane of ['cards', 'orders', 'activity', 'portfolio'] as const)
      expect(header(seen(120, fullAccount, pane))).toContain(whole);
    expect(header(seen(100))).toContain(whole.replace(' (10)', ''));
    expect(header(seen(99))).not.toContain('P/L');
  });

  it('pushes nothing out, whatever the width and whatever is read', () => {
    for (let columns = 100; columns <= 200; columns++)
      for (const rows of [fullAccount, mixedAccount]) {
        const line = header(seen(columns, rows));
        const bare = header(seen(columns, emptyAccount));
        expect(line.length).toBe(bare.length);
        for (const word of bare.split(/\s{2,}/)) expect(line).toContain(word);
      }
  });

  it('tells each currency by itself, and how many say no P/L', () => {
    const line = header(seen(200, mixedAccount));
    expect(line).toContain('uP/L +619.90 USDT (8 unpriced) · uP/L -505.5 BTC · uP/L +80.1 (2 unpriced)');
    expect(header(seen(110, mixedAccount))).toContain('+2 more');
  });

  it('says nothing of an account that is not read to its end, and of an empty one', () => {
    expect(header(seen(160, partAccount))).not.toMatch(/P\/L|exp/);
    expect(header(seen(160, emptyAccount))).not.toMatch(/P\/L|exp/);
  });

  it('is the same line for all the seconds of a minute', () => {
    const state = seen(120);
    // Beside the age, which has its own steps.
    const parts = Array.from({length: 25}, (_, second) => {
      const now = at(second * 1_000);
      return /P\/L.*\(10\)/.exec(header({...state, now}))?.[0];
    });
    expect(new Set(parts)).toEqual(new Set([whole]));
  });

  it('says that it is STALE rather than what it was', () => {
    const line = header({...seen(120), now: at(120_000)});
    expect(line).toContain('Portfolio STALE');
    expect(line).not.toContain('P/L');
  });
});

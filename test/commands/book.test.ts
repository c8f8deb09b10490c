import {describe, expect, it} from 'vitest';
import {busyPaper} from './busy-paper.ts';
import {home} from './optty.ts';

const at = (origin: string) => ({OPTTY_BASE_URL: origin, OPTTY_TOKEN: 'test-token'});

describe('optty book', () => {
  it('prints what the account holds by currency and status', async () => {
    const paper = await busyPaper();
    const {code, stdout, stderr} = await home().optty(['book', '--json'], at(paper.origin));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const {asOf, partial, currencies} = JSON.parse(stdout);
    expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000);
    expect(partial).toBe(false);
    expect(currencies.USDT.open).toEqual({count: 2, invested: '100', pl: expect.any(String)});
    expect(currencies.USDT.states.ACTIVE).toEqual(currencies.USDT.open);
  });
});

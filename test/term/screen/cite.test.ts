import {describe, expect, it} from 'vitest';
import {Citations} from '../../../src/term/screen/cite.ts';

describe('a cited line', () => {
  it('stands where its character was, over the blanks that were left for it', () => {
    const citations = new Citations();
    const frame = `${citations.cite('\x1b[1mone\x1b[m')}    |\n${citations.cite('longer')}   |\n${citations.cite('')}|`;
    expect(citations.expand(frame)).toBe('\x1b[1mone\x1b[m  |\nlonger|\n|');
  });

  it('is one character, the same each time', () => {
    const citations = new Citations();
    expect([...citations.cite('a line')]).toHaveLength(1);
    expect(citations.cite('a line')).toBe(citations.cite('a line'));
    expect(citations.cite('another')).not.toBe(citations.cite('a line'));
  });

  it('stays itself though tens of thousands of others come and go beside it', () => {
    const citations = new Citations();
    for (let tick = 0; tick < 20_000; tick += 1) {
      const lines = ['LIVE broker.example', `price ${tick}`, 'sell 5 at 101.5?', `age ${tick % 7} s`];
      expect(citations.expand(lines.map(line => citations.cite(line)).join('\n'))).toBe(lines.join('\n'));
    }
  });

  it('is left alone where nobody cited it', () => {
    expect(new Citations().expand('\u{f0005}')).toBe('\u{f0005}');
  });
});

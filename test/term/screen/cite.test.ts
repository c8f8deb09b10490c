import {describe, expect, it} from 'vitest';
import {type Block, Citations} from '../../../src/term/screen/cite.ts';

const line = (text: string, columns?: number): Block => ({lines: [text], columns, rows: 1});

describe('a cited block', () => {
  it('stands where its character was, one line to a row', () => {
    const citations = new Citations();
    const frame = [citations.cite(line('title')), citations.cite({lines: ['a', 'b'], rows: 3}), '', ''];
    expect(citations.expand([...frame, citations.cite(line('keys'))].join('\n'))).toEqual([
      'title',
      'a',
      'b',
      '',
      'keys',
    ]);
  });

  it('is as wide as it says where something stands beside it, whatever it is made of', () => {
    const citations = new Citations();
    const table = citations.cite({lines: ['\x1b[1mone\x1b[m', '日本'], columns: 6, rows: 3});
    const rule = citations.cite({lines: ['|', '|', '|'], columns: 1, rows: 3});
    expect(citations.expand(`${table}${rule}field\n  more\n  end\n  below`)).toEqual([
      '\x1b[1mone\x1b[m   |field',
      '日本  |more',
      '      |end',
      '  below',
    ]);
  });

  it('leaves no blanks behind it where nothing follows', () => {
    const citations = new Citations();
    const [table, side] = [
      {lines: ['one', 'two'], columns: 9, rows: 2},
      {lines: ['', 'x'], columns: 3, rows: 2},
    ];
    expect(citations.expand(`${citations.cite(table)}${citations.cite(side)}\n`)).toEqual([
      'one',
      'two      x',
    ]);
  });

  it('ends where another begins in its column', () => {
    const citations = new Citations();
    const frame = `${citations.cite({lines: ['1', '2', '3'], rows: 3})}\n${citations.cite(line('new'))}\n`;
    expect(citations.expand(frame)).toEqual(['1', 'new', '']);
  });

  it('goes on below the last row that Ink wrote', () => {
    const citations = new Citations();
    const frame = `${citations.cite(line('title'))}\n${citations.cite({lines: ['1', '2'], rows: 3})}`;
    expect(citations.expand(frame)).toEqual(['title', '1', '2', '']);
  });

  it('is still known when Ink writes the last frame again, and its character is free in the next', () => {
    const citations = new Citations();
    const first = citations.cite(line('first'));
    expect(citations.expand(first)).toEqual(['first']);
    expect(citations.expand(first)).toEqual(['first']);
    expect(citations.cite(line('second'))).toBe(first);
    expect(citations.expand(first)).toEqual(['second']);
  });

  it('is left alone where nobody cited it', () => {
    expect(new Citations().expand('\u{f0005}')).toEqual(['\u{f0005}']);
  });
});

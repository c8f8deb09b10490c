import {describe, expect, it} from 'vitest';
import {readLine, sgrText} from '../../../src/term/screen/cells.ts';
import {type Block, Citations} from '../../../src/term/screen/ink.ts';

const line = (text: string, columns?: number): Block => block([text], 1, columns);
const block = (lines: readonly string[], rows: number, columns?: number): Block => ({
  ...{lines: lines.map(readLine), columns, rows},
});
const expanded = (citations: Citations, frame: string) => citations.expand(frame).map(sgrText);

describe('a cited block', () => {
  it('replaces its character, one line per row', () => {
    const citations = new Citations();
    const frame = [citations.cite(line('title')), citations.cite(block(['a', 'b'], 3)), '', ''];
    expect(expanded(citations, [...frame, citations.cite(line('keys'))].join('\n'))).toEqual([
      'title',
      'a',
      'b',
      '',
      'keys',
    ]);
  });

  it('has its stated width if something is next to it, with any content', () => {
    const citations = new Citations();
    const table = citations.cite(block(['\x1b[1mone\x1b[m', '日本'], 3, 6));
    const rule = citations.cite(block(['|', '|', '|'], 3, 1));
    expect(expanded(citations, `${table}${rule}field\n  more\n  end\n  below`)).toEqual([
      '\x1b[1mone\x1b[0m   |field',
      '日本  |more',
      '      |end',
      '  below',
    ]);
  });

  it('leaves no trailing blanks if nothing follows', () => {
    const citations = new Citations();
    const [table, side] = [block(['one', 'two'], 2, 9), block(['', 'x'], 2, 3)];
    expect(expanded(citations, `${citations.cite(table)}${citations.cite(side)}\n`)).toEqual([
      'one',
      'two      x',
    ]);
  });

  it('ends where another block starts in its column', () => {
    const citations = new Citations();
    const frame = `${citations.cite(block(['1', '2', '3'], 3))}\n${citations.cite(line('new'))}\n`;
    expect(expanded(citations, frame)).toEqual(['1', 'new', '']);
  });

  it('continues below the last row that Ink wrote', () => {
    const citations = new Citations();
    const frame = `${citations.cite(line('title'))}\n${citations.cite(block(['1', '2'], 3))}`;
    expect(expanded(citations, frame)).toEqual(['title', '1', '2', '']);
  });

  it('is still known when Ink repeats the last frame, and frees its character in the next', () => {
    const citations = new Citations();
    const first = citations.cite(line('first'));
    expect(expanded(citations, first)).toEqual(['first']);
    expect(expanded(citations, first)).toEqual(['first']);
    expect(citations.cite(line('second'))).toBe(first);
    expect(expanded(citations, first)).toEqual(['second']);
  });

  it('is left unchanged if nobody cited it', () => {
    expect(expanded(new Citations(), '\u{f0005}')).toEqual(['\u{f0005}']);
  });
});

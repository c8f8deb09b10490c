import {describe, expect, it} from 'vitest';
import {readLine, sgrText} from '../../../src/term/screen/cells.ts';
import {type Block, Citations} from '../../../src/term/screen/ink.ts';

const line = (text: string): Block => block([text]);
const block = (lines: readonly string[], columns?: number): Block => ({lines: lines.map(readLine), columns});
const expanded = (citations: Citations, frame: string) => citations.expand(frame).map(sgrText);

describe('a cited block', () => {
  it('replaces its character, one line per row', () => {
    const citations = new Citations();
    const frame = [citations.cite(line('title')), citations.cite(block(['a', 'b', ''])), '', ''];
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
    const frame = ['\x1b[1mone\x1b[m', '日本'].map(each => citations.cite(block([each], 6)));
    expect(expanded(citations, `${frame[0]}field\n${frame[1]}more\n  below`)).toEqual([
      '\x1b[1mone\x1b[0m   field',
      '日本  more',
      '  below',
    ]);
  });

  it('leaves no trailing blanks if nothing follows', () => {
    const citations = new Citations();
    expect(expanded(citations, `${citations.cite(block(['one'], 9))}\nnext`)).toEqual(['one', 'next']);
  });

  it('continues below the last row that Ink wrote', () => {
    const citations = new Citations();
    const frame = `${citations.cite(line('title'))}\n${citations.cite(block(['1', '2', '']))}`;
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

import {describe, expect, it} from 'vitest';
import {readLine, sgrText} from '../../../src/term/screen/cells.ts';
import {type Block, Citations} from '../../../src/term/screen/ink.ts';

const block = (lines: readonly string[], columns = 8): Block => ({lines: lines.map(readLine), columns});
const expanded = (citations: Citations, frame: string) => citations.expand(frame).map(sgrText);

describe('a cited block', () => {
  it('replaces its character, one line per row', () => {
    const citations = new Citations();
    const frame = [citations.cite(block(['title'])), citations.cite(block(['a', 'b', ''])), '', ''];
    expect(expanded(citations, [...frame, citations.cite(block(['keys']))].join('\n'))).toEqual([
      'title',
      'a',
      'b',
      '',
      'keys',
    ]);
  });

  it('lies where Ink put it, beside others and beside text, and covers its own width alone', () => {
    const citations = new Citations();
    const [table, rule, panel] = [
      citations.cite(block(['\x1b[1mone\x1b[m', '日本語', 'three'], 5)),
      citations.cite(block(['|', '|', '|'], 1)),
      citations.cite(block(['title'], 5)),
    ];
    const keys = citations.cite(block(['keys'], 5));
    const frame = [`${table}    ${rule}${panel}`, '      \x1b[7mx\x1b[27my', `      ${keys}`].join('\n');
    expect(expanded(citations, frame)).toEqual([
      '\x1b[1mone\x1b[0m  |title',
      '日本 |\x1b[7mx\x1b[0my',
      'three|keys',
    ]);
  });

  it('leaves no trailing blanks if nothing follows', () => {
    const citations = new Citations();
    expect(expanded(citations, `${citations.cite(block(['one'], 9))}\nnext`)).toEqual(['one', 'next']);
  });

  it('leaves a row the same object if none of its pieces changed', () => {
    const citations = new Citations();
    const [left, right, other] = [block(['a', 'b'], 2), block(['c', 'd'], 2), block(['c', 'e'], 2)];
    const draw = (...blocks: Block[]) =>
      citations.expand(`${blocks.map(each => citations.cite(each)).join(' ')}\n`);
    const before = draw(left, right);
    expect(before.map(sgrText)).toEqual(['a c', 'b d']);
    const after = draw(left, {...right, lines: [right.lines[0] ?? [], other.lines[1] ?? []]});
    expect(after.map(sgrText)).toEqual(['a c', 'b e']);
    expect(after[0]).toBe(before[0]);
  });

  it('is still known when Ink repeats the last frame, and frees its character in the next', () => {
    const citations = new Citations();
    const first = citations.cite(block(['first']));
    expect(expanded(citations, first)).toEqual(['first']);
    expect(expanded(citations, first)).toEqual(['first']);
    expect(citations.cite(block(['second']))).toBe(first);
    expect(expanded(citations, first)).toEqual(['second']);
  });

  it('is left unchanged if nobody cited it', () => {
    expect(expanded(new Citations(), '\u{f0005}')).toEqual(['\u{f0005}']);
  });
});

import {describe, expect, it} from 'vitest';
import {readLine, type StyledLine, sgrText} from '../../../src/term/screen/cells.ts';
import {Page} from '../../../src/term/screen/ink.ts';

function createPage() {
  let frame: readonly StyledLine[] = [];
  const page = new Page(lines => {
    frame = lines;
  });
  const put = (key: object, row: number, column: number, columns: number, ...lines: readonly string[]) =>
    page.put(key, {lines: lines.map(readLine), columns, place: () => ({row, column})});
  return {page, put, lines: () => frame, texts: () => frame.map(sgrText)};
}

const [one, two, three] = [{}, {}, {}];

describe('a block of lines', () => {
  it('lies where Ink laid it out, beside others and beside text, and covers its own width alone', () => {
    const {page, put, texts} = createPage();
    put(one, 0, 0, 5, '\x1b[1mone\x1b[m', '日本語', 'three');
    put(two, 0, 5, 1, '|', '|', '|');
    put(three, 0, 6, 5, 'title');
    page.write('\n      \x1b[7mx\x1b[27my');
    expect(texts()).toEqual(['\x1b[1mone\x1b[0m  |title', '日本 |\x1b[7mx\x1b[0my', 'three|']);
  });

  it('leaves no trailing blanks, and rows that nothing covers are empty', () => {
    const {page, put, texts} = createPage();
    put(one, 1, 0, 9, 'one');
    page.write('\n\n\nnext');
    expect(texts()).toEqual(['', 'one', '', 'next']);
  });

  it('leaves a row the same object if none of its pieces changed', () => {
    const {page, put, lines, texts} = createPage();
    const [same, other] = ['c', 'd', 'e'].map(readLine);
    put(one, 0, 0, 2, 'a', 'b');
    page.put(two, {lines: [same ?? [], other ?? []], columns: 2, place: () => ({row: 0, column: 2})});
    page.write('');
    const before = lines();
    expect(texts()).toEqual(['a c', 'b d']);
    page.put(two, {lines: [same ?? [], readLine('e')], columns: 2, place: () => ({row: 0, column: 2})});
    page.write('');
    expect(texts()).toEqual(['a c', 'b e']);
    expect(lines()[0]).toBe(before[0]);
  });

  it('is not shown until Ink has laid it out, nor once it is removed', () => {
    const {page, put, texts} = createPage();
    put(one, 0, 0, 4, 'here');
    page.put(two, {lines: [readLine('later')], columns: 5, place: () => undefined});
    page.write('');
    expect(texts()).toEqual(['here']);
    put(two, 1, 0, 5, 'later');
    page.show();
    expect(texts()).toEqual(['here', 'later']);
    page.remove(one);
    page.write('');
    expect(texts()).toEqual(['', 'later']);
  });

  it('is never taken for a text of a record, whatever is written there', () => {
    const {page, put, texts} = createPage();
    put(one, 0, 0, 4, 'here');
    page.write('\n\u{f0000}');
    expect(texts()).toEqual(['here', '\u{f0000}']);
  });
});

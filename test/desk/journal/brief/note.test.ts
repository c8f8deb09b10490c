import {describe, expect, it} from 'vitest';
import {isNoteDue, readNote, type StatusNote} from '../../../../src/desk/journal/brief/note.ts';

const note = (at: number, sum = '1'): StatusNote => ({
  at,
  staleAfterMs: 75_000,
  pl: [{currency: 'USDT', sum, without: 0, count: 1}],
});

describe('the note for optty status', () => {
  it('is written when its figures changed, and at most every 15 s', () => {
    expect(isNoteDue(note(0), undefined)).toBe(true);
    expect(isNoteDue(note(14_999, '2'), note(0))).toBe(false);
    expect(isNoteDue(note(15_000, '2'), note(0))).toBe(true);
    expect(isNoteDue(note(15_000), note(0))).toBe(false);
  });

  it('is renewed before it looks old although nothing changed', () => {
    expect(isNoteDue(note(59_999), note(0))).toBe(false);
    expect(isNoteDue(note(60_000), note(0))).toBe(true);
  });

  it('is none where another has written something else', () => {
    expect(readNote(JSON.stringify(note(1)))).toEqual(note(1));
    for (const text of ['', '[]', 'null', '{"at": "x"}']) expect(readNote(text)).toBeUndefined();
  });
});

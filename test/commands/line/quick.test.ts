import {describe, expect, it} from 'vitest';
import {parseLine} from '../../../src/commands/line/line.ts';
import {quickLine, quickLines} from '../../../src/commands/line/quick.ts';

describe('a line that does not wait for the parser', () => {
  it.each(quickLines)('is read as the parser reads it: optty %j', args => {
    const {command, arguments: words, flags} = parseLine(args, '1.0.0');
    expect(quickLine(args)).toEqual({command, arguments: words, flags});
  });

  it.each([
    [['status']],
    [['status --line']],
    [['status', '--line', '--json']],
    [['--line', 'status']],
    [['paper']],
  ])('is none that says anything more or other: %j', args => {
    expect(quickLine(args)).toBeUndefined();
  });
});

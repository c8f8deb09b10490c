import fc from 'fast-check';
import {parse} from 'smol-toml';
import {describe, expect, it} from 'vitest';
import {type Setting, withTable} from '../../src/config/edit.ts';

const put = (text: string, key: string, value: Setting['value']) =>
  withTable(text, ['a', 'b'], [{key: key.split('.'), value}]);

describe('a table that is written anew', () => {
  it('stands at the end, with its other settings', () => {
    const text = '[a.b]\nx = 1\ny = "one"\n[a.b.c]\nz = true\n\n[d]\ne = 1';
    const table = '[a.b]\nx = 1\ny = "two"\n\n[a.b.c]\nz = true\n';
    expect(put(text, 'a.b.y', 'two')).toBe(`[d]\ne = 1\n\n${table}`);
  });

  it('is added if there is none', () => {
    expect(put('[a]\nx = 1', 'a.b.y', true)).toBe('[a]\nx = 1\n\n[a.b]\ny = true\n');
    expect(put('', 'a.b.c.d', ['one'])).toBe('[a.b.c]\nd = [ "one" ]\n');
  });

  it('leaves all comments of lines of their own where they are', () => {
    const text = '# top\n[a.b] # table\n# why\nlist = [\n  "one", # one\n]\n\n# other\n[c]\nx = 1 # x\n';
    expect(put(text, 'a.b.list', ['two'])).toBe(
      '# top\n# why\n\n# other\n[c]\nx = 1 # x\n\n[a.b]\nlist = [ "two" ]\n',
    );
  });

  it('is found by a quoted name, and as a setting of the table that it is in', () => {
    expect(put('[ a . "b" ]\n"x" = 1\n', 'a.b.x', 'y')).toBe('[a.b]\nx = "y"\n');
    expect(put('[a]\nb.x = "flat"\nc = 1\n', 'a.b.x', 'y')).toBe('[a]\nc = 1\n\n[a.b]\nx = "y"\n');
  });

  it('keeps a byte order mark, and ends of lines', () => {
    const [text, wanted] = ['# top\n[a.b]\nx = 1\n[c]\n', '# top\n[c]\n\n[a.b]\nx = "y"\n'];
    expect(put(`\ufeff${text}`, 'a.b.x', 'y')).toBe(`\ufeff${wanted}`);
    expect(put(text.replaceAll('\n', '\r\n'), 'a.b.x', 'y')).toBe(wanted.replaceAll('\n', '\r\n'));
  });

  it('leaves unchanged what it cannot edit', () => {
    expect(put('a = {b = {x = "flat"}, c = 1}\n', 'a.b.x', 'dot')).toBeUndefined();
  });

  it('always has the right values, or there is no change', () => {
    const name = fc.constantFrom('a', 'b', 'c d', 'é', 'x-1');
    const value = fc.oneof(fc.boolean(), fc.string(), fc.array(fc.string(), {maxLength: 3}));
    const setting = fc.record({key: fc.tuple(fc.constant('a'), name, name), value});
    const settings = fc.array(setting, {minLength: 1, maxLength: 6});
    fc.assert(
      fc.property(settings, settings, name, (before, after, of) => {
        const text = before.reduce<string>(
          (all, each) => withTable(all, ['a', each.key[1]], [each]) ?? '',
          '',
        );
        const changes = after.map(({key: [first, , last], value}) => ({key: [first, of, last], value}));
        const edited = withTable(text, ['a', of], changes);
        if (edited === undefined) throw new Error(`not edited:\n${text}`);
        const wanted = new Map([...before, ...changes].map(({key, value}) => [JSON.stringify(key), value]));
        for (const [key, expected] of wanted) {
          const read = (JSON.parse(key) as string[]).reduce<unknown>(
            (table, part) => (table as Record<string, unknown>)[part],
            parse(edited),
          );
          expect(read).toEqual(expected);
        }
      }),
    );
  });
});

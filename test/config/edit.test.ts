import fc from 'fast-check';
import {parse} from 'smol-toml';
import {describe, expect, it} from 'vitest';
import {type Setting, withSettings} from '../../src/config/edit.ts';

const put = (text: string, key: string, value: Setting['value']) =>
  withSettings(text, [{key: key.split('.'), value}]);

describe('an edit of the file', () => {
  it('replaces a value in place and keeps the comment after it', () => {
    const text = '# top\n[profiles.a.dialect]\nsearch_dto = "flat" # why\n[profiles.b]\n';
    expect(put(text, 'profiles.a.dialect.search_dto', 'dot')).toBe(text.replace('"flat"', '"dot"'));
  });

  it('adds a value at the end of its table', () => {
    expect(put('[a.b]\nx = 1\n\n[c]\n', 'a.b.y', 'z')).toBe('[a.b]\nx = 1\ny = "z"\n\n[c]\n');
  });

  it('adds a table at the end', () => {
    expect(put('[a]\nx = 1', 'a.b.y', true)).toBe('[a]\nx = 1\n\n[a.b]\ny = true\n');
    expect(put('', 'a.b', 'c')).toBe('[a]\nb = "c"\n');
  });

  it('replaces a list on several lines', () => {
    const text = '[a]\nlist = [\n  "one",\n  "two", # two\n]\nx = 1\n';
    expect(put(text, 'a.list', ['three'])).toBe('[a]\nlist = ["three"]\nx = 1\n');
  });

  it('recognizes a quoted name, a header with spaces and a comment after it', () => {
    expect(put('[ profiles . "a" ] # main\n"x" = 1\n', 'profiles.a.x', 'y')).toBe(
      '[ profiles . "a" ] # main\nx = "y"\n',
    );
  });

  it.each([
    ['in place', '# top\n\n[a]\nx = 1 # why\n', 'a.x', '# top\n\n[a]\nx = "y" # why\n'],
    ['in a table', '# top\n[a]\nz = 1\n\n[b]\n', 'a.x', '# top\n[a]\nz = 1\nx = "y"\n\n[b]\n'],
    ['in a last line without end', '# top\n[a]\nx = 1', 'a.x', '# top\n[a]\nx = "y"'],
    ['behind a last line without end', '# top\n[a]\nz = 1', 'a.x', '# top\n[a]\nz = 1\nx = "y"'],
    ['in a new table', '# top\nz = 1\n', 'a.x', '# top\nz = 1\n\n[a]\nx = "y"\n'],
  ])('keeps a byte order mark before a comment, and ends of lines: %s', (_, text, key, wanted) => {
    for (const mark of ['', '\ufeff']) {
      expect(put(mark + text, key, 'y')).toBe(mark + wanted);
      const [crLf, wantedCrLf] = [text, wanted].map(each => mark + each.replaceAll('\n', '\r\n'));
      expect(put(crLf ?? '', key, 'y')).toBe(wantedCrLf);
    }
    const mixed = `# top\r\n${text}`;
    expect(put(mixed, key, 'y')).toBe(`# top\r\n${wanted}`);
  });

  it('leaves unchanged what it cannot edit', () => {
    expect(
      put('profiles = {a = {dialect = {search_dto = "flat"}}}\n', 'profiles.a.dialect.search_dto', 'dot'),
    ).toBeUndefined();
    expect(
      put('[profiles.a]\ndialect.search_dto = "flat"\n', 'profiles.a.dialect.search_dto', 'dot'),
    ).toBeUndefined();
  });

  it('always results in the right values, or in no change', () => {
    const name = fc.constantFrom('a', 'b', 'c d', 'é', 'x-1');
    const value = fc.oneof(fc.boolean(), fc.string(), fc.array(fc.string(), {maxLength: 3}));
    const setting = fc.record({key: fc.tuple(name, name, name), value});
    fc.assert(
      fc.property(fc.array(setting, {maxLength: 6}), fc.array(setting, {maxLength: 3}), (before, after) => {
        const text = withSettings('', before);
        if (text === undefined) return;
        const edited = withSettings(text, after);
        if (edited === undefined) throw new Error(`not edited:\n${text}`);
        for (const {key, value: wanted} of [...after]
          .reverse()
          .filter(
            (each, index, all) => all.findIndex(one => String(one.key) === String(each.key)) === index,
          )) {
          const read = key.reduce<unknown>(
            (table, part) => (table as Record<string, unknown>)[part],
            parse(edited),
          );
          expect(JSON.stringify(read)).toBe(JSON.stringify(wanted));
        }
      }),
    );
  });
});

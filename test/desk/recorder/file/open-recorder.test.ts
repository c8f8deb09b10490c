import {randomBytes} from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {Recorder, undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {type Recording, readRecording} from '../../../../src/desk/recorder/file/opened.ts';
import {fullBytes, listRecordings, recordingPath} from '../../../../src/desk/recorder/file/sessions.ts';
import {isOwnFolder} from '../../../../src/folders.ts';
import {key, startDesk} from '../../../helpers/desk.ts';
import {began} from './entries.ts';

const top = mkdtempSync(join(tmpdir(), 'optty-recorder-'));
let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(top, String(++count), 'recordings');
});
afterEach(() => rmSync(join(top, String(count)), {recursive: true, force: true}));

type Timer = {readonly at: number; readonly then: () => void};

/** A desk that is recorded, by a clock and timers that are moved by hand. */
function record(given: Partial<ConstructorParameters<typeof Recorder>[0]> = {}) {
  const desk = startDesk();
  const ends: string[] = [];
  let timers: Timer[] = [];
  const recorder = new Recorder({
    ...{folder, began: {...began, at: desk.now.wall}, secrets: [], isAlive: () => false},
    ...{first: desk.state, table: () => undrawn, clock: () => desk.now},
    after: (ms, then) => void timers.push({at: desk.now.mono + ms, then}),
    isOwn: path => isOwnFolder(path, process.getuid?.()),
    onEnd: why => void ends.push(why),
    ...given,
  });
  return {desk, recorder, ends, note, pass, run, path: () => join(folder, readdirSync(folder)[0] ?? '')};

  /** A message that the recorder is told of before the desk is. */
  function note(sent: Parameters<typeof desk.send>[0]) {
    recorder.note({...sent, now: desk.now}, desk.state);
    desk.send(sent);
  }

  function run() {
    const due = timers.filter(({at}) => at <= desk.now.mono);
    timers = timers.filter(({at}) => at > desk.now.mono);
    for (const {then} of due) then();
  }

  /** Ticks once a second. */
  function pass(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      desk.pass(1_000);
      run();
      note({type: 'tick'});
    }
  }
}

const messagesIn = ({segments}: Recording) =>
  segments.flatMap(each => each.entries()).flatMap(entry => (entry.type === 'msg' ? [entry.msg] : []));

const typesIn = (path: string) => messagesIn(readRecording(path)).map(({type}) => type);

const mebibyte = 1_048_576;

const times = <Value>(count: number, value: Value) => Array.from({length: count}, () => value);

describe('a recorder', () => {
  it('keeps the first state of the desk and every message after it', async () => {
    const {desk, recorder, note, pass, path} = record();
    const first = desk.state;
    pass(3);
    note({type: 'resized', columns: 80, rows: 24});
    recorder.close();
    const recording = readRecording(path());
    expect(recording.began).toEqual({...began, at: first.now.wall});
    expect(recording.isTorn).toBe(false);
    expect(recording.segments.map(each => each.entries()[0])).toEqual([
      {type: 'snapshot', state: first, table: undrawn},
    ]);
    expect(messagesIn(recording).map(({type}) => type)).toEqual(['tick', 'tick', 'tick', 'resized']);
    expect(recording.to).toBe(desk.now.wall);
  });

  it('writes what comes within seconds', async () => {
    const {note, pass, path} = record();
    pass(4);
    await vi.waitFor(() => expect(typesIn(path())).toEqual(times(3, 'tick')));
    note({type: 'told', level: 'info', text: 'Prices are moving. '.repeat(10)});
    pass(2);
    expect(typesIn(path())).toEqual(times(3, 'tick'));
    pass(3);
    await vi.waitFor(() => expect(typesIn(path()).slice(3, 5)).toEqual(['tick', 'told']));
  });

  it.each([
    {type: 'pressed', key: key('j')},
    {type: 'resized', columns: 80, rows: 24},
  ] as const)(
    'writes an action of the user within seconds, even if nothing else changes: $type',
    async msg => {
      const {note, pass, path} = record();
      for (const count of [1, 2]) {
        note(msg);
        pass(5);
        await vi.waitFor(() => expect(typesIn(path()).filter(type => type === msg.type)).toHaveLength(count));
      }
    },
  );

  it('writes a failure immediately', async () => {
    const {note, run, path} = record();
    const fault = {kind: 'link', text: 'no answer', isAuth: false} as const;
    note({type: 'failed', pane: 'cards', request: 1, fault});
    run();
    await vi.waitFor(() => expect(typesIn(path())).toEqual(['failed']));
    note({type: 'intent', msg: {type: 'recorded', intentId: '1'}});
    run();
    await vi.waitFor(() => expect(typesIn(path())).toEqual(['failed', 'intent']));
  });

  it('does not immediately write what the journal reports every second', async () => {
    const {note, pass, path} = record();
    pass(4);
    await vi.waitFor(() => expect(typesIn(path())).toEqual(times(3, 'tick')));
    note({type: 'intent', msg: {type: 'held', held: []}});
    note({type: 'halt', msg: {type: 'seen', record: undefined}});
    pass(2);
    expect(typesIn(path())).toEqual(times(3, 'tick'));
  });

  it('writes everything before the program ends, and nothing after', () => {
    const {recorder, note, pass, path} = record();
    pass(2);
    note({type: 'resumed'});
    recorder.close();
    expect(typesIn(path())).toEqual(['tick', 'tick', 'resumed']);
    note({type: 'tick'});
    recorder.close();
    expect(typesIn(path())).toEqual(['tick', 'tick', 'resumed']);
  });

  it('starts a segment every three minutes, with the current state of the desk and the screen', async () => {
    const table = {...undrawn, rows: {...undrawn.rows, start: 7}};
    const {desk, recorder, pass, path} = record({table: () => table});
    pass(179);
    const before = desk.state;
    pass(1);
    recorder.close();
    const [, second, ...others] = readRecording(path()).segments;
    expect(others).toEqual([]);
    expect(second?.entries()[0]).toEqual({type: 'snapshot', state: before, table});
    expect(second?.from).toBe(desk.now.wall);
  });

  it('starts no segment while the user types, unless that lasts long', async () => {
    const {recorder, note, pass, path} = record();
    const type = (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        note({type: 'pressed', key: key('j')});
        pass(1);
      }
    };
    pass(170);
    type(30);
    recorder.flush();
    expect(readRecording(path()).segments).toHaveLength(1);
    pass(5);
    recorder.flush();
    expect(readRecording(path()).segments).toHaveLength(2);
    type(361);
    recorder.close();
    expect(readRecording(path()).segments).toHaveLength(3);
  });

  it('continues in another recording after a large one', () => {
    const {recorder, note, pass} = record();
    for (let count = 0; count * mebibyte <= fullBytes; count++) {
      note({type: 'typed', field: 'filter', value: randomBytes(mebibyte).toString('base64')});
      pass(2);
    }
    pass(180);
    recorder.close();
    const all = listRecordings(folder);
    expect(all.length).toBeGreaterThan(1);
    const read = all.map(({path}) => readRecording(path)).reverse();
    for (const [at, {from}] of read.entries())
      if (at > 0) expect(from).toBeGreaterThanOrEqual(read[at - 1]?.to ?? 0);
    expect(read.flatMap(messagesIn).filter(({type}) => type === 'typed')).toHaveLength(9);
  });

  it('has its own file next to that of another dashboard', async () => {
    const desk = startDesk();
    const [one, other] = [1, 2].map(pid => record({began: {...began, at: desk.now.wall, pid}}));
    one?.pass(2);
    other?.pass(3);
    one?.recorder.close();
    other?.recorder.close();
    const counts = listRecordings(folder).map(({path}) => typesIn(path).length);
    expect(counts.sort()).toEqual([2, 3]);
  });

  it('makes files private to their owner', async () => {
    mkdirSync(folder, {recursive: true});
    chmodSync(folder, 0o755);
    const {recorder, path} = record();
    recorder.close();
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    expect((statSync(path()).mode & 0o777).toString(8)).toBe('600');
  });

  it('keeps no secret, pasted or typed', async () => {
    const secret = 'sk-7f3a9c1e5b8d2460';
    const {recorder, note, path} = record({secrets: [secret]});
    for (let length = 1; length <= secret.length; length++)
      note({type: 'typed', field: 'filter', value: secret.slice(0, length)});
    recorder.close();
    const values = messagesIn(readRecording(path())).map(msg => (msg.type === 'typed' ? msg.value : ''));
    expect(values.at(-1)).toBe('*'.repeat(secret.length));
    expect(values.filter(value => value.includes(secret.slice(0, 8)))).toEqual([]);
  });
});

describe('more data than a recording can have', () => {
  /** Nothing is open that it is typed into, so no state keeps it. */
  const large = (letter: string) =>
    ({type: 'typed', field: 'filter', value: letter.repeat(mebibyte)}) as const;

  it('is written completely, however much arrives together', () => {
    const {recorder, ends, note, path} = record();
    for (const letter of 'abcdefghijklmnopqrst') note(large(letter));
    recorder.flush();
    expect(ends).toEqual([]);
    expect(typesIn(path())).toEqual(times(20, 'typed'));
  });

  it('begins another segment before one holds more than is read of it, also while someone types', async () => {
    const {recorder, ends, note, pass, path} = record();
    for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ') {
      note({type: 'pressed', key: key('j')});
      note(large(letter));
      pass(2);
      recorder.flush();
    }
    expect(ends).toEqual([]);
    const {segments} = readRecording(path());
    expect(segments.length).toBeGreaterThan(5);
    expect(segments.flatMap(each => each.entries()).filter(({type}) => type === 'msg')).toHaveLength(36 * 4);
  });

  it('ends the recording where a segment would hold more than is read of one', async () => {
    const {recorder, ends, note} = record();
    for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ') note(large(letter));
    recorder.flush();
    expect(ends).toEqual([
      `Recording stopped in ${folder}: more comes than could be read again. Everything else continues.`,
    ]);
  });
});

describe('a recording that cannot continue', () => {
  it('ends with one sentence if the folder cannot be created', async () => {
    mkdirSync(join(folder, '..'));
    writeFileSync(folder, 'a file');
    const {recorder, ends, pass} = record();
    pass(10);
    recorder.close();
    expect(ends).toEqual([
      `Recording stopped in ${folder}: something else is there. Everything else continues.`,
    ]);
    expect(recorder.flush()).toBeUndefined();
  });

  it('does not follow links', async () => {
    const elsewhere = join(folder, '..', 'elsewhere');
    mkdirSync(elsewhere, {recursive: true});
    symlinkSync(elsewhere, folder);
    const {recorder, ends, pass} = record();
    pass(10);
    recorder.close();
    expect(ends).toHaveLength(1);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('does not write to an existing file', async () => {
    const {desk} = record();
    const taken = recordingPath(folder, {at: desk.now.wall, pid: began.pid});
    writeFileSync(taken, 'of somebody else');
    const {recorder, ends, pass} = record();
    pass(10);
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    recorder.close();
    expect(readFileSync(taken, 'utf8')).toBe('of somebody else');
  });
});

import {type Key, render, Text, useInput} from 'ink';
import TextInput from 'ink-text-input';
import {createElement as h, useState} from 'react';
import {afterEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {Keyboard, type KeyPress} from '../../../src/term/keyboard/input.ts';
import {DifferenceScreen} from '../../../src/term/screen/difference-screen.ts';

type Seen = {input: string; key: Key; current: KeyPress | undefined};

let end = () => {};
afterEach(() => end());

/** An Ink program that notes what `useInput` gets, fed by our keyboard. */
function start(field = false, now = () => performance.now()) {
  const seen: Seen[] = [];
  const suspended: number[] = [];
  const replies: string[] = [];
  const values: string[] = [];
  const keyboard: Keyboard = new Keyboard({
    now,
    onSuspend: () => void suspended.push(seen.length),
    onReply: text => replies.push(text),
  });
  const screen = new DifferenceScreen({
    write: (_, written) => setImmediate(written),
    columns: 80,
    rows: 24,
    now: () => performance.now(),
  });

  function Program() {
    const [value, setValue] = useState('');
    useInput((input, key) => {
      seen.push({input, key, current: keyboard.current});
    });
    values.push(value);
    return field ? h(TextInput, {value, onChange: setValue}) : h(Text, null, value);
  }

  const app = render(h(Program), {
    stdin: keyboard.stdin,
    stdout: screen.stdout,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  end = () => {
    app.unmount();
    keyboard.close();
    screen.pause();
  };
  const press = (text: string) => keyboard.feed(Buffer.from(text));
  return {seen, suspended, replies, values, keyboard, press};
}

const names = (seen: Seen[]) => seen.map(({current}) => current?.name);
/** Until everything that waits for a turn of the event loop has had it. */
async function turns(count: number) {
  for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

describe('the keyboard under Ink', () => {
  it('passes the first key of a read immediately, with all its properties', () => {
    const {press, seen} = start();
    press('y');
    expect(seen).toMatchObject([{input: 'y', current: {name: 'y', text: 'y', alone: true, pasted: false}}]);
  });

  it('makes one event of each key that arrives together with others', async () => {
    const {press, seen} = start();
    press('oy\rjjj');
    await turns(10);
    expect(names(seen)).toEqual(['o', 'y', 'enter', 'j', 'j', 'j']);
    expect(seen.every(({current}) => current?.alone === false)).toBe(true);
  });

  it('passes every kind of key immediately as one event, with the text and the flags of Ink', () => {
    const {press, seen} = start();
    for (const key of ['\x1b[A', '\x1b[5~', '\x1b[Z', '\t', '\x7f', '\x17', '世', ' ']) press(key);
    const flags = seen.map(({key}) => [key.upArrow, key.pageUp, key.tab && key.shift].indexOf(true));
    expect(names(seen)).toEqual(['up', 'pageup', 'tab', 'tab', 'backspace', 'w', '世', ' ']);
    expect(seen.map(({input}) => input)).toEqual(['', '', '', '', '', '', '世', ' ']);
    expect(flags).toEqual([0, 1, 2, -1, -1, -1, -1, -1]);
  });

  it('passes Escape when it is certain, and Ink does not delay it', async () => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    onTestFinished(() => void vi.useRealTimers());
    let at = 0;
    const {press, seen} = start(false, () => at);
    press('\x1b');
    await turns(20);
    expect(seen).toEqual([]);
    at = 30;
    vi.advanceTimersByTime(30);
    await turns(20);
    expect(seen).toMatchObject([
      {input: '', key: {escape: true, meta: false}, current: {name: 'escape', alone: true}},
    ]);
  });

  it('reports no current key outside an event', () => {
    const {press, keyboard} = start();
    press('a');
    expect(keyboard.current).toBeUndefined();
  });

  it('hides the replies of the terminal from Ink', async () => {
    const {press, seen, replies} = start();
    press('\x1b[0n\x1b[?62c\x1bP>|xterm\x1b\\\x1b[I');
    await turns(5);
    expect(seen).toEqual([]);
    expect(replies).toEqual(['\x1b[0n', '\x1b[?62c', '\x1bP>|xterm']);
  });

  it('gives a field the keys of one read one after another', async () => {
    const {press, values} = start(true);
    press('100.5\x7f7');
    await turns(20);
    expect(values.at(-1)).toBe('100.7');
  });

  it('types a paste into a field, and no other text', async () => {
    const {press, seen, values} = start(true);
    press('1\x1b[200~23\r\n\x1b[201~\x174');
    await turns(20);
    expect(values.at(-1)).toBe('1234');
    expect(seen.map(({current}) => current?.pasted)).toEqual([false, true, false, false]);
  });

  it('takes Ctrl-Z out and passes Ctrl-C on', async () => {
    const {press, seen, suspended} = start();
    press('\x1a\x03\x1c');
    await turns(5);
    expect(suspended).toEqual([0]);
    expect(names(seen)).toEqual(['c', '\\']);
  });

  it.each([
    ['Ctrl-C', '\x03', 'c'],
    ['Ctrl-\\', '\x1c', '\\'],
  ])('lets %s overtake waiting keys', async (_, byte, name) => {
    const {press, seen} = start();
    press(`j${'k'.repeat(2000)}\x03\x1c${byte}`);
    await turns(20);
    expect(names(seen)).toEqual(['c', '\\', name]);
  });

  it('types nothing into a field for Ctrl-\\', async () => {
    const {press, seen, values} = start(true);
    press('5\x1c6');
    await turns(20);
    expect(values.at(-1)).toBe('6');
    expect(names(seen)).toEqual(['\\', '6']);
  });

  it.each([
    ['Ctrl-C', '\x03', 'c'],
    ['Ctrl-\\', '\x1c', '\\'],
  ])('handles no key between the reads of a flood, and %s behind it at once', async (_, byte, name) => {
    const {press, seen} = start();
    for (let read = 0; read < 20; read += 1) {
      press('j'.repeat(4000));
      await turns(1);
    }
    expect(seen).toEqual([]);
    press(byte);
    expect(names(seen)).toEqual([name]);
  });

  it('drops typed keys while it is muted', async () => {
    const {press, seen, keyboard} = start();
    keyboard.mute(true);
    press('rm -rf\r');
    keyboard.mute(false);
    press('j');
    await turns(5);
    expect(names(seen)).toEqual(['j']);
  });
});

describe('the keyboard before Ink starts', () => {
  function begin() {
    const keyboard = new Keyboard({now: () => performance.now()});
    end = () => keyboard.close();
    const heard: (string | undefined)[] = [];
    const listen = () => keyboard.stdin.on('readable', () => void heard.push(keyboard.current?.name));
    return {heard, listen, press: (text: string) => keyboard.feed(Buffer.from(text))};
  }

  it('keeps keys, and passes them to Ink in order', async () => {
    const {press, heard, listen} = begin();
    press('j/a');
    await turns(4);
    press('b');
    await turns(4);
    expect(heard).toEqual([]);
    listen();
    await turns(6);
    expect(heard).toEqual(['j', '/', 'a', 'b']);
    press('c');
    expect(heard).toEqual(['j', '/', 'a', 'b', 'c']);
  });

  it('lets Ctrl-C overtake waiting keys', async () => {
    const {press, heard, listen} = begin();
    press('ab');
    press('\x03');
    listen();
    await turns(4);
    expect(heard).toEqual(['c']);
  });
});

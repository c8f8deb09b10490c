import {render} from 'ink';
import {StrictMode} from 'react';
import {describe, expect, it} from 'vitest';
import {createDesk} from '../../src/desk/desk.ts';
import type {State} from '../../src/desk/state.ts';
import {Keyboard} from '../../src/term/keyboard/input.ts';
import {sgrText} from '../../src/term/screen/cells.ts';
import {DifferenceScreen} from '../../src/term/screen/difference-screen.ts';
import {App} from '../../src/ui/App.tsx';
import {drawEarly} from '../../src/ui/early.ts';
import {createTableView} from '../../src/ui/table/Table.tsx';
import {createEmulator, picture, writeSync} from '../helpers/emulator.ts';
import {at, emptyDesk, filledDesk} from './helpers/sample.ts';
import {turn} from './helpers/screen.tsx';

/** A screen on which the lines are drawn first. */
function start(state: State) {
  const {columns, rows} = state.viewport;
  const emulator = createEmulator(columns, rows);
  const [frames, writes]: [string[], string[]] = [[], []];
  const table = createTableView();
  const desk = createDesk({state, carryOut: () => {}, clock: () => at(0)});
  const screen = new DifferenceScreen({
    ...{columns, rows, now: () => performance.now()},
    write(bytes, written) {
      writes.push(bytes);
      writeSync(emulator, bytes);
      setImmediate(written);
    },
  });
  const asked = {ink: false};
  const stop = drawEarly(desk, table, {
    show(frame) {
      frames.push(frame.map(sgrText).join('\n'));
      screen.show(frame);
    },
    needInk: () => {
      asked.ink = true;
    },
  });
  const mount = () => {
    const keyboard = new Keyboard({now: () => 0});
    const ink = render(
      <StrictMode>
        <App desk={desk} keyboard={keyboard} page={screen.page} table={table} />
      </StrictMode>,
      {
        stdout: screen.stdout,
        stdin: keyboard.stdin,
        ...{debug: true, interactive: true, exitOnCtrlC: false, patchConsole: false},
      },
    );
    stop();
    return ink;
  };
  return {desk, screen, frames, writes, asked, mount, stop, picture: () => picture(emulator)};
}

describe('the picture before Ink starts', () => {
  it.each([
    [120, 40],
    [80, 24],
    [40, 10],
  ])('stays unchanged, without a byte, when Ink takes over: %ix%i', async (columns, rows) => {
    const {desk, screen, frames, writes, mount, picture} = start(filledDesk(columns, rows, 60));
    await turn();
    // The rows in view and the widths of columns depend on what was shown before.
    desk.send({type: 'ran', action: 'row.last'});
    desk.send({type: 'ran', action: 'row.up'});
    // The frame rate holds the second frame back, for longer the faster the machine is.
    await screen.whenWritten();
    const before = {picture: picture(), writes: writes.length};
    const ink = mount();
    await turn();
    expect({picture: picture(), writes: writes.length}).toEqual(before);
    const {length} = frames;
    desk.send({type: 'ran', action: 'pane.trades'});
    await turn();
    await screen.whenWritten();
    expect(frames).toHaveLength(length);
    expect(picture()).not.toBe(before.picture);
    ink.unmount();
    screen.pause();
  });

  it('follows the desk, and leaves every screen that is not plain to Ink', () => {
    const {desk, frames, asked, stop, screen} = start(emptyDesk(80, 24));
    expect(frames).toHaveLength(1);
    expect(frames[0]).toContain('Loading');
    desk.send({type: 'told', text: 'Hello.', level: 'info'});
    expect(frames.at(-1)).toContain('Hello.');
    const {length} = frames;
    expect(asked.ink).toBe(false);
    desk.send({type: 'ran', action: 'help'});
    expect([frames.length, asked.ink]).toEqual([length, true]);
    stop();
    screen.pause();
  });

  it('requests Ink after the first rows are drawn', async () => {
    const {frames, asked, stop, screen} = start(filledDesk(80, 24));
    expect([frames.length, asked.ink]).toEqual([1, false]);
    await turn();
    await turn();
    expect(asked.ink).toBe(true);
    stop();
    screen.pause();
  });

  it('uses the colours that the terminal turns out to have', () => {
    const {desk, frames, stop, screen} = start(emptyDesk(80, 24, {theme: 'default'}));
    const inColour = frames.at(-1);
    desk.send({type: 'lookChanged', look: {ascii: false, colors: 0, background: undefined}});
    expect(frames.at(-1)).not.toBe(inColour);
    stop();
    screen.pause();
  });
});

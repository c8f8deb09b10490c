import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {bindings} from '../../../../src/desk/bindings.ts';
import {Player} from '../../../../src/desk/recorder/player/player.ts';
import {Viewer, type ViewerNeeds} from '../../../../src/desk/recorder/player/viewer.ts';
import {epoch, key} from '../../../helpers/desk.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {press, recordSession} from './session.ts';

const entries = recordSession({
  minutes: 12,
  eachMs: 60_000,
  happens: [
    [400_000, press('3')],
    [500_000, press('?')],
    [505_000, press('escape')],
  ],
  outage: [552_000, 558_000],
});
const recording = recordingOf(entries);
const never = () => false;

function open(more: Partial<ViewerNeeds> = {}) {
  const player = new Player(recording);
  const viewer = new Viewer({
    ...{player, kind: 'replay', bindings: () => bindings, rows: () => 40, speed: 1, isPlaying: false},
    ...{said: undefined, ...more},
  });
  const type = (...names: string[]) => {
    for (const name of names) viewer.press(key(name));
    settle(viewer);
  };
  const at = () => viewer.past().at - epoch;
  return {viewer, player, type, at, said: () => viewer.past().said};
}

/** Until nothing is looked for any more. */
function settle(viewer: Viewer): void {
  while (viewer.work(0, never) !== undefined && !viewer.past().isPlaying);
}

const write = (text: string) => [...text];

describe('a viewer', () => {
  it('moves by a message and by a minute, forward and back', () => {
    const {type, at} = open();
    type(']', ']');
    expect(at()).toBeGreaterThan(118_000);
    expect(at()).toBeLessThanOrEqual(120_000);
    const before = at();
    type('right', 'right', 'left', 'left');
    expect(at()).toBe(before);
    type('[', '[', '[');
    expect(at()).toBe(0);
  });

  it('moves from event to event, such as fills and failed reads, and describes each', () => {
    const {type, at, said} = open();
    const seen: (string | undefined)[] = [];
    for (type('n'); !said()?.startsWith('No event'); type('n')) seen.push(said());
    expect(seen.filter(each => each?.startsWith('Filled')).length).toBeGreaterThan(1);
    expect(seen).toContain('Orders: The connection was lost.');
    expect(said()).toBe('No event after this, up to 00:12:00 UTC');
    const last = at();
    type('N');
    expect(at()).toBeLessThan(last);
  });

  it('shows how far it has searched, continues between keys, and stops on Esc', () => {
    const {viewer, at} = open();
    viewer.press(key('end'));
    const end = at();
    viewer.press(key('N'));
    let turns = 0;
    const work = () => viewer.work(0, () => turns++ % 9 === 8);
    expect(work()).toBe(0);
    expect(viewer.past().said).toMatch(/^Looking for event: 00:1\d:\d\d UTC$/);
    const first = viewer.past().said;
    expect(work()).toBe(0);
    expect(viewer.past().said).not.toBe(first);
    expect(viewer.press(key('escape'))).toBeUndefined();
    expect(viewer.past().said).toBeUndefined();
    expect(at()).toBe(end);
  });

  it('goes to a typed time, and lists the possible times if there is no such time', () => {
    const {type, at, said, viewer} = open();
    type('g', ...write('0:05'), 'enter');
    expect(at()).toBeGreaterThan(299_000);
    expect(at()).toBeLessThan(301_000);
    type('g', ...write('-30s'), 'enter');
    expect(at()).toBeLessThan(271_000);
    const before = at();
    type('g', ...write('17:00'), 'enter');
    expect(said()).toBe('The recording goes from 00:00:00 UTC to 00:12:00 UTC');
    type('g', ...write('noon'), 'enter');
    expect(said()).toMatch(/^"noon" is no time/);
    type('g', '1');
    expect(viewer.past().typed).toBe('1');
    type('escape');
    expect(viewer.past().typed).toBeUndefined();
    expect(at()).toBe(before);
  });

  it('plays at the recorded pace and faster, and stops at the end', () => {
    const {viewer, at, said} = open({isPlaying: true});
    viewer.work(1_000, never);
    viewer.work(4_000, never);
    expect(at()).toBeGreaterThan(2_900);
    expect(at()).toBeLessThan(3_100);
    viewer.press(key('+'));
    viewer.press(key('+'));
    expect(viewer.past().speed).toBe(5);
    viewer.work(4_000, never);
    viewer.work(6_000, never);
    expect(at()).toBeGreaterThan(12_500);
    viewer.press(key(' '));
    expect(viewer.past().isPlaying).toBe(false);
    viewer.press(key('end'));
    viewer.press(key(' '));
    viewer.work(9_000, never);
    expect(said()).toBe('The recording ends here');
    expect(viewer.past().isPlaying).toBe(false);
  });

  it('does not wait through the sleep of a machine', () => {
    const slept = entries.map(each =>
      each.type === 'msg' && each.msg.now.wall > epoch + 30_000
        ? {...each, msg: {...each.msg, now: {mono: each.msg.now.mono + 3_600_000, wall: each.msg.now.wall}}}
        : each,
    );
    const {viewer, at} = open({player: new Player(recordingOf(slept)), isPlaying: true});
    viewer.work(0, never);
    for (let now = 1_000; now <= 33_000; now += 1_000) viewer.work(now, never);
    expect(at()).toBeGreaterThan(31_000);
  });

  it('has its own help, with only the keys of the replay', () => {
    const {viewer, type} = open();
    type('?');
    expect(viewer.state().overlay.kind).toBe('help');
    expect(viewer.past().isHelp).toBe(true);
    viewer.scrollTold(10);
    type('j', 'j');
    expect(viewer.state().overlay).toMatchObject({scroll: 2});
    type('q');
    expect(viewer.state().overlay.kind).toBe('none');
  });

  it('closes with q, quits with Ctrl-C in any dialog, and explains why other keys do nothing', () => {
    const {viewer, said} = open();
    for (const pressed of [key('x'), key('!'), key('\\', {ctrl: true, text: ''})]) {
      viewer.press(key('?'));
      viewer.press(key('?'));
      expect(viewer.press(pressed)).toBeUndefined();
      expect(said()).toBe('A replay sends nothing');
    }
    viewer.press(key('g'));
    expect(viewer.press(key('q'))).toBeUndefined();
    expect(viewer.press(key('c', {ctrl: true, text: ''}))).toBe('quit');
    viewer.press(key('escape'));
    expect(viewer.press(key('q'))).toBe('leave');
  });

  it('reaches the same place with the same keys, always within the recording', () => {
    const names = [' ', 'left', 'right', '[', ']', 'n', 'N', 'g', 'home', 'end', '+', '-', '?'];
    const keys = fc.array(fc.constantFrom(...names, 'enter', 'escape', '1', ':', 'backspace', 'x', 'j'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(keys, typed => {
        const states = [open(), open()].map(({viewer, player}) => {
          for (const [index, name] of typed.entries()) {
            viewer.press(key(name));
            viewer.work(index * 100, never);
          }
          const {at, from, to} = viewer.past();
          expect(at).toBeGreaterThanOrEqual(from);
          expect(at).toBeLessThanOrEqual(to);
          return player.state();
        });
        expect(states[0]).toEqual(states[1]);
      }),
      {numRuns: 30},
    );
  });
});

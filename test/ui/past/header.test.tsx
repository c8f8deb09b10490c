import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {State} from '../../../src/desk/state.ts';
import {update} from '../../../src/desk/update.ts';
import {width} from '../../../src/term/text/sanitize.ts';
import {pastHeaderLine} from '../../../src/ui/past/bar.ts';
import {shareOf} from '../../helpers/cases.ts';
import {lookedBack, replayed, worst} from '../helpers/past.ts';
import {at, emptyDesk, filledDesk} from '../helpers/sample.ts';
import {type Scene, scenes} from '../helpers/scenes.ts';
import {show, turn} from '../helpers/screen.tsx';
import {text} from '../helpers/texts.ts';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'America/St_Johns';
});
afterEach(() => {
  // An unset variable that is set again would be the word `undefined`, and a zone that nobody knows.
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const local = (columns: number) => filledDesk(columns, 24, 12, {times: 'local'});

describe('the header of a replay', () => {
  it('starts with REPLAY and the time of the picture in its zone, at any width', () => {
    expect(
      [120, 80, 60, 40].map(columns => text(pastHeaderLine(replayed(local(columns))))),
    ).toMatchInlineSnapshot(`
      [
        " REPLAY 2026-11-20 23:37:35.123 -03:30  optty   PAPER  127.0.0.1:4711 demo #1001                         ● <3 s  <20 ms",
        " REPLAY 2026-11-20 23:37:35.123 -03:30   PAPER  127.0.0.1:4711           ● <3 s",
        " REPLAY 11-20 23:37:35 -03:30  PAPER",
        " REPLAY 11-20 23:37:35 -03:30  PAPER",
      ]
    `);
  });

  it('uses the time zone rules of the recorded time, not of today', () => {
    const summer = Date.UTC(2026, 6, 1, 12);
    expect(text(pastHeaderLine(replayed(local(80), {at: summer})))).toContain(
      '2026-07-01 09:30:00.000 -02:30',
    );
    expect(text(pastHeaderLine(replayed(filledDesk(80, 24))))).toContain('03:07:35.123 UTC');
  });

  it('shows seconds during play, and milliseconds when it is paused', () => {
    expect(text(pastHeaderLine(replayed(local(80), {isPlaying: true})))).toContain(' 23:37:35 -03:30 ');
    expect(text(pastHeaderLine(replayed(local(80))))).toContain(' 23:37:35.123 -03:30 ');
  });

  it('shows the age of the data at the recorded time', () => {
    const stale = update(replayed(filledDesk(120, 24)), {type: 'tick', now: at(40_000)})[0];
    expect(text(pastHeaderLine(stale))).toMatch(/ STALE 39 s$/);
  });

  it('is no wider than the screen, for any failure of the service and any time', () => {
    const lost = {kind: 'shape', text: 'x'} as const;
    const {feeds, ...rest} = emptyDesk(40, 10);
    const faulty: State = {...rest, feeds: {...feeds, cards: {...feeds.cards, fault: lost}}};
    for (const time of [0, 9e15, Number.NaN, -1e15])
      expect(width(text(pastHeaderLine(replayed(faulty, {at: time}))))).toBeLessThanOrEqual(40);
  });
});

/** The state that a scene comes to while it is now: keys are not for what is past. */
async function reached({state, keys, then}: Scene, columns: number, rows: number): Promise<State> {
  const shown = show(state(columns, rows));
  await shown.press(...(keys ?? []));
  then?.(shown);
  await turn();
  shown.unmount();
  return shown.desk.getState();
}

describe('a picture of the past', () => {
  const kinds = [
    ['replay', (state: State) => replayed(state)],
    ['back', (state: State) => lookedBack(state, worst)],
  ] as const;
  const screens = [
    [40, 10],
    [80, 15],
    [80, 24],
    [120, 40],
  ] as const;
  const own = scenes.filter(({state}) => state(80, 24).past === undefined);

  it.each(own.map((scene, number) => [scene.name, scene, number] as const))(
    'shows REPLAY, the time and the live state: %s',
    async (_, scene, number) => {
      for (const [columns, rows] of shareOf(screens, 4, number)) {
        const now = await reached(scene, columns, rows);
        for (const [kind, inThePast] of kinds) {
          const shown = show(inThePast(now));
          await turn();
          const lines = shown.picture().split('\n');
          const where = `${kind} ${columns}x${rows}\n${shown.picture()}`;
          expect(lines[0], where).toMatch(/^ REPLAY (2026-)?11-21 03:07:35(\.123)? UTC/);
          expect(lines.length, where).toBe(rows);
          for (const line of lines) expect(width(line), where).toBeLessThanOrEqual(columns);
          if (kind === 'back') expect(lines.at(-2), where).toMatch(/NOW IS MOVING +UNKNOWN 2 +STALE +HALT/);
          else expect(lines.at(-2), where).toMatch(/^ paused .*●/);
          expect(lines.at(-1), where).toContain(kind === 'back' ? 'Esc now' : 'q quit');
          shown.unmount();
        }
      }
    },
  );
});

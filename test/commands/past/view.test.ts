import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createShowing, liveNow} from '../../../src/commands/past/showing.ts';
import {createDeskView} from '../../../src/commands/past/view.ts';
import {bindings} from '../../../src/desk/bindings.ts';
import {createDesk} from '../../../src/desk/desk.ts';
import {isHalted} from '../../../src/desk/halt/halt.ts';
import type {Command, SentMsg} from '../../../src/desk/messages.ts';
import type {Moment} from '../../../src/desk/model/moment.ts';
import type {Key} from '../../../src/desk/model/vocabulary.ts';
import {Player} from '../../../src/desk/recorder/player/player.ts';
import {Viewer} from '../../../src/desk/recorder/player/viewer.ts';
import {createTableView} from '../../../src/ui/table/view.ts';
import {recordSession} from '../../desk/recorder/player/session.ts';
import {card, easyOption, epoch, key, lostOrder, order, startDesk} from '../../helpers/desk.ts';
import {recordingOf} from '../../helpers/recordings.ts';

const recording = recordingOf(recordSession({minutes: 4, eachMs: 60_000}));

/** A desk with rows on which every key that acts would act, and the view of it. */
function open() {
  const first = startDesk().open({
    cards: [card('101')],
    easyOptions: [easyOption('4001')],
    orders: [order('2001'), order('2002')],
  }).state;
  let ms = 60_000;
  const clock = (): Moment => ({mono: 10_000 + ms, wall: epoch + ms});
  const commands: Command[] = [];
  const heard: SentMsg[] = [];
  const desk = createDesk({
    ...{state: first, clock, carryOut: command => commands.push(command)},
    record: msg => heard.push(msg),
  });
  const table = createTableView();
  const started = desk.getState();
  const past = () => {
    const player = new Player(recording);
    player.seek(epoch + 120_000);
    const viewer = new Viewer({
      ...{player, kind: 'back', bindings: () => bindings, rows: () => 40, speed: 1, isPlaying: false},
      ...{said: undefined},
    });
    const frame = () => ({...desk.getState(), live: liveNow(desk.getState(), started)});
    return {
      showing: createShowing({viewer, frame, after: () => {}, clock: () => 0}),
      table: createTableView(),
    };
  };
  const view = createDeskView({
    desk,
    table,
    open: async () => past(),
    redraw: () => commands.push({type: 'redraw'}),
  });
  return {
    ...{desk, view, commands, heard},
    pass(by: number) {
      ms += by;
    },
    press(name: string, how: Partial<Key> = {}) {
      view.desk.send({type: 'pressed', key: key(name, {at: clock().mono, ...how})});
    },
    async lookBack() {
      view.lookBack();
      await Promise.resolve();
      await Promise.resolve();
    },
    kinds: () => heard.map(each => each.type),
  };
}

describe('looking back', () => {
  it('shows the past while the desk continues', async () => {
    const {desk, view, lookBack} = open();
    await lookBack();
    expect(view.desk.getState().past).toMatchObject({kind: 'back', live: {unknown: 0, fills: 0}});
    desk.send({type: 'told', text: 'Something of now.', level: 'info'});
    expect(desk.getState().messages.at(-1)?.text).toBe('Something of now.');
    expect(view.desk.getState().messages.at(-1)?.text).not.toBe('Something of now.');
  });

  it('passes no key to the desk as a message or a command', async () => {
    const leading = ['ctrl+c', '!', 'ctrl+\\'];
    const names = [...new Set(bindings.flatMap(each => each.keys))].filter(each => !leading.includes(each));
    const letters = [...'ABDEFJKLPUWZyanxXcomRHNTlu1234560'];
    const keys = fc.array(
      fc.record({
        name: fc.constantFrom(...names, ...letters),
        alt: fc.boolean(),
        pasted: fc.boolean(),
        alone: fc.boolean(),
      }),
      {minLength: 20, maxLength: 80},
    );
    await fc.assert(
      fc.asyncProperty(keys, async typed => {
        const {press, view, lookBack, heard, commands, kinds} = open();
        await lookBack();
        for (const {name, ...how} of typed) {
          const ctrl = name.startsWith('ctrl+');
          press(name.replace(/^ctrl\+/, '').replace(/^space$/, ' '), {...how, ctrl, ...(ctrl && {text: ''})});
          view.desk.send({type: 'typed', field: 'amount', value: '100'});
          view.desk.send({type: 'ran', action: 'cancelAll'});
          if (kinds().includes('lookedBack')) {
            heard.length = 0;
            await lookBack();
          }
          expect(kinds()).toEqual([]);
          expect(commands.filter(each => each.type !== 'redraw')).toEqual([]);
        }
      }),
      {numRuns: 60},
    );
  });

  it('blocks action keys for a moment after it ends, and says why', async () => {
    const {desk, press, lookBack, pass, commands} = open();
    press('3');
    await lookBack();
    press('escape');
    commands.length = 0;
    pass(200);
    press('x');
    expect(desk.getState().overlay.kind).toBe('none');
    expect(desk.getState().notices.at(-1)?.text).toBe('The screen has just changed: press x again.');
    pass(200);
    press('x');
    expect(desk.getState().overlay.kind).toBe('review');
  });

  it('drops keys that come before the past is there', async () => {
    const {view, press, lookBack, kinds} = open();
    const opened = lookBack();
    press(']');
    press('x');
    await opened;
    expect(kinds()).toEqual([]);
    expect(view.desk.getState().past).toMatchObject({kind: 'back', isPlaying: false});
  });

  it.each([
    ['!', []],
    ['!', ['?']],
    ['ctrl+\\', ['g', '1', '4']],
  ])('ends for the halt with %s, after %j', async (halt, before) => {
    const {desk, view, press, lookBack, commands} = open();
    await lookBack();
    for (const name of before) press(name);
    const ctrl = halt.startsWith('ctrl+');
    press(halt.replace('ctrl+', ''), ctrl ? {ctrl, text: ''} : {});
    expect(view.desk.getState().past).toBeUndefined();
    expect(isHalted(desk.getState())).toBe(true);
    expect(commands).toContainEqual({type: 'setHalt', at: expect.any(Number)});
  });

  it('ends for the halt even before the past has loaded, whatever is open on the desk', async () => {
    const {desk, view, press, lookBack} = open();
    press(':');
    const opened = lookBack();
    press('!');
    expect(isHalted(desk.getState())).toBe(true);
    expect(desk.getState().overlay.kind).toBe('none');
    await opened;
    expect(view.desk.getState().past).toBeUndefined();
  });

  it('takes the halt key for text where a time is typed', async () => {
    const {desk, view, press, lookBack} = open();
    await lookBack();
    press('g');
    press('!');
    expect(view.desk.getState().past?.typed).toBe('!');
    expect(isHalted(desk.getState())).toBe(false);
  });

  it('ends with Ctrl-C, which opens the quit dialog', async () => {
    const {desk, view, press, lookBack, commands} = open();
    await lookBack();
    press('c', {ctrl: true, text: ''});
    expect(view.desk.getState().past).toBeUndefined();
    expect(desk.getState().overlay.kind).toBe('quit');
    expect(commands.some(each => each.type === 'quit')).toBe(false);
  });

  it('shows a new UNKNOWN and new fills immediately', async () => {
    const {desk, view, lookBack} = open();
    await lookBack();
    let told = 0;
    view.desk.subscribe(() => told++);
    const filled = {id: 'f1', at: epoch, kind: 'filled', what: 'Filled', target: 'BUY', amount: '2'} as const;
    const more = {outcome: 'FILLED', requestId: undefined, latencyMs: undefined};
    desk.send({type: 'journalRead', activity: [{...filled, ...more}]});
    expect(view.desk.getState().past?.live?.fills).toBe(1);
    expect(told).toBe(1);
    desk.send({type: 'intent', msg: {type: 'restored', intents: [lostOrder]}});
    expect(view.desk.getState().past?.live?.unknown).toBe(1);
    expect(told).toBe(2);
  });

  it('shows an open dialog again when it ends, so that no earlier key answers the dialog', async () => {
    const {desk, view, press, lookBack, pass, commands} = open();
    press('3');
    press('x');
    expect(desk.getState().overlay.kind).toBe('review');
    await lookBack();
    const {number, revision} = desk.getState().overlay as {number: number; revision: number};
    desk.send({type: 'questionShown', question: number, revision, at: 80_000, isAnswered: true});
    pass(20_000);
    press('escape');
    expect(view.desk.getState().past).toBeUndefined();
    const {overlay} = desk.getState();
    expect(overlay.kind === 'review' && overlay.shownAt).toBeUndefined();
    expect(commands.at(-1)).toMatchObject({type: 'proveShown', revision: revision + 1});
  });

  it('says why it cannot open, and stays in the present', async () => {
    const {desk} = open();
    const why = 'Cannot look back: record = false in the configuration.';
    const view = createDeskView({
      ...{desk, table: createTableView(), redraw: () => {}},
      open: () => Promise.reject(new Error(why)),
    });
    view.lookBack();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(view.desk.getState().past).toBeUndefined();
    expect(desk.getState().notices.at(-1)?.text).toBe(why);
    view.desk.send({type: 'pressed', key: key('3')});
    expect(desk.getState().pane).toBe('orders');
  });
});

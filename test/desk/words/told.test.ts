import {describe, expect, it} from 'vitest';
import {fade, noticeInView, tell as told} from '../../../src/desk/notices.ts';
import {card, easyOption, lostOrder, order, startDesk} from '../../helpers/desk.ts';
import {accountRead} from '../../helpers/whole.ts';

/** Messages on the screen and in the list of them: how long they stay, and what takes their place. */
type Desk = ReturnType<typeof startDesk>;

const shown = (desk: Desk) => noticeInView(desk.state)?.text;
const listed = (desk: Desk) => desk.state.messages.map(each => each.text);

const tell = (desk: Desk, text: string, level: 'good' | 'warning' = 'good') =>
  desk.send({type: 'told', text, level});

it.each([
  ['the pane', ['1']],
  ['the row', ['j']],
  ['the pane for a dialog', ['?']],
  ['the pane for details', ['enter']],
])('a hint disappears when the user leaves %s', (_, keys) => {
  const desk = startDesk().open({orders: [order('1'), order('2')]});
  desk.type('3', 'p');
  expect(shown(desk)).toBe('The selected row names no position.');
  desk.type(...keys);
  expect(shown(desk)).toBeUndefined();
});

describe('the outcome of a write', () => {
  it('takes older news with it, but no warning', () => {
    const now = {mono: 0, wall: 0};
    const left = (level: 'info' | 'warning') => {
      const older = told(startDesk().state, 'CANCELED: BUY 1 X', level, now, {about: 'order 1'});
      const newer = told(older, 'WORKING: BUY 2 X', 'good', now, {about: 'order 2'});
      return noticeInView(fade(newer, {mono: 10_000, wall: 10_000}))?.text;
    };
    expect(left('info')).toBeUndefined();
    expect(left('warning')).toBe('CANCELED: BUY 1 X');
  });

  it('stays above newer messages until Esc if the journal could not save it', () => {
    const desk = startDesk().open();
    desk.restore(lostOrder);
    desk.tell({type: 'recordFailed', intentId: 'i1', reason: 'The disk is full.'});
    tell(desk, 'FILLED BUY 1 X at 2');
    desk.type('M', 'escape');
    tell(desk, 'FILLED BUY 2 X at 2');
    expect(shown(desk)).toContain('The journal could not be written: The disk is full.');
    desk.type('escape');
    expect(shown(desk)).toBeUndefined();
  });
});

describe('the list of messages', () => {
  it('shows a repeated hint once, at its last place', () => {
    const desk = startDesk().open({cards: [card('1')]});
    desk.type('x', 'x');
    tell(desk, 'CANCELED: 1');
    desk.type('x');
    expect(listed(desk)).toHaveLength(2);
    expect(listed(desk)[0]).toBe('CANCELED: 1');
  });

  it('has a maximum length, however long the session is', () => {
    const desk = startDesk().open();
    for (let count = 1; count <= 600; count++) tell(desk, `CANCELED: ${count}`);
    expect(listed(desk)).toHaveLength(500);
    expect(listed(desk).at(-1)).toBe('CANCELED: 600');
  });
});

describe('a recheck of an UNKNOWN write', () => {
  function looking() {
    const desk = startDesk().open({easyOptions: [easyOption('7')]});
    desk.restore(lostOrder);
    desk.type('l');
    return desk;
  }

  const fails = (desk: Desk, failure: string) => {
    const {rows} = desk.state.rounds.reading;
    desk.tell({type: 'accountRead', pane: 'trades', rows, failure});
  };

  it('shows that the read failed, and why', () => {
    const desk = looking();
    fails(desk, 'The service failed (status 503).');
    expect(shown(desk)).toBe('Still UNKNOWN. The read failed. The service failed (status 503).');
  });

  it('shows that the read settles nothing', () => {
    const desk = looking();
    desk.pass(1);
    for (const msg of accountRead({}, desk.now)) desk.send({type: 'intent', msg});
    expect(shown(desk)).toContain('Still UNKNOWN. No new order or trade like it is listed.');
  });
});

import {describe, expect, it} from 'vitest';
import {panes} from '../../../src/desk/model/vocabulary.ts';
import {blockedHere} from '../../../src/desk/order/availability.ts';
import type {StopRecord} from '../../../src/desk/stop/record.ts';
import {layoutOf} from '../../../src/ui/layout.ts';
import {bannerLines} from '../../../src/ui/lines/footer.ts';
import {card, easyOption, epoch, order, startDesk} from '../../helpers/desk.ts';
import {texts} from '../../ui/helpers/texts.ts';

const record: StopRecord = {at: epoch, by: 'process 7 on there', asked: undefined, progress: undefined};

const rows = {cards: [card('1')], easyOptions: [easyOption('7')], orders: [order('5')]};
const stopped = () => {
  const desk = startDesk().open(rows);
  desk.send({type: 'stop', msg: {type: 'seen', record}});
  return desk;
};

describe('the flag of a stop', () => {
  it('is set by one key, at once and without a question', () => {
    const desk = startDesk().open(rows);
    desk.press('!');
    expect(desk.asked()).toContainEqual({type: 'setStop', at: epoch});
    expect(desk.state.overlay.kind).toBe('none');
    expect(blockedHere(desk.state, 'open')).toContain('STOPPED by this dashboard');
    expect(blockedHere(desk.state, 'place')).toContain('STOPPED');
  });

  it('refuses what adds risk with its reason, and lets exits pass', () => {
    const desk = stopped();
    expect(blockedHere(desk.state, 'open')).toContain('STOPPED by process 7 on there');
    desk.asked();
    const draft = {kind: 'open', cardId: '1', investmentAmount: '25'} as const;
    desk.send({type: 'intent', msg: {type: 'ask', draft}});
    expect(desk.asked().map(each => each.type)).not.toContain('intent');
    expect(desk.state.notices.at(-1)?.text).toMatch(/^NOT SENT: .*STOPPED by process 7/);
    desk.send({type: 'ran', action: 'pane.easyOptions'});
    expect(blockedHere(desk.state, 'close')).toBeUndefined();
    desk.send({type: 'ran', action: 'pane.orders'});
    expect(blockedHere(desk.state, 'cancel')).toBeUndefined();
  });

  it('stands on every pane, whoever set it, and goes when it is lifted', () => {
    const desk = stopped();
    const banner = () => texts(bannerLines(desk.state, layoutOf(desk.state).banner)).join('\n');
    for (const pane of panes) {
      desk.send({type: 'ran', action: `pane.${pane}`});
      expect(banner()).toContain('STOPPED at 00:00:00 UTC (process 7 on there)');
      expect(banner()).toContain('5 u resume');
    }
    desk.send({type: 'stop', msg: {type: 'seen', record: undefined}});
    expect(banner()).toBe('');
    expect(blockedHere(desk.state, 'open')).not.toContain('STOPPED');
    expect(desk.state.activity.map(line => line.target)).toEqual(['lifted', 'set']);
  });

  it('holds here alone where the journal does not take it, and is tried again until it does', () => {
    const desk = startDesk().open(rows);
    desk.press('!');
    const reason = 'The disk is full.';
    desk.send({type: 'stop', msg: {type: 'unkept', what: 'set', reason}});
    expect(desk.state.notices.at(-1)?.text).toContain(`STOPPED here alone: the journal did not take it`);
    desk.send({type: 'stop', msg: {type: 'seen', record: undefined}});
    expect(blockedHere(desk.state, 'open')).toContain('STOPPED by this dashboard');
    desk.asked();
    desk.pass(1_000);
    desk.send({type: 'tick'});
    expect(desk.asked()).toContainEqual({type: 'setStop', at: epoch});
    desk.send({type: 'stop', msg: {type: 'seen', record}});
    desk.send({type: 'tick'});
    expect(desk.asked()).toContainEqual({type: 'lookForStop'});
  });

  it('is looked for with each tick and each poll, and the same again changes nothing', () => {
    const desk = stopped();
    const {state} = desk;
    desk.send({type: 'stop', msg: {type: 'seen', record}});
    expect(desk.state).toBe(state);
    desk.asked();
    desk.send({type: 'intent', msg: {type: 'polled'}});
    expect(desk.asked()).toContainEqual({type: 'lookForStop'});
  });

  it('is lifted by the word resume alone, on Activity', () => {
    const desk = stopped();
    desk.send({type: 'ran', action: 'pane.activity'});
    desk.type('u');
    expect(desk.state.overlay.kind).toBe('lift');
    desk.asked();
    for (const text of ['', 'y', 'lift']) {
      desk.send({type: 'typed', field: '', value: text});
      desk.type('enter');
      expect(desk.state.overlay).toMatchObject({kind: 'lift', error: expect.stringContaining('resume')});
    }
    expect(desk.asked().filter(each => each.type.endsWith('Stop'))).toEqual([]);
    desk.send({type: 'typed', field: '', value: 'resume'});
    desk.type('enter');
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.asked()).toContainEqual({type: 'liftStop'});
  });
});

import {describe, expect, it} from 'vitest';
import type {AccountEvent} from '../../src/core/events/event.ts';
import {easyOption, order, startDesk, trade} from '../helpers/desk.ts';
import {epoch} from '../helpers/intents.ts';

const at = epoch - 3_600_000;
const ended = (id: string, plClosed: string): AccountEvent => ({
  ...{id: `closed:${id}`, kind: 'closed', resource: 'easy-options', key: id, at},
  record: easyOption(id, {status: 'CLOSED', plClosed, investmentCurrency: 'USDT'}),
});
const filled = (id: string, more = {}): AccountEvent => ({
  ...{id: `filled:7:${id}`, kind: 'filled', resource: 'trades', key: id, at},
  record: trade(id, {orderId: '7', fillType: 'FILL', ...more}),
});

describe('what happened while no optty ran', () => {
  it('is one line at the start, and a mark on the tab of Activity', () => {
    const desk = startDesk().open();
    desk.send({
      type: 'caughtUp',
      events: [ended('1', '12.01'), ended('2', '-1.5'), filled('71'), filled('72')],
    });
    expect(desk.said()).toBe('While you were away: 2 closed, +10.51 USDT; 1 filled, see Activity (5)');
    expect(desk.state.unvisited.has('activity')).toBe(true);
    expect(desk.state.activity.map(({kind}) => kind)).toEqual(['away']);
    desk.type('5');
    expect(desk.state.unvisited.has('activity')).toBe(false);
  });

  it('is in Activity, also what has no time of its own', () => {
    const desk = startDesk().open();
    const record = order('9', {status: 'CANCELED'});
    desk.send({
      type: 'caughtUp',
      events: [{id: 'canceled:9', kind: 'canceled', resource: 'orders', key: '9', at: undefined, record}],
    });
    expect(desk.state.activity.map(({kind}) => kind).sort()).toEqual(['away', 'canceled']);
  });

  it('says nothing if nothing happened', () => {
    const desk = startDesk().open();
    desk.send({type: 'caughtUp', events: []});
    expect(desk.state.notices).toEqual([]);
    expect(desk.state.unvisited.size).toBe(0);
  });
});

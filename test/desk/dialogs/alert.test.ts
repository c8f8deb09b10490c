import {describe, expect, it} from 'vitest';
import {levelError} from '../../../src/desk/dialogs/alert.ts';
import {card, easyOption, startDesk} from '../../helpers/desk.ts';

const rows = {cards: [card('1'), card('2')]};

describe('an alert', () => {
  it('shows an error for an invalid level, but not for one that can still become valid', () => {
    for (const text of ['', '>', '< -', '<=', '12', '12.5', '>12.5', '<-3'])
      expect(levelError(text)).toBeUndefined();
    for (const text of ['abc', '12x', '>>3', '1.2.3'])
      expect(levelError(text)).toContain('A level is a number');
  });

  it('is removed by its level, without a second alert on the row', () => {
    const desk = startDesk().open(rows);
    const set = (level: string) => {
      desk.type('a');
      desk.send({type: 'typed', field: 'level', value: level});
      desk.type('enter');
    };
    set('>900');
    set('<1');
    expect(desk.state.alerts.map(each => each.level)).toEqual(['900', '1']);
    set('900');
    expect(desk.state.alerts.map(each => each.level)).toEqual(['1']);
    expect(desk.state.notices.at(-1)?.text).toMatch(/^Alert removed: .* ≥ 900$/);
    set('');
    expect(desk.state.alerts).toEqual([]);
  });

  it('is not for an Easy Option that has ended, unless to remove one', () => {
    const open = easyOption('7', {status: 'ACTIVE'});
    const desk = startDesk().open({easyOptions: [open]});
    const closed = () => {
      desk.poll('easyOptions', [easyOption('7', {status: 'CLOSED'})]);
    };
    desk.type('2', 'a');
    desk.send({type: 'typed', field: 'level', value: '>9000'});
    desk.type('enter');
    closed();
    desk.type('a');
    desk.send({type: 'typed', field: 'level', value: ''});
    desk.type('enter');
    expect(desk.state.alerts).toEqual([]);
    desk.type('a');
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.state.notices.at(-1)?.text).toBe('It is CLOSED already: its P/L no longer changes.');
  });
});

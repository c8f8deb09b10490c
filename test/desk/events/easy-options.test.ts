import {describe, expect, it} from 'vitest';
import type {EasyOption} from '../../../src/api/wire/records.ts';
import {easyOption, startDesk} from '../../helpers/desk.ts';

type Desk = ReturnType<typeof startDesk>;

const startedDesk = (easyOptions: readonly EasyOption[]) => startDesk({bell: true}).open({easyOptions});

function poll(desk: Desk, options: readonly EasyOption[]) {
  desk.pass(10_000);
  desk.send({type: 'pollDue', pane: 'easyOptions', arm: desk.state.feeds.easyOptions.arm});
  desk.arrive('easyOptions', options);
}

const messages = (desk: Desk) => desk.state.messages.map(each => each.text);

describe('an Easy Option that leaves a filtered list', () => {
  const reads = (desk: Desk) => desk.asked().filter(each => each.type === 'readEasyOption');

  function filtered(...options: readonly EasyOption[]) {
    const desk = startedDesk(options);
    desk.type('2', '/');
    desk.send({type: 'typed', field: '', value: 'open'});
    desk.type('enter');
    desk.arrive('easyOptions', options);
    desk.asked();
    return desk;
  }

  it('because it closed is told with its P/L, once it was read', () => {
    const desk = filtered(easyOption('7', {status: 'ACTIVE'}), easyOption('8', {status: 'ACTIVE'}));
    poll(desk, [easyOption('8', {status: 'ACTIVE'})]);
    expect(reads(desk)).toEqual([{type: 'readEasyOption', id: '7'}]);
    expect(messages(desk)).toEqual([]);
    const closed = easyOption('7', {status: 'CLOSED', plClosed: '-9.92'});
    desk.send({type: 'easyOptionRead', id: '7', option: closed});
    expect(messages(desk)[0]).toMatch(/^CLOSED P\/L -9\.92/);
    expect(desk.asked().filter(each => each.type === 'ring')).toHaveLength(1);
    expect(desk.state.activity.map(each => each.kind)).toEqual(['closed']);
    desk.send({type: 'easyOptionRead', id: '7', option: closed});
    expect(messages(desk)).toHaveLength(1);
  });

  it('as it is, or that cannot be read, is no news', () => {
    const desk = filtered(easyOption('7', {status: 'ACTIVE'}), easyOption('8', {status: 'ACTIVE'}));
    poll(desk, []);
    expect(reads(desk)).toHaveLength(2);
    desk.send({type: 'easyOptionRead', id: '7', option: easyOption('7', {status: 'ACTIVE', pl: '1'})});
    desk.send({type: 'easyOptionRead', id: '8', option: undefined});
    expect(messages(desk)).toEqual([]);
    expect(desk.state.activity).toEqual([]);
    expect(desk.state.leftOptions.size).toBe(0);
  });

  it('with many others is read with a few of them', () => {
    const desk = filtered(...Array.from({length: 9}, (_, index) => easyOption(`${index + 1}`)));
    poll(desk, []);
    expect(reads(desk)).toHaveLength(5);
  });

  it('is not read where nothing narrows the list, or when the filter is another', () => {
    const desk = startedDesk([easyOption('7', {status: 'ACTIVE'})]);
    poll(desk, []);
    expect(reads(desk)).toEqual([]);
    const other = filtered(easyOption('7', {status: 'ACTIVE'}));
    other.type('/');
    other.send({type: 'typed', field: '', value: 'status:CLOSED'});
    other.type('enter');
    other.arrive('easyOptions', []);
    expect(reads(other)).toEqual([]);
  });
});

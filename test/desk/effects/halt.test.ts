import {expect, it} from 'vitest';
import type {Operations} from '../../../src/api/client.ts';
import type {HaltMsg} from '../../../src/core/halt/halt.ts';
import {createHaltEffects} from '../../../src/desk/effects/halt.ts';
import {carryOut} from '../../../src/desk/effects/world.ts';
import {bindStore, createStore} from '../../sim/memory-journal.ts';

it('reads of another service are a fault of a halt, which they cannot end', async () => {
  const list = async () => ({
    value: {rows: [], unreadable: [], page: 1, pageSize: 100, total: 0, isLast: true},
    ...{venue: 'PAPER', latencyMs: 1, paperLedger: 'L2'},
  });
  const client = {listOrders: list, searchEasyOptions: list} as unknown as Operations;
  for (const [ledger, text] of [
    ['L1', 'Another service is at this address now. Start optty again.'],
    ['L2', undefined],
  ] as const) {
    const sent: HaltMsg[] = [];
    const effects = createHaltEffects({
      ...{client, service: {ledger, mayChange: true}, clock: () => ({mono: 0, wall: 0})},
      journal: bindStore(createStore(), {pid: 1, isAlive: () => true}),
      ...{send: msg => void sent.push(msg), after: () => {}},
    });
    carryOut(effects, {type: 'readForHalt', number: 1, easyOptions: true, since: 0}, () => {});
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({read: {orders: {fault: text}, easyOptions: {fault: text}}});
  }
});

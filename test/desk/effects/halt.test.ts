import {expect, it} from 'vitest';
import {nameLedger} from '../../../src/account/reading/ledger.ts';
import type {Operations} from '../../../src/api/client.ts';
import type {HaltMsg} from '../../../src/core/halt/halt.ts';
import {createHaltEffects} from '../../../src/desk/effects/journaled.ts';
import {bindStore, createStore} from '../../sim/memory-journal.ts';

it.each([
  ['L1', 'HALTING'],
  ['L2', 'NO ORDERS'],
] as const)('takes no end of a halt that the lists of another service prove: %s', (ledger, word) => {
  const client = {} as Operations;
  nameLedger(client, 'L2');
  const journal = bindStore(createStore(), {pid: 1, isAlive: () => true});
  journal.controls.take(1, true);
  const sent: HaltMsg[] = [];
  const effects = createHaltEffects({
    ...{client, service: {ledger, mayChange: true}, clock: () => ({mono: 0, wall: 0}), journal},
    send: msg => void sent.push(msg),
  });
  const nobody = () => {};
  effects.setHalt({type: 'setHalt', at: 1, wants: 'NO ORDERS'}, nobody);
  const progress = {at: 2, word: 'NO ORDERS', left: [], orders: 0} as const;
  effects.reportHalt({type: 'reportHalt', progress: {...progress, left: []}}, nobody);
  expect(sent.at(-1)).toMatchObject({record: {progress: {word}}});
});

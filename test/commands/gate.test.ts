import {describe, expect, it} from 'vitest';
import {wholeSince} from '../../src/account/reading/reading.ts';
import {beginHeadless, profileOf, startFront} from '../helpers/headless.ts';
import {rest} from '../helpers/holdings.ts';
import {home} from './optty.ts';

/** Settings of a profile that hold a write back; each way of asking ends in the same message. */
const held = {
  'READ-ONLY': {toml: '[profiles.t.guardrails]\nread_only = true\n', why: /READ-ONLY/},
  'a guardrail': {toml: '[profiles.t.guardrails]\nmax_investment = "24"\n', why: /exceeds max 24/},
  'a limit': {
    toml: '[profiles.t.limits]\nmax_open_investment = "24"\n',
    why: /Open investment would be 25 of 24/,
  },
  'the halt': {toml: '', why: /HALTED by/},
} as const;

describe.concurrent('the gate', () => {
  it.for(Object.entries(held))(
    'holds back what adds risk by %s, and a cancel by READ-ONLY alone',
    async ([hold, {toml, why}], test) => {
      const front = await startFront(test);
      const {orderId} = await rest(front.paper, '0.1', '0.01');
      const {folder} = home(profileOf(front) + toml, test.onTestFinished);
      const {desk, until, ask} = await beginHeadless(folder, front, test);
      if (hold === 'a limit')
        await until(
          ({limits, rounds}) => limits.standing !== undefined && wholeSince(rounds.reading) !== undefined,
        );
      if (hold === 'the halt') {
        desk.send({type: 'ran', action: 'halt'});
        await until(({halt}) => halt.record !== undefined);
      }
      const cardId = desk.getState().feeds.cards.rows[0]?.id ?? '';
      expect(await ask({kind: 'open', cardId, investmentAmount: '25'})).toBeUndefined();
      expect(front.writes).toEqual([]);
      expect(desk.getState().messages.map(({text}) => text)).toContainEqual(expect.stringMatching(why));
      await ask({kind: 'cancel', orderId});
      expect(front.writes).toEqual(hold === 'READ-ONLY' ? [] : [`DELETE /v1/orders/${orderId}`]);
    },
  );
});

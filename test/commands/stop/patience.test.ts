import {describe, expect, it} from 'vitest';
import {givenUp, patienceOf} from '../../../src/commands/stop/patience.ts';
import {order, startDesk} from '../../helpers/desk.ts';

describe('a stop without a terminal', () => {
  const unheard = startDesk().state;
  const heard = startDesk().open({orders: [order('5')]}).state;
  const loadedAt = heard.feeds.orders.loadedAt?.mono ?? 0;
  const day = 86_400_000;

  it('gives up after 30 s where the service never answered', () => {
    expect(givenUp(unheard, patienceOf({}), 0, 30_000)).toBeUndefined();
    expect(givenUp(unheard, patienceOf({}), 0, 30_001)).toBe('The service has not answered for 30 s.');
  });

  it('goes on once it was heard, for whoever sits before it ends it', () => {
    expect(givenUp(heard, patienceOf({}), 0, 100 * day)).toBeUndefined();
  });

  it('ends by itself where a dashboard left it behind, a day after the last answer', () => {
    const patience = patienceOf({OPTTY_DETACHED: '1'});
    expect(givenUp(unheard, patience, 0, day)).toBeUndefined();
    expect(givenUp(unheard, patience, 0, day + 1)).toBe('The service has not answered for 24 h.');
    expect(givenUp(heard, patience, 0, loadedAt + day)).toBeUndefined();
    expect(givenUp(heard, patience, 0, loadedAt + day + 1)).toBe('The service has not answered for 24 h.');
  });
});

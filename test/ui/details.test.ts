import {expect, it} from 'vitest';
import {details} from '../../src/ui/details.ts';
import {filledDesk, wall} from './helpers/sample.ts';

it('the time of an activity has the format of all times in details: with its zone and relative to now', () => {
  const desk = filledDesk(120, 40);
  const line = {
    id: '1',
    at: wall - 120_000,
    kind: 'filled',
    what: 'Fill',
    target: 'order #1',
    amount: '1',
    outcome: 'FILL',
    requestId: undefined,
    latencyMs: undefined,
  } as const;
  const state = {
    ...desk,
    now: {...desk.now, wall},
    pane: 'activity',
    activity: [line],
    activitySelected: '1',
  } as const;
  expect(details(state)?.[0]).toEqual({
    field: 'time',
    value: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \(2m ago\)$/),
  });
});

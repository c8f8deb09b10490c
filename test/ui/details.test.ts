import {expect, it} from 'vitest';
import {fieldsOf} from '../../src/account/model/rows.ts';
import {feedPanes} from '../../src/account/model/vocabulary.ts';
import {headingOf} from '../../src/account/resources/resources.ts';
import type {ActivityLine} from '../../src/desk/state.ts';
import {details} from '../../src/ui/details.ts';
import {filledDesk, wall} from './helpers/sample.ts';

it('the time of an activity is by the clock of the service, as the times of all records', () => {
  const desk = filledDesk(120, 40);
  const now = {...desk.now, wall};
  const intents = {...desk.intents, clock: {offsetMs: 31 * 60_000, seenAt: now}};
  const timeOf = (kind: ActivityLine['kind'], at: number, more: Partial<ActivityLine> = {}) => {
    const line = {id: '1', at, kind, what: '', target: '', amount: '', outcome: '', requestId: undefined};
    const activity = [{...line, latencyMs: undefined, ...more}];
    return details({...desk, now, intents, pane: 'activity', activity, activitySelected: '1'})?.[0]?.value;
  };
  const shown = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const tradedAt = wall + 29 * 60_000;
  expect(timeOf('filled', wall, {serviceAt: tradedAt})).toBe(`${shown(tradedAt)} UTC (2m ago)`);
  for (const kind of ['intent', 'alert', 'filled', 'gone'] as const)
    expect(timeOf(kind, wall - 60_000)).toBe(`${shown(wall + 30 * 60_000)} UTC (1m ago)`);
});

it.each(feedPanes)(
  'every documented field of %s has the name of its heading, without a value in the last line',
  pane => {
    const fields = details({...filledDesk(120, 40), pane}) ?? [];
    const empty = fields.at(-1)?.field === 'empty' ? (fields.at(-1)?.value.split(', ') ?? []) : [];
    const names = [...fields.map(({field}) => field), ...empty];
    expect(names).toEqual(expect.arrayContaining(fieldsOf[pane].map(name => headingOf(pane, name))));
    expect(fields.map(({value}) => value)).not.toContain('-');
  },
);

it('the details of an Easy Option show what its card tells', () => {
  const fields = details({...filledDesk(120, 40), pane: 'easyOptions'}) ?? [];
  const value = (name: string) => fields.find(({field}) => field === name)?.value;
  expect(value('asset')).toBe('BTC');
  expect(value('expiry')).toMatch(/^2026-.* UTC \(in .*\)$/);
  expect(value('P/L %')).toBeDefined();
  expect(fields.find(({field}) => field === 'P/L')?.tone).toBe('up');
});

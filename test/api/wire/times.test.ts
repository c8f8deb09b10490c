import {expect, it} from 'vitest';
import {fromIso} from '../../../src/api/wire/records.ts';
import {expiryLines} from '../../../src/desk/order/tickets/line-parts.ts';
import {inZone} from '../../helpers/zone.ts';

it.each(['UTC', 'America/New_York', 'Asia/Tokyo'])(
  'a time without a zone is UTC on a machine in %s',
  zone => {
    const at = Date.UTC(2026, 10, 28, 16, 30);
    const forms = {
      '2026-11-28T16:30': at,
      '2026-11-28T16:30:00': at,
      '2026-11-28t16:30:00z': at,
      '2026-11-28T16:30:00.123456789': at + 123,
      '2026-11-28T16:30:00,5': at + 500,
      '2026-11-28T18:00+01:30': at,
      '2026-11-28T18:00:00+0130': at,
      '2026-11-28T11:30:00-05': at,
      '2026-11-28': Date.UTC(2026, 10, 28),
    };
    const read = () => Object.fromEntries(Object.keys(forms).map(text => [text, fromIso(text)]));
    expect(inZone(zone, read)).toEqual(forms);
  },
);

it.each([
  'Nov 28, 2026',
  '28/11/2026',
  '2026-11-28 16:30',
  '2026-02-30T00:00Z',
  '2025-02-29T12:00+01:00',
  '2026-13-01T00:00Z',
  '2026-01-00T00:00Z',
  '2026-11-28T25:00Z',
  '2026-11-28T00:61Z',
  '2026-11-28T16:30:00 EST',
  '1795766400000',
  'tomorrow',
  '',
])('a text of another form is no time, and the review says so: %s', text => {
  expect(fromIso(text)).toBeUndefined();
  const note = 'not ISO 8601, time unknown';
  expect(expiryLines(text)).toEqual([{label: 'Expires', value: text, rule: 'asks again', note}]);
});

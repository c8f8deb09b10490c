import {describe, expect, it} from 'vitest';
import {ApiError, LinkError, linkFailures, maySent, ShapeError} from '../../src/api/index.ts';

const refused = (status: number) => new ApiError('no', {status, recognised: true});
const statuses = [302, 400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 502, 503];

describe('an error thrown by a call', () => {
  it('leaves a write in doubt unless it proves that nothing happened', () => {
    const foreign = (status: number) => new ApiError('no', {status, recognised: false});
    const proved = [400, 404, 413, 422];
    const byStatusAlone = [401, 403, 429];
    expect(statuses.filter(status => !maySent(refused(status)))).toEqual(
      [...proved, ...byStatusAlone].sort((a, b) => a - b),
    );
    expect(statuses.filter(status => !maySent(foreign(status)))).toEqual(byStatusAlone);
    const kinds = linkFailures.map(kind => [
      new LinkError(kind, 'no', 'm'),
      new LinkError(kind, 'maybe', 'm'),
    ]);
    expect(kinds.every(([no, maybe]) => !maySent(no) && maySent(maybe))).toBe(true);
    for (const other of [new ShapeError('m', {status: 200}), new TypeError('m'), undefined])
      expect(maySent(other)).toBe(true);
  });

  it('includes its message in JSON', () => {
    for (const error of [
      refused(404),
      new LinkError('cut', 'maybe', 'no'),
      new ShapeError('no', {status: 200}),
    ])
      expect(JSON.parse(JSON.stringify(error))).toEqual({...error, message: 'no'});
  });
});

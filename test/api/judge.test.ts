import {describe, expect, it} from 'vitest';
import {
  ApiError,
  isConflict,
  isInvalid,
  isLinkFailure,
  isNotFound,
  isRateLimited,
  isServiceFailure,
  isUnauthorized,
  isUnsent,
  LinkError,
  linkFailures,
  maySent,
  ShapeError,
} from '../../src/api/index.ts';

const refused = (status: number) => new ApiError('no', {status, recognised: true});
const statuses = [302, 400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 502, 503];

describe('an error thrown by a call', () => {
  it.each([
    ['not found', isNotFound, [404]],
    ['a conflict', isConflict, [409]],
    ['unauthorized', isUnauthorized, [401, 403]],
    ['invalid', isInvalid, [400, 413, 422]],
    ['rate limited', isRateLimited, [429]],
    ['a service failure', isServiceFailure, [500, 502, 503]],
  ])('is %s, judged only by its status', (_name, is, those) => {
    expect(statuses.filter(status => is(refused(status)))).toEqual(those);
    const others = [
      new LinkError('cut', 'maybe', 'm', 404),
      new ShapeError('m', {status: 404}),
      {status: 404},
      null,
    ];
    expect(others.filter(is)).toEqual([]);
  });

  it('is a connection failure of any kind or of a given kind', () => {
    const links = linkFailures.map(kind => new LinkError(kind, 'no', 'm'));
    expect(links.every(each => isLinkFailure(each))).toBe(true);
    expect(links.filter(each => isLinkFailure(each, 'cut', 'reset')).map(({kind}) => kind)).toEqual([
      'reset',
      'cut',
    ]);
    expect(isLinkFailure(refused(500))).toBe(false);
  });

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

  it('counts as not sent only if that is proved', () => {
    expect(isUnsent(new LinkError('refused', 'no', 'm'))).toBe(true);
    expect(
      [new LinkError('reset', 'maybe', 'm'), refused(401), new Error('m'), undefined].filter(isUnsent),
    ).toEqual([]);
  });
});

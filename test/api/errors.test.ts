import {inspect} from 'node:util';
import {describe, expect, it} from 'vitest';
import {ApiError, explain, LinkError, linkFailures, maySent, ShapeError} from '../../src/api/errors.ts';
import {linkError, linkErrorOf} from '../../src/api/http/failure.ts';

const refusal = (status: number, more: object = {}) =>
  new ApiError('Not enough margin.', {status, recognised: true, requestId: 'r-7', ...more});

describe('an error thrown by a call', () => {
  it('leaves a write in doubt unless it proves that nothing happened', () => {
    const statuses = [302, 400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 502, 503];
    const foreign = (status: number) => new ApiError('no', {status, recognised: false});
    const proved = [400, 404, 413, 422];
    const byStatusAlone = [401, 403, 429];
    expect(statuses.filter(status => !maySent(refusal(status)))).toEqual(
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
      new ApiError('no', {status: 404, recognised: true}),
      new LinkError('cut', 'maybe', 'no'),
      new ShapeError('no', {status: 200}),
    ])
      expect(JSON.parse(JSON.stringify(error))).toEqual({...error, message: 'no'});
  });
});

describe('the text of an error', () => {
  const told = (status: number, request = ', request r-7') =>
    `The service refused (status ${status}${request}): Not enough margin.`;
  const bare = {recognised: false, requestId: undefined};

  it.each([
    [refusal(422), `${told(422)} Change the request and try again.`],
    [refusal(400, {requestId: undefined}), `${told(400, '')} Change the request and try again.`],
    [refusal(401, {hadCredential: true}), `${told(401)} Check the credential.`],
    [refusal(401, {hadCredential: false}), `${told(401)} No credential was sent: set one.`],
    [refusal(429, {retryAfter: 2_500}), `${told(429)} Wait 3 s and try again.`],
    [refusal(429, bare), 'The service refused (status 429). Wait a moment and try again.'],
    [
      refusal(502, bare),
      'The service failed (status 502). Try again in a moment; after a write, check first: it may have been executed.',
    ],
    [refusal(503, {method: 'GET'}), `${told(503).replace('refused', 'failed')} Try again in a moment.`],
    [
      refusal(307, bare),
      'The service redirected the request (status 307). Redirects are not followed; set the base URL to the final address.',
    ],
    [refusal(404), `${told(404)} It may be gone; if nothing is found at all, check the base URL.`],
    [new LinkError('cut', 'maybe', 'It ended.'), 'It ended. Check the network.'],
    [new LinkError('no-tls', 'no', 'No.'), 'No. Check https:// and the port in the base URL.'],
    [new LinkError('dns', 'no', 'No h.'), 'No h. Check the host name in the base URL and the network.'],
    [new LinkError('refused', 'no', 'No.'), 'No. Check the base URL and that the service is running.'],
    [new LinkError('input', 'no', 'Too many.'), 'Too many. Correct it and try again.'],
    [new ShapeError('A page.', {status: 200}), 'A page. Check that the base URL is the trading service.'],
    [new TypeError('x is no y'), 'Unexpected error: x is no y. The stack trace shows where.'],
    ['odd', 'Unexpected error: odd. The stack trace shows where.'],
    ['odd.', 'Unexpected error: odd. The stack trace shows where.'],
  ])('is right for %o', (error, words) => {
    expect(explain(error)).toBe(words);
  });

  it('has two sentences for every connection failure: what happened and what to do', () => {
    for (const kind of linkFailures) {
      for (const isSent of [true, false]) {
        expect(explain(linkErrorOf(kind, {host: 'h', isSent, status: undefined})), kind).toMatch(
          /^[A-Zh].*\. [A-Z].*\.$/,
        );
      }
    }
  });
});

it('does not mention anything specific to one program', () => {
  const statuses = [307, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503].map(status => refusal(status));
  const links = linkFailures.map(kind => linkErrorOf(kind, {host: 'h', isSent: true, status: undefined}));
  for (const error of [
    ...statuses,
    ...links,
    new ShapeError('It is no list.', {status: 200}),
    new Error('odd'),
  ])
    expect(explain(error)).not.toMatch(/optty|profile|refresh|\blog\b/i);
});

describe('a connection failure', () => {
  const progress = {host: 'h:1', isSent: true, status: undefined};
  const withCode = (code: string, message = code) => Object.assign(new Error(message), {code});

  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['UND_ERR_DESTROYED', 'closed'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cut'],
    ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
    ['HPE_INVALID_CONSTANT', 'protocol'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['EPROTO', 'tls'],
    ['UND_ERR_PRX_TLS', 'proxy'],
    ['SOMETHING_NEW', 'protocol'],
  ])('maps %s to %s', (code, kind) => {
    expect(linkError(withCode(code), progress)).toMatchObject({kind, sent: 'maybe'});
  });

  it('is "cut" once the status has arrived, and "connect-timeout" if nothing was sent', () => {
    expect(linkError(withCode('ECONNRESET'), {...progress, status: 200})).toMatchObject({
      kind: 'cut',
      status: 200,
    });
    expect(linkError(withCode('ETIMEDOUT'), {...progress, isSent: false})).toMatchObject({
      kind: 'connect-timeout',
      sent: 'no',
    });
  });

  it.each([
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number'],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'packet length too long'],
    ['EPROTO', 'write EPROTO 1:error:0A00010B:SSL routines:ssl3_get_record:wrong version number'],
  ])('%s means that the other side does not speak TLS, not that the certificate is bad', (code, message) => {
    expect(linkError(withCode(code, message), progress)).toMatchObject({
      kind: 'no-tls',
      message: 'h:1 does not speak TLS on this port.',
    });
    expect(linkError(withCode('EPROTO', 'alert handshake failure'), progress).message).toContain('trusted');
    const advice = explain(linkError(withCode(code, message), progress));
    expect(advice).not.toMatch(/certificate|trusted|token/);
  });

  it('keeps no details of its cause', () => {
    const cause = withCode('ECONNRESET', 'read ECONNRESET with canary-token');
    expect(inspect(linkError(cause, progress), {depth: 9, showHidden: true})).not.toContain('canary-token');
  });
});

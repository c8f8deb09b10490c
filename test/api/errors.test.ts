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
  it.each([
    [
      refusal(422),
      'The service refused (status 422, request r-7): Not enough margin. Change the request and try again.',
    ],
    [
      refusal(400, {requestId: undefined}),
      'The service refused (status 400): Not enough margin. Change the request and try again.',
    ],
    [
      refusal(401, {hadCredential: true}),
      'The service refused (status 401, request r-7): Not enough margin. Check the credential.',
    ],
    [
      refusal(401, {hadCredential: false}),
      'The service refused (status 401, request r-7): Not enough margin. No credential was sent: set one.',
    ],
    [
      refusal(429, {retryAfter: 2_500}),
      'The service refused (status 429, request r-7): Not enough margin. Wait 3 s and try again.',
    ],
    [
      refusal(429, {recognised: false}),
      'The service refused (status 429, request r-7). Wait a moment and try again.',
    ],
    [
      refusal(502, {recognised: false, requestId: undefined}),
      'The service failed (status 502). Try again in a moment; after a write, check first: it may have been executed.',
    ],
    [
      refusal(503, {method: 'GET'}),
      'The service failed (status 503, request r-7): Not enough margin. Try again in a moment.',
    ],
    [
      refusal(307, {recognised: false, requestId: undefined}),
      'The service redirected the request (status 307). Redirects are not followed; set the base URL to the final address.',
    ],
    [
      refusal(404),
      'The service refused (status 404, request r-7): Not enough margin. It may be gone; if nothing is found at all, check the base URL.',
    ],
    [new LinkError('cut', 'maybe', 'It was cut short.'), 'It was cut short. Check the network.'],
    [
      new LinkError('no-tls', 'no', 'h speaks none.'),
      'h speaks none. Check https:// and the port in the base URL.',
    ],
    [new LinkError('dns', 'no', 'No h.'), 'No h. Check the host name in the base URL and the network.'],
    [
      new LinkError('refused', 'no', 'h:1 refused the connection.'),
      'h:1 refused the connection. Check the base URL and that the service is running.',
    ],
    [
      new LinkError('input', 'no', 'A page of orders has at most 100 rows, not 101.'),
      'A page of orders has at most 100 rows, not 101. Correct it and try again.',
    ],
    [
      new ShapeError('The service answered 200, but the body is a web page, not JSON.', {status: 200}),
      'The service answered 200, but the body is a web page, not JSON. Check that the base URL is the trading service.',
    ],
    [
      new TypeError('x is not a function'),
      'Unexpected error: x is not a function. The stack trace shows where.',
    ],
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

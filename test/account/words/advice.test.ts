import {describe, expect, it} from 'vitest';
import {faultOf} from '../../../src/account/reading/pages.ts';
import {explainHere} from '../../../src/account/words/advice.ts';
import {ApiError, LinkError, ShapeError} from '../../../src/api/errors.ts';

const refusal = (status: number, more: object = {}) =>
  new ApiError('Not today.', {status, recognised: true, requestId: 'r-7', ...more});

describe('an error message of optty', () => {
  it.each([
    [
      refusal(401, {hadCredential: true}),
      'The service refused (status 401, request r-7): Not today. Check the credential.',
    ],
    [
      refusal(401, {hadCredential: false}),
      'The service refused (status 401, request r-7): Not today. No token is set: set OPTTY_TOKEN, or token_file or token_command in the profile.',
    ],
    [
      refusal(404),
      'The service refused (status 404, request r-7): Not today. It may be gone; if nothing is found at all, check the base URL.',
    ],
    [refusal(409), 'The service refused (status 409, request r-7): Not today. Check the current state.'],
    [
      refusal(422),
      'The service refused (status 422, request r-7): Not today. Change the request and try again.',
    ],
    [
      refusal(503, {method: 'GET'}),
      'The service failed (status 503, request r-7): Not today. Try again in a moment.',
    ],
    [new LinkError('cut', 'maybe', 'It was cut short.'), 'It was cut short. Check the network.'],
    [new LinkError('credentials', 'no', 'No token.'), 'No token. Check the credential.'],
    [
      new LinkError('no-tls', 'no', 'h speaks none.'),
      'h speaks none. Check https:// and the port in the base URL.',
    ],
    [new LinkError('dns', 'no', 'No h.'), 'No h. Check the host name in the base URL and the network.'],
    [
      new ShapeError('It is no JSON.', {status: 200}),
      'It is no JSON. Check that the base URL is the trading service; optty doctor shows what it answers.',
    ],
    [new TypeError('odd'), 'Unexpected error: odd. The log has the details.'],
  ])('is right for %o', (error, words) => {
    expect(explainHere(error)).toBe(words);
  });

  it('never says that a read may have been executed', () => {
    const words = 'The service failed (status 503, request r-7): Not today. Try again in a moment.';
    expect(faultOf(refusal(503, {method: 'GET'})).text).toBe(words);
  });
});

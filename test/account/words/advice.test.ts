import {describe, expect, it} from 'vitest';
import {faultOf} from '../../../src/account/reading/pages.ts';
import {explainHere} from '../../../src/account/words/advice.ts';
import {ApiError, LinkError, ShapeError} from '../../../src/api/errors.ts';

const refusal = (status: number, more: object = {}) =>
  new ApiError('Not today.', {status, recognised: true, requestId: 'r-7', ...more});

describe('an error message of optty', () => {
  it.each([
    [
      refusal(401, {hadCredential: false}),
      'The service refused (status 401, request r-7): Not today. No token is set: set OPTTY_TOKEN, or token_file or token_command in the profile.',
    ],
    [refusal(409), 'The service refused (status 409, request r-7): Not today. Check the current state.'],
    [new LinkError('credentials', 'no', 'No token.'), 'No token. Check the credential.'],
    [
      new ShapeError('It is no JSON.', {status: 200}),
      'It is no JSON. Check that the base URL is the trading service; optty doctor shows what it answers.',
    ],
    [new TypeError('odd'), 'Unexpected error: odd. The log has the details.'],
  ])('names what optty has, and is that of the client otherwise: %o', (error, words) => {
    expect(explainHere(error)).toBe(words);
  });

  it('never says that a read may have been executed', () => {
    const words = 'The service failed (status 503, request r-7): Not today. Try again in a moment.';
    expect(faultOf(refusal(503, {method: 'GET'})).text).toBe(words);
  });
});

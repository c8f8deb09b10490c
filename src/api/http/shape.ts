/** What an answer of 2xx holds. */

import {ShapeError} from '../errors.ts';
import {parseBody, Unfit} from '../wire/decode.ts';
import {requestIdOf} from './refusal.ts';
import type {RawAnswer} from './transport.ts';

const excerptLength = 300;

/** @throws {ShapeError} when the body is not as documented */
export function decoded<Value>(
  {status, headers, body, redaction}: RawAnswer,
  decode: (body: unknown) => Value,
): Value {
  const text = body.toString();
  try {
    return decode(parseBody(text, redaction));
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new ShapeError(`The service answered ${status}, but ${error.message}.`, {
      status,
      requestId: requestIdOf(headers),
      body: redaction.excerpt(text, excerptLength),
    });
  }
}

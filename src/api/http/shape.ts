/** What an answer of 2xx holds. */

import {ShapeError} from '../errors.ts';
import {parseByRow} from '../kept/by-row.ts';
import type {CachedAnswer} from '../kept/recent.ts';
import {type ListIn, sliceRows} from '../kept/slices.ts';
import {parseBody, Unfit} from '../wire/decode.ts';
import type {Page} from '../wire/records.ts';
import type {RowSource} from '../wire/schemas.ts';
import {headerOf} from './exchange.ts';
import type {Clean} from './redact.ts';
import {requestIdOf} from './refusal.ts';
import type {RawAnswer} from './transport.ts';

const excerptLength = 300;

/**
 * Reads an answer to what is kept of it.
 * @param before what is kept of the last answer to the same question
 * @throws {ShapeError} when the body is not as documented
 */
export type BodyReader<Value> = (answered: RawAnswer, before?: CachedAnswer<Value>) => CachedAnswer<Value>;

/** The whole body is decoded. */
export function whole<Value>(decode: (answer: unknown) => Value): BodyReader<Value> {
  return answered => {
    const clean = answered.redaction.cleaning(answered.body);
    return {
      ...keptOf(answered, clean),
      value: fit(answered, () => decode(parseBody(answered.body.toString(), clean))),
    };
  };
}

/** A list, of which only those rows are decoded whose bytes did not stand in the last answer. */
export function rowByRow<List extends Page<unknown>>(
  list: ListIn,
  decode: (answer: unknown, source?: RowSource) => List,
): BodyReader<List> {
  return (answered, before) => {
    const clean = answered.redaction.cleaning(answered.body);
    // What was left as it was then, and is to be cleaned now, is another row.
    const slices = before?.clean === clean ? (before.slices ?? sliceRows(before.body, list)) : undefined;
    const parsed =
      before && slices && parseByRow(answered.body, list, {...before, slices, page: before.value}, clean);
    if (parsed === undefined) return whole(decode)(answered);
    try {
      return {
        ...keptOf(answered, clean),
        value: fit(answered, () => decode(parsed.answer, parsed.source)),
        slices: parsed.slices,
      };
    } catch (error) {
      if (error instanceof SyntaxError) return whole(decode)(answered);
      throw error;
    }
  };
}

function keptOf({body, headers}: RawAnswer, clean: Clean) {
  return {body, etag: headerOf(headers, 'etag'), clean};
}

function fit<Value>({status, headers, body, redaction}: RawAnswer, decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new ShapeError(`The service answered ${status}, but ${error.message}.`, {
      status,
      requestId: requestIdOf(headers),
      body: redaction.excerpt(body.toString(), excerptLength),
    });
  }
}

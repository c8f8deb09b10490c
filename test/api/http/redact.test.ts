import {execPath} from 'node:process';
import {inspect} from 'node:util';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Redaction} from '../../../src/api/redact.ts';
import type {Credential} from '../../../src/api/signing/credentials.ts';
import {parseBody} from '../../../src/api/wire/decode.ts';
import {clientOf, failureOf, type Reply, scriptedService} from '../../helpers/service.ts';

const seed = 20261121;
const canary = 'canary/5f>>>???+Z"\\=7';
const bearer: Credential = {scheme: 'bearer', token: canary};
const seen = (value: unknown) => inspect(value, {depth: 9, showHidden: true, getters: true});
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

const parse = (text: string, redaction: Redaction) => parseBody(text, redaction.cleaning(text));

/** Every letter as an escape of JSON. */
const escaped = (text: string) =>
  [...text].map(letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** The value as JSON, every letter of its texts and names as an escape. */
function asEscapes(value: unknown): string {
  if (typeof value === 'string') return `"${escaped(value)}"`;
  if (Array.isArray(value)) return `[${value.map(asEscapes).join()}]`;
  const members = Object.entries(value as object);
  return `{${members.map(([name, member]) => `${asEscapes(name)}:${asEscapes(member)}`).join()}}`;
}

/** What no one may see: the token, or enough of it in another form. */
const tellTale = [canary, encodeURIComponent(canary), base64(canary).slice(2, 20)];

/** What a client that bears the token hands over, of each kind, when the service answers so. */
async function handedOver(reply: Reply): Promise<string[]> {
  const service = await scriptedService(reply);
  const client = clientOf(service.baseUrl, {credential: bearer});
  const outcome = async (call: Promise<unknown>) => seen(await call.catch((error: unknown) => error));
  return [
    await outcome(client.listCards()),
    await outcome(client.listOrders()),
    await outcome(client.cancelOrder('1')),
    await outcome(client.openEasyOption({cardId: '7', investmentAmount: '100'})),
  ];
}

const row = (text: string) => `{"id":1,"type":"T","underlying":"U","direction":"D","targetPrice":1,
  "expiryDate":"E","title":"${text}","price":"${text}","symbol":"${text}","orderId":1}`;

describe('a token echoed by the service', () => {
  it.each([
    ['in a header', {headers: {'x-request-id': canary, 'optty-ledger': canary, etag: canary}}],
    ['in the header of an error', {status: 422, headers: {'x-request-id': `r-${canary}`}}],
    ['in an error', {status: 422, body: {error: canary, message: canary, requestId: canary}}],
    ['in escaped form in an error', {status: 422, body: `{"message":"${escaped(canary)}"}`}],
    ['as a name in the details', {status: 422, body: `{"details":{"${escaped(canary)}":[{"a":"x"}]}}`}],
    ['in escaped form in a title', {body: `[${row(escaped(canary))}]`}],
    ['in a field that cannot be read', {body: `{"items":[{"orderId":1,"price":${JSON.stringify(canary)}}]}`}],
    ['in an answer without a documented field', {body: `{"${escaped(canary)}":["${escaped(canary)}"]}`}],
    ['in an answer that is not JSON', {body: `<p>${canary}</p>`}],
    ['in truncated JSON', {body: `{"a":"${escaped(canary)}`}],
    ['where the excerpt of a body ends', {status: 500, body: `${'x'.repeat(290)}${canary}`}],
    ['where a message ends', {status: 422, body: {message: `${'x'.repeat(290)}${canary}`}}],
    ['percent-encoded', {status: 422, body: {message: `?t=${encodeURIComponent(canary)}`}}],
    ['in base64', {status: 422, body: {message: base64(canary)}}],
    ['in base64, after the scheme', {status: 422, body: {message: base64(`Bearer ${canary}`)}}],
    ['in base64, between other things', {status: 422, body: {message: base64url(`me:${canary}!!`)}}],
  ] as [string, Reply][])('is redacted %s', async (_where, reply) => {
    for (const text of await handedOver(reply)) {
      for (const part of [...tellTale, 'canary/5f']) expect(text).not.toContain(part);
    }
  });

  it('leaves everything else unchanged', async () => {
    const service = await scriptedService({body: `[${row(`before ${escaped(canary)} after\\u0041`)}]`});
    const {value} = await clientOf(service.baseUrl, {credential: bearer}).listCards();
    expect(value.rows[0]).toMatchObject({id: '1', title: 'before [redacted] afterA'});
  });

  it('is found in any JSON tree, however its characters are escaped', () => {
    const redaction = Redaction.of(bearer);
    const letters = fc.constantFrom(...canary, '\\', '"', 'u');
    const texts = fc.oneof(
      fc.constant(canary),
      fc.array(fc.oneof(fc.constant(canary), letters)).map(parts => parts.join('')),
    );
    const {tree} = fc.letrec(tie => ({
      tree: fc.oneof({maxDepth: 3}, texts, fc.array(tie('tree')), fc.dictionary(texts, tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, fc.boolean(), (value, isEscaped) => {
        const source = isEscaped ? asEscapes(value) : JSON.stringify(value);
        const clean = JSON.stringify(parse(source, redaction));
        expect(clean).not.toContain(JSON.stringify(canary).slice(1, -1));
      }),
      {seed, numRuns: 2000},
    );
  });

  it('is redacted in base64 at any position', () => {
    const redaction = Redaction.of(bearer);
    for (const encode of [base64, base64url]) {
      for (let before = 0; before < 6; before++) {
        for (let after = 0; after < 6; after++) {
          const encoded = encode(`${'.'.repeat(before)}${canary}${'.'.repeat(after)}`);
          const [left = '', right, ...more] = redaction.text(encoded).split('[redacted]');
          expect(more).toEqual([]);
          // What stands left and right of it, and at most one character that it shares with each.
          expect(left.length).toBe(Math.ceil((before * 4) / 3));
          expect(right?.length).toBeLessThanOrEqual(Math.ceil((after * 4) / 3) + 3);
        }
      }
    }
  });

  it('is found even in a very large page', () => {
    const token = 'canary-5f3a9c';
    const rows = Array.from({length: 10_000}, (_, index) => row(index === 9_000 ? token : 'x'.repeat(60)));
    const text = `[${rows.join()}]`;
    expect(text.length).toBeGreaterThan(1_000_000);
    const clean = parse(text, Redaction.of({scheme: 'bearer', token}));
    expect(JSON.stringify(clean)).not.toContain('canary');
  });

  it('is not searched for if it is very short', () => {
    expect(Redaction.of({scheme: 'bearer', token: 'abcde'}).text('abcde')).toBe('abcde');
  });
});

describe('a header from a signing command', () => {
  it('is redacted in the answer to that request', async () => {
    const script = `console.log(JSON.stringify({authorization:'Signed 0123456789abcdef0123', 'x-time':'1732'}))`;
    const service = await scriptedService();
    const credential: Credential = {scheme: 'command', argv: [execPath, '-e', script]};
    const client = clientOf(service.baseUrl, {credential});
    service.reply(({headers}) => ({
      status: 403,
      body: {message: `no: ${headers.authorization?.slice(7)} at ${headers['x-time']}`},
    }));
    expect(await failureOf(client.listOrders())).toMatchObject({message: 'no: [redacted] at 1732'});
  });
});

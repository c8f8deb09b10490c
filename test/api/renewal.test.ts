/** A token that its source replaces while the client runs. */
import {describe, expect, it} from 'vitest';
import {explainHere} from '../../src/account/words/advice.ts';
import {ApiError} from '../../src/api/errors.ts';
import {type Arrived, clientOf, failureOf, type Reply, scriptedService} from '../helpers/service.ts';

const page = {items: [{orderId: 1}]};

/** A service that takes one token, and a client that was given another one, whose source has `source.token`. */
async function renewing(given: {accepted: string; source?: string; options?: object}) {
  const {accepted, source = accepted, options} = given;
  const state = {accepted, source, asked: 0, fails: undefined as string | undefined};
  const answer = ({method, headers}: Arrived): Reply =>
    headers.authorization === `Bearer ${state.accepted}`
      ? {body: method === 'GET' ? page : {orderId: 7, status: 'CANCELED'}}
      : {status: 401, body: {error: 'UNAUTHORIZED', message: `no: ${headers.authorization}`}};
  const service = await scriptedService(answer);
  const renew = async () => {
    state.asked++;
    if (state.fails !== undefined) throw new Error(state.fails);
    return state.source;
  };
  const credential = {scheme: 'bearer', token: 'first-token', advice: 'Check the file.', renew} as const;
  const client = clientOf(service.baseUrl, {credential, ...options});
  const tokens = () => service.arrived.map(({headers}) => headers.authorization?.replace(/^Bearer /, ''));
  return {client, state, service, tokens};
}

describe('a token that was renewed at its source', () => {
  it('is asked for after a 401 of a read, which is sent again, and kept', async () => {
    const {client, state, tokens} = await renewing({accepted: 'second-token'});
    expect((await client.listOrders()).value.rows).toHaveLength(1);
    await client.listOrders({page: 2});
    expect(tokens()).toEqual(['first-token', 'second-token', 'second-token']);
    expect(state.asked).toBe(1);
  });

  it('has a fingerprint of its own', async () => {
    const {client} = await renewing({accepted: 'second-token'});
    const first = client.service.fingerprint;
    await client.listOrders();
    expect(client.service.fingerprint).not.toBe(first);
    const {service} = clientOf('http://127.0.0.1:9', {credential: {scheme: 'bearer', token: 'second-token'}});
    expect(client.service.fingerprint).toBe(service.fingerprint);
  });

  it('is asked for once by reads that are refused at the same time', async () => {
    const {client, state} = await renewing({accepted: 'second-token'});
    await Promise.all([1, 2, 3, 4].map(number => client.listOrders({page: number})));
    expect(state.asked).toBe(1);
  });

  it('is used by the write after one that was refused, which is not sent again', async () => {
    const {client, tokens} = await renewing({accepted: 'second-token'});
    expect(await failureOf(client.cancelOrder('7'))).toMatchObject({status: 401, method: 'DELETE'});
    expect(tokens()).toEqual(['first-token']);
    expect((await client.cancelOrder('7')).value.orderId).toBe('7');
    expect(tokens()).toEqual(['first-token', 'second-token']);
  });

  it('is removed from answers, as the one before it', async () => {
    const {client, service} = await renewing({accepted: 'second-token'});
    await client.listOrders();
    service.reply({status: 422, body: {message: 'first-token, second-token'}});
    expect(String(await failureOf(client.listOrders()))).toContain('[redacted], [redacted]');
  });

  it('is not asked for again for 10 s if its source still has the refused one', async () => {
    let now = 0;
    const options = {clock: () => now};
    const {client, state, tokens} = await renewing({
      accepted: 'second-token',
      source: 'first-token',
      options,
    });
    const refusal = await failureOf(client.listOrders());
    expect(refusal).toBeInstanceOf(ApiError);
    expect(explainHere(refusal)).toMatch(/ Check the file\.$/);
    now = 9_999;
    await failureOf(client.listOrders());
    expect(state.asked).toBe(1);
    expect(tokens()).toHaveLength(2);
    state.source = 'second-token';
    now = 10_001;
    await client.listOrders();
    expect(state.asked).toBe(2);
  });

  it('says why its source gives none', async () => {
    const {client, state} = await renewing({accepted: 'second-token'});
    state.fails = 'token_file /nowhere: there is no such file.';
    expect(explainHere(await failureOf(client.listOrders()))).toMatch(/ token_file \/nowhere: there is no/);
  });

  it('is not taken if it cannot be sent', async () => {
    const {client, tokens} = await renewing({accepted: 'second-token', source: 'second\ntoken'});
    expect(await failureOf(client.listOrders())).toMatchObject({status: 401});
    expect(tokens()).toEqual(['first-token']);
  });

  it('is waited for no longer than the read may take', async () => {
    const {service} = await renewing({accepted: 'second-token'});
    const ended = new AbortController();
    const renew = () => {
      ended.abort();
      return new Promise<string>(() => {});
    };
    const client = clientOf(service.baseUrl, {credential: {scheme: 'bearer', token: 'first-token', renew}});
    expect(await failureOf(client.listOrders({}, {signal: ended.signal}))).toMatchObject({status: 401});
  });
});

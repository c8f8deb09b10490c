/** Sections 4 and 7: what holds across the operations. */
import {expect} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {clientOf, failureOf} from '../../helpers/service.ts';
import {calls, type Fact} from './fact.ts';

const operations = Object.keys(calls) as (keyof typeof calls)[];

/** The statuses that each operation documents. */
const refusals: Record<keyof typeof calls, readonly number[]> = {
  listCards: [],
  closeEasyOption: [404, 422],
  openEasyOption: [400, 422],
  searchEasyOptions: [500],
  listOrders: [400, 401, 413, 429, 500],
  createOrder: [400, 401, 409, 422, 429],
  cancelOrder: [404, 409],
  listTrades: [400, 500],
  getTrade: [400, 404, 500],
};

const refused = operations.map(
  (operation): Fact => ({
    section: '4',
    says: `${operation} fails with its documented statuses, and the words of the service reach the caller`,
    async prove(service) {
      for (const status of refusals[operation]) {
        const body =
          '{"error":"SOME_CODE","message":"No.","requestId":"r-1","details":{"need":12345678901234567890}}';
        // A short Retry-After keeps a read from waiting before it is asked again.
        service.reply({status, body, headers: {'retry-after': '0'}});
        const error = await failureOf(calls[operation](clientOf(service.baseUrl)));
        expect(error).toBeInstanceOf(ApiError);
        const told = {message: 'No.', requestId: 'r-1', details: {need: '12345678901234567890'}};
        expect(error).toMatchObject({status, code: 'SOME_CODE', ...told, recognised: true});
      }
    },
  }),
);

const errors: Fact[] = [
  {
    section: '7',
    says: 'the 404 of close is an object of any shape',
    async prove(service) {
      service.reply({status: 404, body: {anything: true}});
      const error = await failureOf(clientOf(service.baseUrl).closeEasyOption('1'));
      expect(error).toMatchObject({
        name: 'ApiError',
        status: 404,
        recognised: false,
        body: '{"anything":true}',
      });
    },
  },
  {
    section: '7',
    says: 'the values of the error field are open',
    async prove(service) {
      service.reply({status: 400, body: {error: 'NEVER_SEEN_BEFORE'}});
      expect(
        await failureOf(clientOf(service.baseUrl).openEasyOption({cardId: '1', investmentAmount: '1'})),
      ).toMatchObject({code: 'NEVER_SEEN_BEFORE', recognised: true});
    },
  },
];

export const ruleFacts: Fact[] = [...refused, ...errors];

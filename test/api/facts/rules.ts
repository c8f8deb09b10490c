/** Sections 2.7, 3, 5, 7, 8 and 9: what holds across the operations. */
import {expect} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {defaultPageSizes, easyOptionStatuses, limits, orderStatuses} from '../../../src/api/wire/records.ts';
import {clientOf, failureOf} from '../../helpers/service.ts';
import {calls, type Fact} from './fact.ts';

const operations = Object.keys(calls) as (keyof typeof calls)[];

const errorBody: Fact[] = [
  ['error', 'code', 'INSUFFICIENT'],
  ['message', 'message', 'Not enough'],
  ['requestId', 'requestId', 'r-9'],
  ['details', 'details', {need: '12345678901234567890', list: [1, 'x']}],
].map(([wire, member, value]) => ({
  section: '2.7',
  says: `ApiErrorV1.${wire} reaches the caller`,
  async prove(service) {
    const body =
      '{"error":"INSUFFICIENT","message":"Not enough","requestId":"r-9","details":{"need":12345678901234567890,"list":[1,"x"]}}';
    service.reply({status: 422, body});
    expect(await failureOf(clientOf(service.baseUrl).closeEasyOption('1'))).toHaveProperty(
      String(member),
      value,
    );
  },
}));

const states: Fact[] = [
  {
    section: '3.1',
    says: 'an Easy Option has six documented states',
    async prove() {
      expect(easyOptionStatuses).toEqual(['PENDING', 'ACTIVE', 'TRIGGERED', 'CLOSING', 'CLOSED', 'EXPIRED']);
    },
  },
  {
    section: '3.2',
    says: 'an order has three documented states',
    async prove() {
      expect(orderStatuses).toEqual(['PENDING', 'FILLED', 'CANCELED']);
    },
  },
  {
    section: '3.2',
    says: 'a cancelled order comes back CANCELED',
    async prove(service) {
      service.reply({body: {orderId: 7, status: 'CANCELED'}});
      expect((await clientOf(service.baseUrl).cancelOrder('7')).value).toEqual({
        orderId: '7',
        status: 'CANCELED',
      });
    },
  },
];

const authentication: Fact[] = operations.map(operation => ({
  section: '5',
  says: `${operation} sends the account's credential`,
  async prove(service) {
    const client = clientOf(service.baseUrl, {credential: {scheme: 'bearer', token: 'token-of-the-account'}});
    await calls[operation](client).catch(() => undefined);
    expect(service.last().headers.authorization).toBe('Bearer token-of-the-account');
  },
}));

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
  {
    section: '7',
    says: 'an error body of orders and trades with another shape gives the status and an excerpt',
    async prove(service) {
      service.reply({status: 409, body: '<html>Conflict</html>', headers: {'content-type': 'text/html'}});
      const error = await failureOf(clientOf(service.baseUrl).cancelOrder('1'));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({status: 409, recognised: false, body: '<html>Conflict</html>'});
    },
  },
];

const bounds: Fact[] = [
  ['orders have at most 100 rows a page', limits.ordersPageSize, 100],
  ['orders have 20 rows a page unless told', defaultPageSizes.orders, 20],
  ['trades have 20 rows a page unless told', defaultPageSizes.trades, 20],
  ['Easy Options have 40 rows a page unless told', defaultPageSizes.easyOptions, 40],
  ['cards have 40 rows a page unless told', defaultPageSizes.cards, 40],
  ['the underlying of a card has at least 3 characters', limits.cardUnderlyingMinLength, 3],
  ['the title of a card has at most 100 characters', limits.cardTitleLength, 100],
  ['the description of a card has at most 255 characters', limits.cardDescriptionLength, 255],
  ['the trading idea of a card has at most 255 characters', limits.cardTradingIdeaLength, 255],
  ['the target price of a card is at least 0', limits.cardTargetPriceMin, 0],
].map(([says, actual, documented]) => ({
  section: '8',
  says: String(says),
  async prove() {
    expect(actual).toBe(documented);
  },
}));

const versioning: Fact[] = operations.map(operation => ({
  section: '9',
  says: `${operation} is under /v1, below the prefix of the base URL`,
  async prove(service) {
    await calls[operation](clientOf(`${service.baseUrl}/deeper/`)).catch(() => undefined);
    expect(service.last().path).toMatch(/^\/api\/deeper\/v1\/[a-z]/);
  },
}));

export const ruleFacts: Fact[] = [
  ...errorBody,
  ...states,
  ...authentication,
  ...errors,
  ...bounds,
  ...versioning,
];

import {namesOf} from './fields.ts';
import type {CreateOrder, OpenEasyOption} from './inputs.ts';
import {jsonOf, membersOf, type WrittenKind} from './query.ts';
import {sides} from './values.ts';

type Members<Body> = {readonly [Name in keyof Body]-?: WrittenKind};

/** Both members are JSON numbers on the wire, with every digit. */
const openEasyOption: Members<OpenEasyOption> = {cardId: {is: 'int64'}, investmentAmount: {is: 'decimal'}};

/** Price and size are strings on the wire. The key is required: without it, an order could be placed twice. */
const createOrder: Members<CreateOrder> = {
  idempotencyKey: {is: 'some text'},
  symbol: {is: 'some text'},
  price: {is: 'unsigned'},
  size: {is: 'unsigned'},
  side: {is: 'one of', words: sides},
  orderType: {is: 'one of', words: ['LIMIT']},
  positionId: {is: 'int64'},
};

export const openEasyOptionMembers = namesOf(openEasyOption);
export const createOrderMembers = namesOf(createOrder);

/** @internal */
export function openBody(request: unknown): string {
  return jsonOf(membersOf(request, 'The opening', openEasyOption, openEasyOptionMembers));
}

/** @internal */
export function orderBody(order: unknown): string {
  const required = createOrderMembers.filter(name => name !== 'positionId');
  return jsonOf(membersOf(order, 'The order', createOrder, required));
}

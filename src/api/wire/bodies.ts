import {isDecimal, parseDecimal} from './decimal.ts';
import {namesOf} from './fields.ts';
import {int64, isText, membersIn, mustBe} from './given.ts';
import type {CreateOrder, OpenEasyOption} from './inputs.ts';
import {exactNumber} from './json.ts';
import {sides} from './values.ts';

type Members<Body> = {readonly [Name in keyof Body]-?: (value: unknown) => unknown};

/** Both members are JSON numbers on the wire, with every digit. */
const openEasyOption: Members<OpenEasyOption> = {
  cardId: value => exactNumber(int64(value, 'The id of a card')),
  investmentAmount: value => exactNumber(decimal(value, 'The investment amount')),
};

/** Price and size are strings on the wire. The key is required: without it, an order could be placed twice. */
const createOrder: Members<CreateOrder> = {
  idempotencyKey: value => word(value, 'The idempotency key'),
  symbol: value => word(value, 'The symbol'),
  price: value => unsigned(value, 'The price'),
  size: value => unsigned(value, 'The size'),
  side: value => oneOf(sides, value, 'The side'),
  orderType: value => oneOf(['LIMIT'], value, 'The order type'),
  positionId: value => (value === undefined ? undefined : exactNumber(int64(value, 'The position id'))),
};

export const openEasyOptionMembers = namesOf(openEasyOption);
export const createOrderMembers = namesOf(createOrder);

/** @internal */
export function openBody(request: unknown): string {
  return bodyOf(request, 'The opening', openEasyOption);
}

/** @internal */
export function orderBody(order: unknown): string {
  return bodyOf(order, 'The order', createOrder);
}

function bodyOf(
  given: unknown,
  what: string,
  members: Readonly<Record<string, (value: unknown) => unknown>>,
): string {
  const values = membersIn(given, what, Object.keys(members));
  const written = Object.entries(members).map(([name, write]) => [name, write(values[name])]);
  return JSON.stringify(Object.fromEntries(written));
}

function word(value: unknown, what: string): string {
  if (!isText(value) || value.trim() === '') throw mustBe(what, 'text that is not empty', value);
  return value;
}

function decimal(value: unknown, what: string): string {
  if (typeof value !== 'string' || !isDecimal(value))
    throw mustBe(what, 'a decimal number in a string', value);
  return value;
}

function unsigned(value: unknown, what: string): string {
  if (typeof value !== 'string' || !isDecimal(value) || parseDecimal(value) === undefined)
    throw mustBe(what, 'digits with at most one point, in a string', value);
  return value;
}

function oneOf(words: readonly string[], value: unknown, what: string): string {
  const word = words.find(each => each === value);
  if (word === undefined) throw mustBe(what, words.join(' or '), value);
  return word;
}

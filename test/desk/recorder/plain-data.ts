import fc from 'fast-check';

const fieldNames = fc.oneof(
  fc.constantFrom('id', 'orderId', 'also', 'price', '~', '~map', '__proto__', '-', '0', 'constructor'),
  fc.string({maxLength: 3}),
);

/** Few records that come again and again, in another order and with other fields. */
const rows: fc.Arbitrary<unknown> = fc.array(
  fc
    .record({
      first: fc.constantFrom('id', 'orderId', 'tradeId'),
      id: fc.constantFrom('1', '2', '3', '4', ''),
      fields: fc.dictionary(
        fc.constantFrom('price', 'size', 'also', 'x'),
        fc.constantFrom('1', '2', undefined),
        {noNullPrototype: true},
      ),
    })
    .map(({first, id, fields}) => ({[first]: id, ...fields})),
  {maxLength: 5},
);

/** Any data without a type of its own, to the odd corners: what a message or a state may hold some day. */
export const plainData: fc.Arbitrary<unknown> = fc.letrec(tie => ({
  any: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    fc.oneof(
      fc.string(),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(null, undefined, -0, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
      fc.constantFrom('~', '~~', '~0', '~map', '~set', '~undefined', '__proto__'),
      fc.record({mono: fc.constantFrom(0, 12.3, 1e9, 0.123456), wall: fc.integer()}, {noNullPrototype: true}),
    ),
    fc.array(tie('any'), {maxLength: 4}),
    fc.array(fc.tuple(fieldNames, tie('any')), {maxLength: 5}).map(fields => Object.fromEntries(fields)),
    fc.array(fc.tuple(tie('any'), tie('any')), {maxLength: 3}).map(pairs => new Map(pairs)),
    fc.array(tie('any'), {maxLength: 3}).map(values => new Set(values)),
    rows,
  ),
})).any;

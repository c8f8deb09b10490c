/** The figures of the account for programs: documented names, every amount a decimal string. */
import type {AccountBook, Amount, Held} from '../../desk/book/book.ts';

export function bookJson({asOf, isPartial, currencies}: AccountBook): object {
  return {
    asOf: new Date(asOf).toISOString(),
    partial: isPartial,
    currencies: Object.fromEntries(
      currencies.map(({currency, open, states}) => [
        currency,
        {
          open: heldJson(open),
          states: Object.fromEntries([...states].map(([status, held]) => [status, heldJson(held)])),
        },
      ]),
    ),
  };
}

/** How many records do not tell a field stands there only where there are some. */
function heldJson({count, invested, pl}: Held): object {
  return {
    count,
    invested: invested.sum,
    pl: pl.sum,
    ...withoutJson({invested, pl}),
  };
}

function withoutJson(amounts: Readonly<Record<string, Amount>>): object {
  const missing = Object.entries(amounts).filter(([, {without}]) => without > 0);
  return missing.length === 0
    ? {}
    : {without: Object.fromEntries(missing.map(([name, {without}]) => [name, without]))};
}

/**
 * How much the exactness of numbers and the checking of records cost over bare JSON.parse, on one page of
 * 10,000 Easy Options. Every row has an int64 account beyond 2^53; every second one a quantity of 20 digits;
 * the rest of its numbers are short, its ids and amounts in strings are what a service would send.
 */

import {Redaction} from '../../src/api/redact.ts';
import {decodeEasyOptions, parseBody} from '../../src/api/wire/decode.ts';
import {decodeJson, exactNumber} from '../../src/api/wire/json.ts';

const rowCount = 10_000;
/** As the dashboard decodes: its token is looked for in every answer. */
const redaction = Redaction.of({scheme: 'bearer', token: 'a-token-of-some-length'});
/** Times JSON.parse, to reach. */
const mostRowsRatio = 4;

type Figures = {
  rows: number;
  bytes: number;
  /** Milliseconds, the median of the rounds. */
  parseMs: number;
  valuesMs: number;
  rowsMs: number;
  /** Times bare JSON.parse, the median of the ratios within a round. */
  valuesRatio: number;
  rowsRatio: number;
  isReached: boolean;
};

export async function benchDecode(rounds = 25): Promise<{text: string; json: Figures}> {
  const text = pageText();
  const check = decodeEasyOptions(parseBody(text, redaction.cleaning(Buffer.from(text))), {
    page: 0,
    pageSize: rowCount,
  });
  if (check.rows.length !== rowCount || check.rows[0]?.accountId !== '9007199254740993') {
    throw new Error('the page was not read as it should be');
  }
  const times = Array.from({length: rounds + 5}, () => round(text)).slice(5);
  const parseMs = median(times.map(each => each.parse));
  const valuesMs = median(times.map(each => each.values));
  const rowsMs = median(times.map(each => each.rows));
  const valuesRatio = median(times.map(each => each.values / each.parse));
  const rowsRatio = median(times.map(each => each.rows / each.parse));
  const isReached = rowsRatio <= mostRowsRatio;
  const json = {
    rows: rowCount,
    bytes: text.length,
    parseMs,
    valuesMs,
    rowsMs,
    valuesRatio,
    rowsRatio,
    isReached,
  };
  return {text: report(json), json};
}

/** One of each, close together, so that a busy machine slows all three alike. */
function round(text: string): {parse: number; values: number; rows: number} {
  const body = Buffer.from(text);
  return {
    parse: timed(() => JSON.parse(text)),
    values: timed(() => decodeJson(text)),
    rows: timed(() =>
      decodeEasyOptions(parseBody(text, redaction.cleaning(body)), {page: 0, pageSize: rowCount}),
    ),
  };
}

/** What the last one left behind is collected first, where the process allows it (`node --expose-gc`). */
function timed(work: () => unknown): number {
  globalThis.gc?.();
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function pageText(): string {
  const content = Array.from({length: rowCount}, (_, index) => ({
    id: String(1_000_000 + index),
    accountId: exactNumber('9007199254740993'),
    cardId: 40 + (index % 40),
    type: index % 3 === 0 ? 'TOUCH' : 'UP_DOWN',
    status: index % 5 === 0 ? 'CLOSED' : 'ACTIVE',
    direction: index % 2 === 0 ? 'UP' : 'DOWN',
    investmentAmount: 100 + index / 4,
    investmentCurrency: 'USDT',
    targetPrice: 65_000.25 + index,
    triggerPrice: 64_000 + index,
    optionSymbol: `BTC-28NOV26-${65_000 + index}-C`,
    positionId: String(7_000_000 + index),
    orderId: String(8_000_000 + index),
    qty: index % 2 === 0 ? exactNumber(`${12_345_678 + index}.123456789012`) : 0.125,
    entryPrice: 1_234.5 + index / 8,
    openTime: 1_763_690_000_000 + index * 1000,
    closeTime: index % 5 === 0 ? 1_763_700_000_000 : null,
    triggerTime: null,
    cardName: `Bitcoin above ${65_000 + index} by Friday`,
    fee: '0.0125',
    closePrice: index % 5 === 0 ? '1301.25' : null,
    pl: `-${index / 8}`,
    plClosed: null,
  }));
  return JSON.stringify({
    content,
    page: 0,
    size: rowCount,
    totalElements: rowCount,
    totalPages: 1,
    empty: false,
    numberOfElements: rowCount,
  });
}

function report({rows, bytes, parseMs, valuesMs, rowsMs, valuesRatio, rowsRatio}: Figures): string {
  const line = (what: string, ms: number, ratio: string) =>
    `${what.padEnd(28)}${ms.toFixed(1).padStart(7)} ms  ${ratio}`;
  return [
    `A page of ${rows} Easy Options, ${(bytes / 1e6).toFixed(1)} MB`,
    line('JSON.parse', parseMs, '1.00x'),
    line('text to exact values', valuesMs, `${valuesRatio.toFixed(2)}x`),
    line('text to checked rows', rowsMs, `${rowsRatio.toFixed(2)}x  (at most ${mostRowsRatio}x)`),
  ].join('\n');
}

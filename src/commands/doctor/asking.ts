/** Asks the lists in any spelling, one request after another. Only GET requests are ever made. */
import {setTimeout as wait} from 'node:timers/promises';
import type {Answer} from '../../api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {Credential} from '../../api/index.ts';
import type {Page} from '../../api/wire/records.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import type {QueryOf, Row} from '../../desk/state.ts';
import type {FeedPane} from '../../desk/vocabulary.ts';
import type {Connection} from '../connect.ts';

/** What an answer shows. A refusal is an answer too: it may tell that a spelling was understood. */
export type Seen =
  | {
      readonly ok: true;
      readonly rows: readonly Row[];
      /** Rows that came, readable or not. */
      readonly count: number;
      readonly unreadable: Page<Row>['unreadable'];
      readonly total: number | undefined;
      readonly page: number;
      readonly pageSize: number;
      readonly answer: Answer<unknown>;
      /** The service's clock less ours, where its answer bears a date. */
      readonly skewMs: number | undefined;
    }
  | {readonly ok: false; readonly error: ApiError | ShapeError};

export type Ask = (
  pane: FeedPane,
  dialect: ProfileDialect,
  query: Readonly<Record<string, string | number>>,
) => Promise<Seen>;

const mostWaits = 5;

/** @throws {LinkError} when the link fails: then no answer tells anything */
export function createAsk(another: Connection['another'], credential: Credential): Ask {
  return async (pane, dialect, query) => {
    const client = another({dialect, credential});
    try {
      for (let waits = 0; ; waits++) {
        const seen = await once(() => list(client, pane, query));
        if (seen.ok || !(seen.error instanceof ApiError) || seen.error.status !== 429 || waits === mostWaits)
          return seen;
        await wait(seen.error.retryAfter ?? 1_000);
      }
    } finally {
      await client.close();
    }
  };
}

async function once(call: () => Promise<Answer<Page<Row>>>): Promise<Seen> {
  try {
    const answer = await call();
    const {rows, unreadable, total, page, pageSize} = answer.value;
    return {
      ok: true,
      rows,
      count: rows.length + unreadable.length,
      unreadable,
      total,
      page,
      pageSize,
      answer,
      skewMs: skewOf(answer, Date.now()),
    };
  } catch (error) {
    if (error instanceof ApiError || error instanceof ShapeError) return {ok: false, error};
    throw error instanceof LinkError ? error : new LinkError('protocol', 'maybe', String(error));
  }
}

/** The Date header counts whole seconds, so half of one is its likeliest rest; it was written half a round trip ago. */
function skewOf({serverDate, latencyMs}: Answer<unknown>, now: number): number | undefined {
  return serverDate === undefined ? undefined : serverDate + 500 - (now - latencyMs / 2);
}

function list(
  client: ReturnType<Connection['another']>,
  pane: FeedPane,
  query: object,
): Promise<Answer<Page<Row>>> {
  switch (pane) {
    case 'cards':
      return client.listCards(query as QueryOf['cards']);
    case 'easyOptions':
      return client.searchEasyOptions(query as QueryOf['easyOptions']);
    case 'orders':
      return client.listOrders(query as QueryOf['orders']);
    case 'trades':
      return client.listTrades(query as QueryOf['trades']);
    default:
      return pane satisfies never;
  }
}

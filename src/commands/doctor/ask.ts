/** Asks the lists in any spelling, one GET request at a time. */
import type {Answer} from '../../api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {Credential} from '../../api/index.ts';
import type {Page} from '../../api/wire/records.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import {askList} from '../../desk/feeds/lists.ts';
import {clockOffset} from '../../desk/model/freshness.ts';
import type {FeedPane} from '../../desk/model/vocabulary.ts';
import type {QueryOf, RowOf} from '../../desk/state.ts';
import type {Connection} from '../connect.ts';
import {patiently} from '../records.ts';

/** A refusal counts as an answer: it may show that a spelling was understood. */
export type ProbeResult<P extends FeedPane = FeedPane> =
  | {
      readonly ok: true;
      readonly rows: readonly RowOf[P][];
      readonly count: number;
      readonly unreadable: Page<unknown>['unreadable'];
      readonly total: number | undefined;
      readonly page: number;
      readonly pageSize: number;
      readonly answer: Answer<unknown>;
      /** The service's clock minus ours, if the answer has a date. */
      readonly offsetMs: number | undefined;
    }
  | {readonly ok: false; readonly error: ApiError | ShapeError};

export type Ask = <P extends FeedPane>(
  pane: P,
  dialect: ProfileDialect,
  query: QueryOf[P],
) => Promise<ProbeResult<P>>;

/** @throws {LinkError} the link failed, so the answer proves nothing */
export function createAsk(another: Connection['another'], credential: Credential): Ask {
  return async (pane, dialect, query) => {
    const client = another({dialect, credential});
    try {
      return await once(() => patiently(() => askList(client, pane, query)));
    } finally {
      await client.close();
    }
  };
}

async function once<P extends FeedPane>(
  call: () => Promise<Answer<Page<RowOf[P]>>>,
): Promise<ProbeResult<P>> {
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
      offsetMs: clockOffset(answer, Date.now()),
    };
  } catch (error) {
    if (error instanceof ApiError || error instanceof ShapeError) return {ok: false, error};
    throw error instanceof LinkError ? error : new LinkError('protocol', 'maybe', String(error));
  }
}

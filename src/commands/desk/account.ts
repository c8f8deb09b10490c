import type {Operations} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import {isRefused} from '../../desk/effects/reads.ts';
import type {CommandOf} from '../../desk/messages.ts';
import {age} from '../../desk/model/freshness.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {feedPanes, noLimits} from '../../desk/model/vocabulary.ts';
import type {PortfolioReading} from '../../desk/portfolio/reading/known.ts';
import {type PageCame, wholeSince} from '../../desk/portfolio/reading/reading.ts';
import {clock} from '../timers.ts';
import {deskSettingsOf, startDesk} from './desk.ts';

type Failed = Extract<PageCame, {kind: 'failed'}>;

/**
 * A desk that reads the whole account and nothing else.
 * @param look called before the first read: only reads that begin later settle what the journal holds
 */
export function openAccountDesk(
  client: Operations,
  config: Config,
  keepEvents: (came: CommandOf<'keepEvents'>) => void,
  onFailed: (came: Failed) => void,
  look: (desk: Desk) => void = () => {},
) {
  const settings = {...deskSettingsOf(config), startPane: 'portfolio', limits: noLimits} as const;
  const {desk, after, stop} = startDesk(
    client,
    settings,
    ({readPortfolio}) => ({keepEvents, readPortfolio}),
    msg => msg.type === 'portfolio' && 'came' in msg && msg.came.kind === 'failed' && onFailed(msg.came),
  );
  look(desk);
  desk.send({type: 'portfolio', due: desk.getState().rounds.arm});
  return {desk, after, stop};
}

/** After this many failures in a row, a list is left as far as it was read. */
const mostFailures = 3;
const retryMs = 1_000;
const patienceMs = 5_000;

/**
 * Reads the whole account once. If a list cannot be read to its end, its rows say so.
 * @throws {ApiError | LinkError | ShapeError} the error of a list of which nothing could be read
 */
export async function readAccount(
  client: Operations,
  config: Config,
  onProgress: (reading: PortfolioReading) => void,
): Promise<Pick<CommandOf<'keepEvents'>, 'reading' | 'serviceTime'>> {
  const read = Promise.withResolvers<Pick<CommandOf<'keepEvents'>, 'reading' | 'serviceTime'>>();
  let failed: Failed | undefined;
  let filled: Moment | undefined;
  const take = ({reading, fault, serviceTime}: CommandOf<'keepEvents'>) => {
    const {lists} = reading;
    if (fault !== undefined && failed !== undefined && isFatal(failed, reading)) read.reject(failed.error);
    onProgress(reading);
    if (feedPanes.every(pane => lists[pane].ended !== undefined)) filled ??= clock();
    const isWhole = wholeSince(reading) !== undefined || feedPanes.some(pane => lists[pane].unreadable > 0);
    const isDone = filled !== undefined && (isWhole || age(filled, clock()) > patienceMs);
    const isLeft = feedPanes.every(
      pane => lists[pane].ended !== undefined || lists[pane].failures >= mostFailures,
    );
    if (isDone || isLeft) read.resolve({reading, serviceTime});
  };
  const {stop} = openAccountDesk(client, {...config, refreshMs: retryMs}, take, came => {
    failed = came;
  });
  try {
    return await read.promise;
  } finally {
    stop();
  }
}

function isFatal({pane, error}: Failed, {lists}: PortfolioReading): boolean {
  const {ended, round} = lists[pane];
  const hasAnswered = ended !== undefined || (round?.searches ?? []).some(({read}) => read.pages > 0);
  const isRate = error instanceof ApiError && error.status === 429;
  // A refused request is repeated once with smaller pages, from the first page.
  const isAnew = isRefused(error) && round === undefined;
  return !hasAnswered && !isRate && !isAnew;
}

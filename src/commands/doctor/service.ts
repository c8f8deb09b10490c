/** The service as the doctor sees it: who it is, what it answers, and how it wants to be asked. */
import {ApiError} from '../../api/errors.ts';
import type {Config} from '../../config/config.ts';
import {explainHere} from '../../desk/feeds/advice.ts';
import {type FeedPane, feedPanes, paneTitles} from '../../desk/model/vocabulary.ts';
import type {Connection} from '../connect.ts';
import type {FailureKind} from '../line/exit.ts';
import {type Ask, createAsk, type ProbeResult} from './ask.ts';
import {findAuth} from './auth.ts';
import {type Check, ok, skipped, warning, wrong} from './check.ts';
import {type Finding, withFindings} from './finding.ts';
import {findOrderNames, findTradeNames} from './names.ts';
import {findSearchDto, findSorts} from './search.ts';

export type Examination = {
  readonly checks: readonly Check[];
  readonly findings: readonly Finding[];
  readonly venue: 'PAPER' | 'LIVE' | undefined;
  /** Why nothing could be asked. */
  readonly failure: FailureKind | undefined;
};

/**
 * Asks the service everything that can be asked by reading.
 * @param asked is told after each question
 * @throws {LinkError} when the link fails on the way
 */
export async function examineService(
  config: Config,
  connection: Connection,
  asked: () => void,
): Promise<Examination> {
  const {credential} = config;
  const source = credential.kind === 'none' ? credential.why : credential.source;
  const auth = await findAuth({
    askAs: each => counted(createAsk(connection.another, each), asked),
    credential: connection.credential,
    source: config.service.kind === 'paper' ? 'its own, random' : source,
    dialect: config.dialect,
  });
  // Whoever is not let in learns nothing of how to ask: every further answer would be the same refusal.
  if (auth.check.result === 'wrong')
    return {
      checks: [auth.check, skipped('lists and dialect', 'not asked: the credential comes first')],
      findings: [],
      venue: undefined,
      failure: 'credentials',
    };
  const {ask} = auth;
  const findings = [...auth.findings];
  const dialect = () => withFindings(config.dialect, findings);
  findings.push(await findSearchDto(ask, dialect()));
  findings.push(...(await findOrderNames(ask, dialect())));
  findings.push(...(await findTradeNames(ask, dialect(), Date.now())));
  findings.push(...(await findSorts(ask, dialect())));

  const lists: (readonly [FeedPane, ProbeResult])[] = [];
  for (const pane of feedPanes.filter(each => each !== 'trades'))
    lists.push([pane, await ask(pane, dialect(), {})]);
  const trades = await ask('trades', dialect(), {});
  lists.push(['trades', trades]);
  const answered = lists.map(([, seen]) => seen).find(seen => seen.ok);
  const venue = answered?.answer.venue;
  return {
    checks: [
      auth.check,
      ...lists.map(([pane, seen]) => checkList(pane, seen)),
      await checkTrade(connection, {dialect: dialect(), credential: auth.credential}, trades),
      checkSkew(answered?.offsetMs, venue),
      venue === undefined
        ? skipped('environment', 'no list was answered')
        : ok(
            'environment',
            venue === 'PAPER' ? 'PAPER, proved by the service' : 'LIVE: nothing proves that it is paper',
          ),
    ],
    findings,
    venue,
    failure: undefined,
  };
}

function counted(ask: Ask, asked: () => void): Ask {
  return async (...question) => {
    asked();
    return ask(...question);
  };
}

const shownReasons = 5;

function checkList(pane: FeedPane, seen: ProbeResult): Check {
  const name = paneTitles[pane];
  if (!seen.ok) {
    const found =
      seen.error instanceof ApiError
        ? `refused with status ${seen.error.status}`
        : 'not the documented answer';
    return wrong(name, found, explainHere(seen.error));
  }
  const of = seen.total === undefined ? '' : ` of ${seen.total}`;
  const found = `${seen.rows.length}${of} rows in ${Math.round(seen.answer.latencyMs)} ms`;
  if (seen.unreadable.length === 0) return ok(name, found);
  const reasons = seen.unreadable
    .slice(0, shownReasons)
    .map(({index, reason}) => `row ${index + 1}: ${reason}`);
  const more =
    seen.unreadable.length > shownReasons ? `; and ${seen.unreadable.length - shownReasons} more` : '';
  return wrong(name, `${found}, ${seen.unreadable.length} unreadable`, `${reasons.join('; ')}${more}.`);
}

async function checkTrade(
  connection: Connection,
  way: Parameters<Connection['another']>[0],
  trades: ProbeResult<'trades'>,
): Promise<Check> {
  const name = 'trade by id';
  const first = trades.ok ? trades.rows[0] : undefined;
  if (first === undefined || first.tradeId === '') return skipped(name, 'there is no trade to ask for');
  const client = connection.another(way);
  try {
    const {value, latencyMs} = await client.getTrade(first.tradeId);
    if (value.tradeId !== first.tradeId)
      return wrong(name, 'another trade came', `Asked for ${first.tradeId}, got ${value.tradeId}.`);
    return ok(name, `${value.tradeId} in ${Math.round(latencyMs)} ms`);
  } catch (error) {
    return wrong(name, 'not answered', explainHere(error));
  } finally {
    await client.close();
  }
}

/** Signatures and orders of the day depend on the time; what the dashboard shows counts from the service's. */
function checkSkew(offsetMs: number | undefined, venue: Examination['venue']): Check {
  const name = 'clock';
  if (offsetMs === undefined) return skipped(name, 'the service tells no time');
  const seconds = Math.abs(offsetMs) / 1000;
  const found = `${seconds.toFixed(1)} s ${offsetMs < 0 ? 'ahead of' : 'behind'} the service`;
  if (seconds <= 2) return ok(name, found);
  if (venue === 'PAPER') return ok(name, `${found}: a paper service has a clock of its own`);
  const more =
    'Set the clock of this machine, or find out whose is wrong: expiries and ages are counted by it.';
  return seconds <= 30 ? warning(name, found, more) : wrong(name, found, more);
}

import {type Moment, offsetOf} from '../../account/model/moment.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {askPage, createRounds, faultOf, type PageAnswer, type Reader} from '../../account/reading/pages.ts';
import {readSymbols} from '../../account/reading/symbols.ts';
import type {Page} from '../../api/wire/records.ts';
import {bringsMore} from '../feeds/feeds.ts';
import type {CommandOf, PollAnswer} from '../messages.ts';
import type {Row, Settings} from '../state.ts';
import type {World} from './world.ts';

type Given = Reader & {readonly settings: Pick<Settings, 'sortable'>};

export function createReads(given: Given) {
  const {client} = given;
  const underWay = new Map<string, AbortController>();
  /** Ends what was read for the same purpose before. */
  const anew = (purpose: Purpose): AbortSignal => {
    underWay.get(purpose)?.abort();
    const own = new AbortController();
    underWay.set(purpose, own);
    return own.signal;
  };
  /** The account is read behind the pending polls. */
  const before = new Set<Promise<unknown>>();
  const signal = anew('account');
  const readRound = createRounds({...given, ...given.settings}, before, signal);
  return {
    /** Rejects only for a defect of the program, which must not pass for an error of the service. */
    async fetch(command, send) {
      const own = anew(command.pane);
      const page = fetchPage(given, command, own);
      before.add(page);
      const told = await page.finally(() => before.delete(page));
      if (told.type === 'arrived' || !own.aborted) send(told);
    },
    readPortfolio: ({asked}, send) => void readRound(asked, came => send({type: 'portfolio', came})),
    readTrade: ({tradeId}, send) =>
      void client.getTrade(tradeId, {signal}).then(
        answer => send({type: 'tradeRead', trade: answer.value}),
        (error: unknown) => send({type: 'told', text: faultOf(error).text, level: 'warning'}),
      ),
    readSymbols({positions, cards}, send) {
      void readSymbols(client, positions, cards).then(symbols => send({type: 'symbolsRead', symbols}));
    },
    stop() {
      for (const each of underWay.values()) each.abort();
    },
  } satisfies Partial<World> & {readonly stop: () => void};
}

type Purpose = FeedPane | 'account';

/** Returns the message instead of sending it: an error thrown while the desk takes it is not a failed read. */
async function fetchPage(given: Given, command: CommandOf<'fetch'>, signal: AbortSignal) {
  const {client, clock, settings} = given;
  const {pane, request} = command;
  try {
    const asked = clock();
    const answer = await askPage(client, command, settings.sortable, {signal});
    const began = madeAt(asked, answer);
    const arrived = toArrived(answer, began, clock());
    const isMore = command.looksBeyond ? await lookBeyond(given, command, answer.value, signal) : undefined;
    return {type: 'arrived', pane, request, began, answer: {...arrived, isMore}} as const;
  } catch (error) {
    return {type: 'failed', pane, request, fault: faultOf(error)} as const;
  }
}

/** A cache gives answers that were made before the question. */
function madeAt({mono, wall}: Moment, {cached}: PageAnswer): Moment {
  const {ageMs = 0} = cached ?? {};
  return {mono: mono - ageMs, wall: wall - ageMs};
}

async function lookBeyond(
  {client, settings}: Given,
  command: CommandOf<'fetch'>,
  {rows, isLast, total}: Page<Row>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (isLast || total !== undefined) return undefined;
  const next = {...command, page: command.page + 1};
  return askPage(client, next, settings.sortable, {signal}).then(
    answer => bringsMore(command.pane, rows, answer.value.rows),
    () => undefined,
  );
}

function toArrived(answer: PageAnswer, began: Moment, now: Moment): PollAnswer {
  const {rows, unreadable, total, isLast} = answer.value;
  return {
    ...{rows, unreadable, total, isLast},
    pageSize: answer.value.pageSize,
    otherPage: answer.otherPage,
    venue: answer.venue,
    isOld: answer.cached !== undefined,
    tradesLagMs: answer.tradesLagMs,
    latencyMs: Math.round(answer.latencyMs * 10) / 10,
    offsetMs: offsetOf(answer, began, now),
  };
}

/** `optty stop`: nothing that adds risk goes out any more, and what is open is ended, without a terminal. */
import {isEnd, type StopRecord, type StopWants} from '../desk/stop/record.ts';
import {connect, sayOtherAddress} from './connect.ts';
import {type HeadlessDesk, openHeadlessDesk} from './desk/headless.ts';
import {exitCodes, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {signalled} from './line/signalled.ts';
import {say} from './output/output.ts';
import {loadConfig} from './settings.ts';
import {createTeller, type StopTeller} from './stop/lines.ts';
import {givenUp, patienceOf} from './stop/patience.ts';
import {tellStatus} from './stop/status.ts';

export async function runStop({flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(flags, host.env);
  sayOtherAddress(config, host);
  const teller = createTeller(host.stdout, flags.json === true);
  if (flags.status === true) return tellStatus(config, host, teller);
  if (config.guardrails.readOnly)
    throw new Unable('READ-ONLY sends no write: optty stop cancels nothing there.');
  const paper = Promise.withResolvers<never>();
  const connection = await connect(config, {env: host.env, onPaperError: paper.reject});
  const headless = await openHeadlessDesk(config, connection, host);
  try {
    const wants = flags.close === true ? 'flat' : 'no orders';
    const interrupted = signalled(host).then(() => {
      leave(host);
      return exitCodes.failed;
    });
    return await Promise.race([stopAll(headless, wants, teller, host), interrupted, paper.promise]);
  } finally {
    headless.close();
    await connection.close();
  }
}

/** @param why it ends before the stop does, in a sentence; empty where whoever sits before it knows */
function leave({stderr}: NodeJS.Process, why = ''): void {
  const stays = 'the stop stays set, and goes on with the next dashboard or the next optty stop.';
  say(stderr, `optty: ${[why, stays].filter(Boolean).join(' ')}\n`);
}

/** Reads of what is UNKNOWN come within seconds: until then what is stuck may yet move. */
const settleMs = 15_000;

type Seen = {readonly record: StopRecord | undefined; readonly at: number};

/** Resolves to the exit code once it has ended as asked, or cannot. */
function stopAll(
  {desk, stop}: HeadlessDesk,
  wants: StopWants,
  teller: StopTeller,
  host: NodeJS.Process,
): Promise<number> {
  const patience = patienceOf(host.env);
  const began = performance.now();
  let hasAsked = false;
  let stuck: Seen | undefined;
  return new Promise(resolve => {
    const look = () => {
      const state = desk.getState();
      const {record} = state.stop;
      teller.tell(state);
      if (record === undefined) {
        if (hasAsked) end(exitCodes.failed);
        else if (state.stop.unkept === undefined) desk.send({type: 'ran', action: 'stop'});
      } else if (!hasAsked) {
        hasAsked = true;
        stop({type: 'want', wants, at: Date.now(), accountId: state.link.accountId});
      } else {
        stuck = record.progress?.isStuck === true ? (stuck ?? {record, at: performance.now()}) : undefined;
        const code = codeOf(record, stuck);
        if (code !== undefined) end(code);
      }
      const why = givenUp(state, patience, began, performance.now());
      if (why === undefined) return;
      leave(host, why);
      end(exitCodes.unreachable);
    };
    const end = (code: number) => {
      clearInterval(timer);
      unsubscribe();
      resolve(code);
    };
    const timer = setInterval(look, 500);
    const unsubscribe = desk.subscribe(() => teller.tell(desk.getState()));
  });
}

/** Undefined while there is something to wait for. */
function codeOf({asked, progress}: StopRecord, stuck: Seen | undefined): number | undefined {
  if (asked === undefined || progress === undefined) return undefined;
  if (isEnd(progress.word)) return exitCodes.done;
  // What no operation closes is HELD for good, and known as soon as all else is proved.
  const isForGood = progress.proved === 'NO ORDERS, NO EASY OPTIONS' && progress.isStuck;
  const isOver = stuck !== undefined && performance.now() - stuck.at > settleMs;
  return isForGood || isOver ? exitCodes.failed : undefined;
}

import {initialState} from '../../../../src/desk/initial.ts';
import type {Command, Msg, PollAnswer, SentMsg} from '../../../../src/desk/messages.ts';
import type {Moment} from '../../../../src/desk/model/moment.ts';
import type {FeedPane} from '../../../../src/desk/model/vocabulary.ts';
import {type Began, type Entry, recordingVersion} from '../../../../src/desk/recorder/entries.ts';
import {undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import type {State} from '../../../../src/desk/state.ts';
import {update} from '../../../../src/desk/update.ts';
import {hash, uniform} from '../../../../src/paper/market/chance.ts';
import {arrivedEmpty, card, easyOption, epoch, key, order, settings, trade} from '../../../helpers/desk.ts';

export const began: Began = {
  ...{format: recordingVersion, version: '0.0.9', at: epoch, profile: 'test', host: 'svc.example'},
  ...{pid: 1234, zone: 'UTC'},
};

type Wanted = {
  readonly minutes: number;
  readonly seed?: number;
  readonly rows?: number;
  /** A snapshot after so many ms. */
  readonly eachMs?: number;
  /** Reads get no answer from and to so many ms after the start. */
  readonly outage?: readonly [from: number, to: number];
  /** What happens beside what the desk asks for, by the ms since the start. */
  readonly happens?: readonly (readonly [ms: number, msg: SentMsg])[];
};

export const press = (name: string): SentMsg => ({type: 'pressed', key: key(name)});

/** A session of a desk on a market that moves: it asks, and is answered 20 ms later. Every state is told. */
export function recordSession(wanted: Wanted, tell: (state: State) => void = () => {}): Entry[] {
  const {minutes, seed = 1, rows = 12, eachMs = 180_000, happens = [], outage = [0, 0]} = wanted;
  const market = createMarket(seed, rows);
  const due: {ms: number; msg: SentMsg}[] = [
    {ms: 0, msg: {type: 'started'}},
    {ms: 5, msg: {type: 'journalOpened'}},
    ...happens.map(([ms, msg]) => ({ms, msg})),
  ];
  const momentAt = (ms: number): Moment => ({mono: 10_000 + ms, wall: epoch + ms});
  let state: State = initialState(settings, {columns: 120, rows: 40}, momentAt(0), seed);
  const entries: Entry[] = [{type: 'began', began}, snapshot(state)];
  let kept = 0;
  const take = ({ms, msg}: {ms: number; msg: SentMsg}) => {
    const taken: Msg = {...msg, now: momentAt(ms)};
    entries.push({type: 'msg', msg: taken});
    const [next, commands] = update(state, taken);
    state = next;
    tell(state);
    for (const command of commands)
      due.push(...answersTo(command, ms, ms > outage[0] && ms < outage[1] ? undefined : market));
  };
  while (due.length > 0) {
    const first = due.reduce((best, each) => (each.ms < best.ms ? each : best));
    due.splice(due.indexOf(first), 1);
    if (first.ms > minutes * 60_000) break;
    if (first.ms - kept >= eachMs) {
      kept = first.ms;
      entries.push(snapshot(state));
    }
    take(first);
  }
  return entries;
}

function snapshot(state: State): Entry {
  return {type: 'snapshot', state, table: undrawn};
}

const fault = {text: 'The connection was lost.', kind: 'link'} as const;

function answersTo(command: Command, ms: number, market: Market | undefined) {
  switch (command.type) {
    case 'after':
      return [{ms: ms + command.ms, msg: command.then}];
    case 'fetch': {
      const {pane, request} = command;
      const at = ms + 20;
      if (market === undefined) return [{ms: at, msg: {type: 'failed', pane, request, fault} as const}];
      const began = {mono: 10_000 + ms, wall: epoch + ms};
      return [{ms: at, msg: {type: 'arrived', pane, request, began, answer: market(pane, at)} as const}];
    }
    default:
      return [];
  }
}

type Market = (pane: FeedPane, ms: number) => PollAnswer;

/** A fifth of the prices moves with every look at them; each third minute an order is filled. */
function createMarket(seed: number, rows: number): Market {
  let drawn = 0;
  const chance = () => uniform(hash(seed, drawn++));
  const cards = Array.from({length: rows}, (_, index) => card(String(101 + index)));
  const answer = (rows: PollAnswer['rows']): PollAnswer => ({...arrivedEmpty, rows});
  const orders = (ms: number) => {
    const minute = Math.floor(ms / 60_000);
    return Array.from({length: rows}, (_, index) => index)
      .filter(index => index * 3 > minute)
      .map(index => order(String(2_000 + index)));
  };
  const trades = (ms: number) =>
    Array.from({length: rows}, (_, index) => index)
      .filter(index => index * 3 <= ms / 60_000)
      .map(index => trade(String(3_000 + index), {orderId: String(2_000 + index)}));
  return (pane, ms) => {
    switch (pane) {
      case 'cards':
        for (let moved = 0; moved < rows / 5; moved++) {
          const index = Math.floor(chance() * rows);
          const price = (10 + chance() * 5).toFixed(2);
          cards[index] = card(String(101 + index), {currentAskPrice: price});
        }
        return answer([...cards]);
      case 'easyOptions':
        return answer(Array.from({length: rows}, (_, index) => easyOption(String(4_000 + index))));
      case 'orders':
        return answer(orders(ms));
      default:
        return answer(trades(ms));
    }
  };
}

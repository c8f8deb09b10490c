import type {PageRequest} from '../../src/account/model/feed.ts';
import type {FeedPane, Row} from '../../src/account/model/vocabulary.ts';
import type {RoundAsked} from '../../src/account/reading/round.ts';
import type {CommandOf, SentMsg} from '../../src/desk/messages.ts';
import type {Settings} from '../../src/desk/state.ts';
import {arrivedEmpty, startDesk} from './desk.ts';
import {RoundsUnderWay} from './rounds.ts';

const fault = {kind: 'link', text: 'Nothing answers.'} as const;

type Account = {
  /** Of the whole list, in the order of the service. */
  readonly rowsOf: (pane: FeedPane, query: object) => readonly Row[];
  readonly settings?: Partial<Settings>;
  readonly seed?: number;
  readonly isOut?: (ms: number, pane?: FeedPane) => boolean;
  readonly hangMs?: number;
};

/** A desk whose requests are answered after 100 ms; while the service is out they fail after `hangMs`. */
export function watchedDesk({rowsOf, settings = {}, seed = 1, isOut = () => false, hangMs = 100}: Account) {
  const desk = startDesk(settings, true, seed);
  const start = desk.now.mono;
  const waiting: {at: number; send: () => void}[] = [];
  /** The list of each request. */
  const asked: FeedPane[] = [];
  const pageOf = ({pane, page, pageSize, query}: PageRequest) => {
    const all = rowsOf(pane, query);
    const rows = all.slice(page * pageSize, (page + 1) * pageSize);
    const total = pane === 'cards' ? undefined : all.length;
    return {rows, unreadable: [], total, isLast: (page + 1) * pageSize >= all.length};
  };
  const delayMs = () => (isOut(desk.now.mono - start) ? hangMs : 100);
  const reply = (command: CommandOf<'fetch'>, began: typeof desk.now): SentMsg => {
    const {pane, request} = command;
    if (isOut(desk.now.mono - start, pane)) return {type: 'failed', pane, request, fault};
    return {type: 'arrived', pane, request, began, answer: {...arrivedEmpty, ...pageOf(command)}};
  };
  const rounds = new RoundsUnderWay();
  const askRound = (of: RoundAsked, request: PageRequest | undefined) => {
    if (request === undefined) return;
    const began = desk.now;
    asked.push(request.pane);
    const send = () => {
      const failed = {kind: 'failed', fault: {text: fault.text, isRefused: false}, error: undefined} as const;
      const isFailed = isOut(desk.now.mono - start, request.pane);
      const told = rounds.take(of, isFailed ? failed : {kind: 'read', page: pageOf(request)}, began);
      if (told === undefined) return;
      askRound(of, told.next);
      desk.send({type: 'portfolio', came: told.came});
    };
    waiting.push({at: began.mono + delayMs(), send});
  };
  const carryOut = () => {
    for (const command of desk.asked()) {
      const began = desk.now;
      if (command.type === 'readPortfolio') askRound(command.asked, rounds.ask(command.asked));
      if (command.type === 'after')
        waiting.push({at: began.mono + command.ms, send: () => desk.send(command.then)});
      if (command.type !== 'fetch') continue;
      asked.push(command.pane);
      waiting.push({at: began.mono + delayMs(), send: () => desk.send(reply(command, began))});
    }
  };
  desk.send({type: 'started'});
  carryOut();
  return {
    desk,
    asked,
    press(name: string) {
      desk.press(name);
      carryOut();
    },
    /** Calls `look` after each step. */
    run(ms: number, look: () => void = () => {}) {
      const end = desk.now.mono + ms;
      for (;;) {
        const [next] = waiting.sort((a, b) => a.at - b.at);
        if (next === undefined || next.at > end) break;
        desk.pass(Math.max(0, next.at - desk.now.mono));
        waiting.shift();
        next.send();
        carryOut();
        look();
      }
      desk.pass(end - desk.now.mono);
    },
  };
}

import type {PageRequest} from '../../src/account/model/feed.ts';
import type {FeedPane, Row} from '../../src/account/model/vocabulary.ts';
import type {RoundAsked} from '../../src/account/reading/round.ts';
import type {Command, CommandOf, SentMsg} from '../../src/desk/messages.ts';
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
  const pageOf = ({
    pane,
    page,
    pageSize,
    query,
  }: Pick<CommandOf<'fetch'>, 'pane' | 'page' | 'pageSize' | 'query'>) => {
    const all = rowsOf(pane, query);
    const rows = all.slice(page * pageSize, (page + 1) * pageSize);
    const total = pane === 'cards' ? undefined : all.length;
    return {rows, unreadable: [], total, isLast: (page + 1) * pageSize >= all.length};
  };
  const reply = (command: Command, began: typeof desk.now): SentMsg | undefined => {
    const out = (pane: FeedPane) => isOut(desk.now.mono - start, pane);
    if (command.type === 'fetch') {
      const {pane, request} = command;
      if (out(pane)) return {type: 'failed', pane, request, fault};
      return {type: 'arrived', pane, request, began, answer: {...arrivedEmpty, ...pageOf(command)}};
    }
    return undefined;
  };
  const rounds = new RoundsUnderWay();
  const askRound = (of: RoundAsked, request: PageRequest | undefined) => {
    if (request === undefined) return;
    const began = desk.now;
    const isHung = isOut(began.mono - start);
    asked.push(request.pane);
    const send = () => {
      const failed = {kind: 'failed', fault: {text: fault.text, isRefused: false}, error: undefined} as const;
      const isFailed = isOut(desk.now.mono - start, request.pane);
      const told = rounds.take(of, isFailed ? failed : {kind: 'read', page: pageOf(request)}, began);
      if (told === undefined) return;
      askRound(of, told.next);
      desk.send({type: 'portfolio', came: told.came});
    };
    waiting.push({at: began.mono + (isHung ? hangMs : 100), send});
  };
  const carryOut = () => {
    for (const command of desk.asked()) {
      const began = desk.now;
      if (command.type === 'fetch') asked.push(command.pane);
      if (command.type === 'readPortfolio') askRound(command.asked, rounds.ask(command.asked));
      if (command.type === 'after')
        waiting.push({at: began.mono + command.ms, send: () => desk.send(command.then)});
      if (command.type === 'fetch')
        waiting.push({
          at: began.mono + (isOut(began.mono - start) ? hangMs : 100),
          send: () => {
            const sent = reply(command, began);
            if (sent !== undefined) desk.send(sent);
          },
        });
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

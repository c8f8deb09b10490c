import type {Limits} from '../../../src/account/model/vocabulary.ts';
import type {RoundAsked} from '../../../src/account/reading/round.ts';
import type {EasyOption, Order, Trade} from '../../../src/api/wire/records.ts';
import type {AccountStanding} from '../../../src/core/limits/pending.ts';
import type {Command} from '../../../src/desk/messages.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {startDesk} from '../../helpers/desk.ts';
import {onePage, readRound} from '../../helpers/rounds.ts';
import {card, standing} from './account.ts';

export const limits: Limits = {underlyings: {}, maxOpenInvestment: {each: '5000'}, maxOpenCount: 3};

type Held = Partial<Settings> & {
  /** Gets what the desk asks for. */
  readonly commands?: Command[];
  /** How late its trades are listed. */
  readonly lagMs?: number;
  readonly orders?: readonly Order[];
  readonly trades?: readonly Trade[];
  /** Of an earlier process: what counts by the journal, and the orders that it saw work. */
  readonly counted?: AccountStanding;
  readonly worked?: readonly Order[];
  /** The clock of the service less that of this machine. */
  readonly offsetMs?: number;
};

/** A desk with these limits, whose account was read whole. */
export function opened(
  options: readonly EasyOption[],
  of: Limits = limits,
  {
    orders = [],
    trades = [],
    lagMs,
    commands: all,
    counted,
    worked = [],
    offsetMs = 0,
    ...settings
  }: Held = {},
) {
  const desk = startDesk({limits: of, ...settings});
  desk.send({type: 'journalRead', activity: [], working: worked});
  desk.open(
    {cards: [{...card('7', 'BTC'), currentAskPrice: '5'}], easyOptions: options, orders, trades},
    {tradesLagMs: lagMs, offsetMs},
  );
  desk.tell({type: 'looked', standing: counted ?? standing()});
  desk.asked();
  readAll(desk, {options, orders, trades}, {afterMs: 1_500, commands: all});
  return desk;
}

type Lists = {
  readonly options?: readonly EasyOption[];
  readonly orders?: readonly Order[];
  readonly trades?: readonly Trade[];
};

type When = {
  readonly afterMs: number;
  /** How late the answer with the orders comes. */
  readonly slowMs?: number;
  readonly commands?: Command[] | undefined;
};

/** The account is due, and read whole. */
export function readAll(
  desk: ReturnType<typeof startDesk>,
  {options = [], orders = [], trades = []}: Lists,
  {afterMs, slowMs = 0, commands: all = []}: When,
): void {
  const asked = (commands: Command[]) => {
    all.push(...commands);
    return commands.flatMap(each => (each.type === 'readPortfolio' ? [each.asked] : []));
  };
  const rows = {cards: [], easyOptions: options, orders, trades};
  const answer = (round: RoundAsked) => {
    const came = readRound(round, request => onePage(rows[request.pane], request));
    if (round.pane === 'orders') desk.pass(slowMs);
    desk.send({type: 'portfolio', came});
  };
  desk.pass(afterMs);
  desk.send({type: 'portfolio', due: desk.state.rounds.arm});
  for (let waiting = asked(desk.asked()); waiting.length > 0; waiting = asked(desk.asked()))
    waiting.forEach(answer);
}

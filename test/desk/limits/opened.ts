import type {EasyOption, Order, Trade} from '../../../src/api/wire/records.ts';
import type {Command} from '../../../src/desk/messages.ts';
import type {Limits} from '../../../src/desk/model/vocabulary.ts';
import type {PageAsked} from '../../../src/desk/portfolio/reading/reading.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {startDesk} from '../../helpers/desk.ts';
import {card, standing} from './account.ts';

export const limits: Limits = {underlyings: {}, maxOpenInvestment: {each: '5000'}, maxOpenCount: 3};

type Held = Partial<Settings> & {
  /** Gets what the desk asks for. */
  readonly commands?: Command[];
  /** How late its trades are listed. */
  readonly lagMs?: number;
  readonly orders?: readonly Order[];
  readonly trades?: readonly Trade[];
};

/** A desk with these limits, whose account was read whole. */
export function opened(
  options: readonly EasyOption[],
  of: Limits = limits,
  {orders = [], trades = [], lagMs, commands: all = [], ...settings}: Held = {},
) {
  const desk = startDesk({limits: of, ...settings});
  desk.open(
    {cards: [{...card('7', 'BTC'), currentAskPrice: '5'}], easyOptions: options, orders, trades},
    {tradesLagMs: lagMs},
  );
  const asked = (commands: Command[]) => {
    all.push(...commands);
    return commands.flatMap(each => (each.type === 'readPortfolio' ? [each.asked] : []));
  };
  const answer = ({pane, number, page, pageSize}: PageAsked) => {
    const rows = {cards: [], easyOptions: options, orders, trades}[pane];
    const total = pane === 'cards' ? undefined : rows.length;
    const came = {
      kind: 'read',
      pane,
      number,
      page: {rows, unreadable: [], total, page, pageSize, isLast: true},
    } as const;
    desk.send({type: 'portfolio', came});
  };
  desk.send({type: 'intent', msg: {type: 'looked', standing: standing()}});
  desk.asked();
  desk.pass(1_500);
  desk.send({type: 'portfolio', due: desk.state.rounds.arm});
  for (let waiting = asked(desk.asked()); waiting.length > 0; waiting = asked(desk.asked()))
    waiting.forEach(answer);
  return desk;
}

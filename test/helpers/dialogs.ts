import type {RoundAsked} from '../../src/account/reading/round.ts';
import type {Proposal} from '../../src/core/proposals/proposal.ts';
import {nothingKept} from '../../src/desk/kept.ts';
import {type Action, keyOf} from '../../src/desk/keys.ts';
import type {DialogName} from '../../src/desk/overlay.ts';
import type {Settings} from '../../src/desk/state.ts';
import {card, easyOption, lostOrder, order, startDesk, trade} from './desk.ts';
import {haltOf} from './halt.ts';
import {onePage, readRound} from './rounds.ts';

/** What opens each dialog, and a line that may be typed in it. */
const ways: {
  readonly [K in DialogName]: {
    readonly opens: readonly Action[];
    readonly typed?: {readonly field: string; readonly value: string};
  };
} = {
  form: {opens: ['pane.orders', 'place'], typed: {field: 'symbol', value: 'BTC-27NOV26'}},
  review: {opens: ['pane.orders', 'cancel']},
  several: {opens: ['pane.orders', 'cancelAll']},
  help: {opens: ['help']},
  search: {opens: ['help'], typed: {field: '', value: 'pane'}},
  messages: {opens: ['messages']},
  palette: {opens: ['palette'], typed: {field: '', value: 'row'}},
  filter: {opens: ['pane.cards', 'filter'], typed: {field: '', value: 'und'}},
  sort: {opens: ['pane.cards', 'sort']},
  alert: {opens: ['pane.cards', 'alert'], typed: {field: '', value: '>1'}},
  resolve: {opens: ['resolve'], typed: {field: '', value: 'perhaps so'}},
  position: {opens: ['pane.easyOptions', 'position']},
  outcomes: {opens: ['outcomes']},
  controls: {opens: ['takeOver']},
  halt: {opens: ['halt']},
  lift: {opens: ['pane.activity', 'resume'], typed: {field: '', value: 'resume it'}},
  proposals: {opens: ['proposals']},
  decline: {opens: ['proposals'], typed: {field: '', value: 'too dear'}},
  quit: {opens: ['quit']},
};

const haltSet = haltOf({by: 'process 7 on there'});

const haltUnderWay = haltOf({...haltSet, wants: 'NO ORDERS, NO EASY OPTIONS'});

/** An agent proposes an order. */
export const proposal = (id: string, at: number, changed: Partial<Proposal> = {}): Proposal => ({
  ...{id, draft: {kind: 'place', symbol: 'BTC-27NOV26', side: 'BUY', price: '5', size: '2'}},
  ...{reason: 'It is cheap.', by: {name: 'agent', version: '1.2', pid: 77}},
  ...{askedAt: at - 1_000, expiresAt: at + 120_000, ...changed},
});

const watched = {id: '1', pane: 'cards', rowId: '2', field: 'currentAskPrice'} as const;
const kept = {...nothingKept, alerts: [{...watched, label: 'ask', above: true, level: '9', hasRung: false}]};

/** What X would cancel can be narrowed where a filter is active. */
function filterOrders(desk: ReturnType<typeof startDesk>): void {
  for (const action of ['pane.orders', 'filter'] as const) desk.send({type: 'ran', action});
  desk.fill({filter: 'asset:BTC'});
  desk.type(keyOf(desk.state.settings.bindings, 'accept', 'filter'));
  desk.arrive('orders', [order('5'), order('6')]);
}

/** A desk on which a dialog has just opened, with something typed where that can be; with a halt under way. */
export function deskWith(name: DialogName, changed: Partial<Settings> = {}, isHalting = false) {
  const desk = startDesk(changed).open({
    cards: [card('1'), card('2')],
    easyOptions: [easyOption('7', {positionId: '500'})],
    orders: ['5', '6', ...(name === 'halt' ? ['4'] : [])].map(id => order(id)),
    trades: [trade('3')],
  });
  desk.send({type: 'intent', msg: {type: 'restored', intents: [lostOrder]}});
  const {opens, typed} = ways[name];
  if (name === 'alert') desk.send({type: 'journalRead', activity: [], kept});
  if (name === 'lift' || name === 'halt') desk.send({type: 'halt', msg: {type: 'seen', record: haltSet}});
  if (isHalting) desk.send({type: 'halt', msg: {type: 'seen', record: haltUnderWay}});
  if (name === 'several') filterOrders(desk);
  if (name === 'proposals' || name === 'decline')
    desk.send({type: 'proposed', open: ['a', 'b'].map(id => proposal(id, desk.now.wall))});
  if (name === 'controls') desk.controls();
  for (const action of opens) desk.send({type: 'ran', action});
  if (name === 'decline') desk.type(keyOf(desk.state.settings.bindings, 'no', 'proposals'));
  if (name === 'search') desk.type(keyOf(desk.state.settings.bindings, 'search', 'help'));
  if (name === 'several') desk.readList({orders: ['4', '5', '6', '7'].map(id => order(id))});
  if (typed !== undefined) desk.send({type: 'typed', ...typed});
  if (name === 'review') {
    desk.reread({kind: 'orders', orders: [order('5')]});
  }
  for (const each of desk.asked()) if (each.type === 'readPortfolio') answerRound(desk, each.asked);
  desk.asked();
  return desk;
}

/** The account is as its panes show it. */
function answerRound(desk: ReturnType<typeof startDesk>, asked: RoundAsked): void {
  const {rows} = desk.state.feeds[asked.pane];
  desk.send({type: 'portfolio', came: readRound(asked, request => onePage(rows, request))});
}

import {expect, it} from 'vitest';
import type {EasyOption} from '../../../src/api/wire/records.ts';
import type {PageAsked} from '../../../src/desk/book/reading/list.ts';
import type {Command} from '../../../src/desk/model/messages.ts';
import type {Limits} from '../../../src/desk/model/vocabulary.ts';
import {startDesk} from '../../helpers/desk.ts';
import {card, option, standing} from './account.ts';

const limits: Limits = {underlyings: {}, maxOpenInvestment: {each: '5000'}, maxOpenCount: 3};

/** A desk with these limits, whose account was read whole. */
function opened(options: readonly EasyOption[]) {
  const desk = startDesk({limits});
  desk.open({cards: [{...card('7', 'BTC'), currentAskPrice: '5'}], easyOptions: options});
  const asked = (commands: Command[]) =>
    commands.flatMap(each => (each.type === 'readBook' ? [each.asked] : []));
  const answer = ({pane, number, page, pageSize}: PageAsked) => {
    const rows = pane === 'easyOptions' ? options : [];
    const total = pane === 'cards' ? undefined : rows.length;
    const came = {
      kind: 'read',
      pane,
      number,
      page: {rows, unreadable: [], total, page, pageSize, isLast: true},
    } as const;
    desk.send({type: 'book', came});
  };
  desk.send({type: 'intent', msg: {type: 'held', held: [], standing: standing()}});
  desk.asked();
  desk.pass(1_500);
  desk.send({type: 'book', due: desk.state.rounds.arm});
  for (let waiting = asked(desk.asked()); waiting.length > 0; waiting = asked(desk.asked()))
    waiting.forEach(answer);
  return desk;
}

function typed(desk: ReturnType<typeof opened>, amount: string) {
  desk.press('o');
  desk.send({type: 'typed', field: 'amount', value: amount});
  desk.press('enter');
  const {overlay} = desk.state;
  const lines = overlay.kind === 'review' ? overlay.review.lines : [];
  return {
    kind: overlay.kind,
    leaves: lines.find(({label}) => label === 'Leaves')?.value,
    told: desk.state.notices.at(-1)?.text,
  };
}

it('a review says what an opening leaves of each limit', () => {
  const desk = opened([option('1', {investmentAmount: '4500'})]);
  expect(typed(desk, '250')).toMatchObject({
    kind: 'review',
    leaves: '250 of 5,000 USDT, 1 of 3 Easy Options',
  });
});

it('a form whose opening would go beyond one says so, and no review is opened', () => {
  const desk = opened([option('1', {investmentAmount: '4900'})]);
  expect(typed(desk, '250')).toMatchObject({
    kind: 'form',
    told: 'Open investment would be 5,150 of 5,000 USDT: 4,900 open, 250 now.',
  });
});

it('before the account is read whole nothing is opened, with the reason', () => {
  const desk = startDesk({limits});
  desk.open({cards: [{...card('7', 'BTC'), currentAskPrice: '5'}]});
  desk.send({type: 'intent', msg: {type: 'held', held: [], standing: standing()}});
  expect(typed(desk, '250')).toMatchObject({
    kind: 'form',
    told: 'Not yet: a limit of the account is in force, and what is open is being read.',
  });
});

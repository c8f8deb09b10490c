import {describe, expect, it} from 'vitest';
import type {Operations} from '../../../../src/api/contract.ts';
import {
  canceledBy,
  type Draft,
  type DraftKind,
  draftIn,
  kindOf,
  orderPlaced,
  requestsOf,
  riskOf,
  targets,
  type WriteKind,
} from '../../../../src/core/intents/kinds/kinds.ts';
import {start} from '../attempts.ts';

/** A key of the person asks for one of these. A new kind needs a row here. */
const rows: {
  readonly [K in DraftKind]: {
    readonly draft: Extract<Draft, {kind: K}>;
    readonly risk: ReturnType<typeof riskOf>;
    readonly cancels?: string;
    readonly places?: string;
    /** Another kind waits while this one is unresolved, of the same record. */
    readonly blocks?: readonly DraftKind[];
    /** What it is called, what its line in Activity shows, and the call of the client that sends it. */
    readonly words: readonly [asked: string, target: string, amount: string];
    readonly sends: K extends WriteKind ? readonly [call: string, ...given: readonly unknown[]] : undefined;
  };
} = {
  open: {
    draft: {kind: 'open', cardId: '7', investmentAmount: '10', title: 'Up'},
    ...{risk: 'adds', words: ['open Up for 10', 'Up', '10']},
    sends: ['openEasyOption', {cardId: '7', investmentAmount: '10'}],
  },
  close: {
    draft: {kind: 'close', easyOptionId: '7', label: 'Up', investmentAmount: '10'},
    ...{risk: 'reduces', words: ['close Easy Option 7 (Up)', 'Up', '10'], sends: ['closeEasyOption', '7']},
  },
  place: {
    draft: {kind: 'place', symbol: 'X', side: 'BUY', price: '5', size: '2', positionId: '9'},
    ...{risk: 'adds', places: '2', blocks: ['amend'], words: ['BUY 2 X @ 5', 'BUY X', '2 at 5']},
    sends: [
      'createOrder',
      {
        ...{symbol: 'X', side: 'BUY', price: '5', size: '2', positionId: '9', orderType: 'LIMIT'},
        idempotencyKey: 'key',
      },
    ],
  },
  cancel: {
    draft: {kind: 'cancel', orderId: '7', symbol: 'X', price: '5', size: '2'},
    ...{risk: 'reduces', cancels: '7', blocks: ['amend'], words: ['cancel order 7 (X)', '#7', '2 at 5']},
    sends: ['cancelOrder', '7'],
  },
  amend: {
    draft: {
      ...{kind: 'amend', orderId: '7', symbol: 'X', side: 'BUY', price: '4', size: '2', filled: '0.5'},
      ...{newPrice: '5', newSize: '3', tradesLagMs: 0},
    },
    ...{risk: 'adds', cancels: '7', places: '2.5', blocks: ['place', 'cancel']},
    ...{words: ['amend BUY 2 X @ 4 to 3 @ 5', '#7', '3 at 5'], sends: undefined},
  },
};

describe.each(Object.entries(rows))('%s', (name, {draft, ...row}) => {
  it('says its risk, which order it cancels and what it places', () => {
    expect(riskOf(draft)).toBe(row.risk);
    expect(canceledBy(draft)).toBe(row.cancels);
    expect(orderPlaced(draft)?.size).toBe(row.places);
    expect(draftIn(draft)).toEqual({draft});
  });

  it('is named by its words, and is sent by its call with what the draft says', async () => {
    const {words, ...kind} = kindOf(draft);
    expect([words.asked(draft), words.target(draft), words.amount(draft)]).toEqual(row.words);
    if (!('send' in kind)) return;
    const calls: unknown[] = [];
    const call = (_client: object, name: string) => (given: unknown) => void calls.push(name, given);
    const client = new Proxy({}, {get: call}) as Operations;
    const write = {draft, attempts: [], idempotencyKey: 'key', askedAt: start};
    await kind.send(client, write, undefined);
    expect(calls).toEqual(row.sends);
  });

  it('waits for no other kind of write but those named, so that an exit is free', () => {
    const others = Object.values(rows).filter(each => each.draft.kind !== name);
    const blocked = others.filter(({draft: other}) =>
      targets(other).some(each => targets(draft).includes(each)),
    );
    expect(blocked.map(each => each.draft.kind)).toEqual(row.blocks ?? []);
  });
});

it('a kind of write waits for the limits of each request that it is sent as', () => {
  expect(requestsOf('open')).toEqual(['open']);
  expect(requestsOf('amend')).toEqual(['cancel', 'place']);
});

import {describe, expect, it} from 'vitest';
import type {WholeRead} from '../../../../src/core/intents/kinds/kind.ts';
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
} from '../../../../src/core/intents/kinds/kinds.ts';
import {attempts, lost, start} from '../attempts.ts';

/** A key of the person asks for one of these. A new kind needs a row here. */
const rows: {
  readonly [K in DraftKind]: {
    readonly draft: Extract<Draft, {kind: K}>;
    readonly risk: ReturnType<typeof riskOf>;
    readonly cancels?: string;
    readonly places?: string;
    /** Another kind waits while this one is unresolved, of the same record. */
    readonly blocks?: readonly DraftKind[];
  };
} = {
  open: {draft: {kind: 'open', cardId: '7', investmentAmount: '10'}, risk: 'adds'},
  close: {draft: {kind: 'close', easyOptionId: '7'}, risk: 'reduces'},
  place: {
    draft: {kind: 'place', symbol: '7', side: 'BUY', price: '5', size: '2'},
    ...{risk: 'adds', places: '2', blocks: ['amend']},
  },
  cancel: {
    draft: {kind: 'cancel', orderId: '7', size: '2'},
    ...{risk: 'reduces', cancels: '7', blocks: ['amend']},
  },
  amend: {
    draft: {
      ...{kind: 'amend', orderId: '7', symbol: '7', side: 'BUY', price: '4', size: '2', filled: '0.5'},
      ...{newPrice: '5', newSize: '2', tradesLagMs: 0},
    },
    ...{risk: 'adds', cancels: '7', places: '1.5', blocks: ['place', 'cancel']},
  },
};

describe.each(Object.entries(rows))('%s', (name, {draft, ...row}) => {
  it('says its risk, which order it cancels and what it places', () => {
    expect(riskOf(draft)).toBe(row.risk);
    expect(canceledBy(draft)).toBe(row.cancels);
    expect(orderPlaced(draft)?.size).toBe(row.places);
    expect(draftIn(draft)).toEqual({draft});
  });

  it('waits for no other kind of write but those named, so that an exit is free', () => {
    const others = Object.values(rows).filter(each => each.draft.kind !== name);
    const blocked = others.filter(({draft: other}) =>
      targets(other).some(each => targets(draft).includes(each)),
    );
    expect(blocked.map(each => each.draft.kind)).toEqual(row.blocks ?? []);
  });

  it('is proved by no record that lacks its fields, and by no empty list', () => {
    const kind = kindOf(draft);
    if (!('send' in kind)) return;
    const bare = {
      easyOptions: [{id: '7', cardId: '7'}],
      orders: [{orderId: '7', symbol: '7'}],
      trades: [{tradeId: '1', orderId: '7'}],
    } as unknown as WholeRead;
    const write = {draft, attempts: attempts(lost), offsetAtSend: 0, knownBefore: [], askedAt: start};
    for (const read of [bare, {easyOptions: [], orders: [], trades: []}])
      expect(kind.judge(write, {...read, offsetMs: 0}, 0).verdict).not.toBe('done');
  });
});

describe('a kind of write', () => {
  it('waits for the limits of each request that it is sent as', () => {
    expect(requestsOf('open')).toEqual(['open']);
    expect(requestsOf('amend')).toEqual(['cancel', 'place']);
  });
});

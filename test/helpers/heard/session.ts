import {startTestPaper, type TestPaper, testStart} from '../paper.ts';
import type {Listened} from './ears.ts';
import {confirm, enter, type Press, pressAll, silent, tab, type} from './tasks.ts';

/** A session that is listened to from its start to its end. */
type Part = {
  /** What is done, in the words of the document. */
  readonly does: string;
  /** In the document. */
  readonly isShown?: true;
  readonly keys: readonly Press[];
  /** What the service does before, and while it is listened. */
  readonly before?: (paper: TestPaper) => Promise<void> | void;
  readonly then?: (paper: TestPaper) => Promise<void> | void;
  /** What is heard of that. */
  readonly says?: RegExp;
};

/** A limit order of .5 at 10, up to its question. */
const limitOrder: readonly Press[] = [
  ['n', /New limit order[\s\S]*Price, /],
  ...type('10'),
  [tab, /Size, empty\./],
  ...type('.5'),
  [enter, /to place\b/],
];

export const session: readonly Part[] = [
  {
    does: 'Down by a row, and its details by Enter.',
    keys: [
      ['j', /Row 2, /],
      [enter, /Title [\s\S]*Asset /],
    ],
  },
  {
    does: 'To find cards of another underlying: `/`, `eth`, Enter.',
    keys: [['/', /Filter, empty\./], ...type('eth'), [enter, /Cards, filter eth, \d+ rows[\s\S]*Row 1, ETH/]],
  },
  {
    does: 'To open an Easy Option for 50: `o`, `50`, Enter. The review is heard to its end, then the key is pressed.',
    isShown: true,
    keys: [
      ['o', /Investment, empty\./],
      ...type('50'),
      [enter, /to open 50\.\n/],
      [confirm, /OPEN(?:ING|ED)/],
    ],
    then: paper => paper.serviceClock.advance(10_000),
    says: /OPENED/,
  },
  {
    does: 'A limit order of .5 at 10: `n`, Tab, Tab, `10`, Tab, `.5`, Enter, the key. Later it fills.',
    keys: [...limitOrder, [confirm, /WORKING: BUY 0\.5 /]],
    async then(paper) {
      const {json} = await paper.call('GET', '/v1/orders');
      for (const {orderId} of json.items) paper.fillOrder(String(orderId));
    },
    says: /FILLED BUY 0\.5 /,
  },
  {
    does: 'To close: `2` goes to Easy Options, `c` asks.',
    keys: [
      ['2', /Easy Options, 1 row[\s\S]*Row 1, .*ACTIVE/],
      ['c', /to close\.\n/],
      [confirm, /CLOS(?:ED|ING)/],
    ],
    then: paper => paper.serviceClock.advance(10_000),
    says: /CLOSED/,
  },
  {
    does: 'An order is lost on its way: it is UNKNOWN, on every pane, until it is found or ended by hand with `H` and a word.',
    before: paper => paper.setFaults('POST /v1/orders:drop-before'),
    keys: [
      ['1', /Row 1, /],
      ...limitOrder,
      [confirm, /UNKNOWN/],
      ['l', /Rechecking/],
      ['H', /Resolve: how did it end\?[\s\S]*nothing/],
      ...type('nothing seen on the site'),
      [enter, /RESOLVED/],
    ],
  },
  {
    does: 'To stop: `!` at once, and once more to cancel what is open.',
    keys: [
      ['!', /HALTED: /],
      ['!', /HALT: cancel all orders\.[\s\S]*to cancel all orders\.\n/],
      [confirm, /HALTING|NO ORDERS/],
    ],
    says: /NO ORDERS: account .*Confirmed/,
  },
  {
    does: 'Where am I, and out: `.`, `q`.',
    keys: [
      ['.', /Cards, /],
      ['q', silent],
    ],
  },
];

export type HeardPart = {readonly does: string; readonly said: string; readonly isShown: boolean};

/** Goes through the session; what was heard of each part, the start before all. */
export async function hearSession(
  listen: (paper: TestPaper) => Promise<Listened>,
): Promise<readonly HeardPart[]> {
  const paper = await startTestPaper({clock: 'real', start: testStart});
  const listener = await listen(paper);
  try {
    await listener.hear(/PAPER, [\s\S]*Row 1, |Row 1, [\s\S]*PAPER, /);
    const parts: HeardPart[] = [{does: 'optty starts.', said: listener.said(), isShown: true}];
    for (const {does, keys, before, then, says, isShown = false} of session) {
      const from = listener.said().length;
      await before?.(paper);
      await pressAll(listener, keys);
      await then?.(paper);
      if (says !== undefined) await listener.hear(says);
      parts.push({does, said: listener.said().slice(from), isShown});
    }
    await listener.ended;
    return parts;
  } finally {
    await listener.end();
    await paper.close();
  }
}

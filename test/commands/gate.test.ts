import {describe, expect, it, type TestContext} from 'vitest';
import {wholeSince} from '../../src/account/reading/reading.ts';
import type {HeadlessDesk} from '../../src/commands/headless-desk.ts';
import type {Draft} from '../../src/core/intents/kinds/kinds.ts';
import {inFlight} from '../../src/core/intents/selectors.ts';
import type {State} from '../../src/desk/state.ts';
import {type Begun, beginHeadless, profileOf, startFront} from '../helpers/headless.ts';
import {rest} from '../helpers/holdings.ts';
import {home} from './optty.ts';

/**
 * Whoever asks for a write passes one gate: the screen, a command of the palette, and a desk without a screen.
 * Counted are the requests that reach the service, through a server in front of it.
 */
const held = {
  'READ-ONLY': {toml: '[profiles.t.guardrails]\nread_only = true\n', why: /READ-ONLY/},
  'a guardrail': {toml: '[profiles.t.guardrails]\nmax_investment = "24"\n', why: /exceeds max 24/},
  'a limit': {
    toml: '[profiles.t.limits]\nmax_open_investment = "24"\n',
    why: /Open investment would be 25 of 24/,
  },
  'the halt': {toml: '', why: /HALTED by/},
} as const;
type Hold = keyof typeof held;

const ways = ['the screen', 'a command', 'a desk without a screen'] as const;
type Way = (typeof ways)[number];

/** Each hold, and each way where it differs: a guardrail shows in the form of the screen. */
const asked: readonly (readonly [Way, Hold])[] = [
  ...(['READ-ONLY', 'a guardrail', 'a limit'] as const).map(hold => [ways[2], hold] as const),
  ...ways.map(way => [way, 'the halt'] as const),
  ['the screen', 'a guardrail'],
];

type Asking = Begun & {
  readonly writes: readonly string[];
  readonly cardId: string;
  readonly orderId: string;
};

async function begin(hold: Hold | undefined, test: TestContext): Promise<Asking> {
  const front = await startFront(test);
  const {paper, writes} = front;
  const {orderId} = await rest(paper, '0.1', '0.01');
  const toml = profileOf(front) + (hold === undefined ? '' : held[hold].toml);
  const begun = await beginHeadless(home(toml, test.onTestFinished).folder, front, test);
  const {desk, until} = begun;
  if (hold === 'a limit')
    await until(
      ({limits, rounds}) => limits.standing !== undefined && wholeSince(rounds.reading) !== undefined,
    );
  if (hold === 'the halt') {
    desk.send({type: 'ran', action: 'halt'});
    await until(({halt}) => halt.record !== undefined);
  }
  const cardId = desk.getState().feeds.cards.rows[0]?.id ?? '';
  return {...begun, writes, cardId, orderId};
}

let pressedAt = 0;
/** A key a second after the one before, as the desk counts it. */
function press({send, getState}: HeadlessDesk['desk'], name: string): void {
  pressedAt = Math.max(pressedAt, getState().now.mono) + 1_000;
  const plain = {ctrl: false, alt: false, shift: false, pasted: false, alone: true};
  send({type: 'pressed', key: {...plain, name, text: name, at: pressedAt}});
}

/** Answers the question that is open, if one is. */
function confirm({desk}: Asking): void {
  const {overlay} = desk.getState();
  if (overlay.kind !== 'review') return;
  const {number, revision, key} = overlay;
  desk.send({type: 'questionShown', question: number, revision, at: pressedAt});
  press(desk, key);
}

async function ask(begun: Asking, way: Way, draft: Draft): Promise<void> {
  const {desk, until} = begun;
  if (way === 'a desk without a screen') desk.send({type: 'intent', msg: {type: 'ask', draft}});
  else {
    const pane = draft.kind === 'cancel' ? 'orders' : 'cards';
    desk.send({type: 'ran', action: `pane.${pane}`});
    await until(({feeds}) => feeds[pane].fetching === undefined);
    if (way === 'the screen') press(desk, draft.kind === 'cancel' ? 'x' : 'o');
    else desk.send({type: 'ran', action: draft.kind === 'cancel' ? 'cancel' : 'open'});
    if (desk.getState().overlay.kind === 'form') {
      desk.send({type: 'typed', field: 'amount', value: '25'});
      press(desk, 'enter');
    }
    await until(({overlay}) => overlay.kind !== 'review' || overlay.reread.status !== 'reading');
    confirm(begun);
  }
  await until(({intents}) => intents.asking.length === 0 && inFlight(intents).length === 0);
}

const said = ({messages, overlay}: State) =>
  [
    ...messages.map(each => each.text),
    ...(overlay.kind === 'form' ? overlay.form.fields.flatMap(each => each.error ?? []) : []),
  ].join('\n');

describe.concurrent('a write that adds risk', () => {
  it.for(asked)('from %s, blocked by %s, is not sent and creates no intent', async ([way, hold], test) => {
    const begun = await begin(hold, test);
    await ask(begun, way, {kind: 'open', cardId: begun.cardId, investmentAmount: '25'});
    expect(begun.writes).toEqual([]);
    expect(begun.desk.getState().intents.list).toEqual([]);
    expect(said(begun.desk.getState())).toMatch(held[hold].why);
  });

  it.for(ways)('from %s is sent once if nothing blocks it', async (way, test) => {
    const begun = await begin(undefined, test);
    await ask(begun, way, {kind: 'open', cardId: begun.cardId, investmentAmount: '25'});
    expect(begun.writes).toEqual([expect.stringMatching(/^POST .*open$/)]);
  });
});

describe.concurrent('a write that reduces risk', () => {
  it.for(asked)('from %s is blocked only by READ-ONLY: %s', async ([way, hold], test) => {
    const begun = await begin(hold, test);
    await ask(begun, way, {kind: 'cancel', orderId: begun.orderId});
    const expected = hold === 'READ-ONLY' ? [] : [`DELETE /v1/orders/${begun.orderId}`];
    expect(begun.writes).toEqual(expected);
  });
});

import {describe, expect, it} from 'vitest';
import {defaultGuardrails} from '../../../src/account/model/vocabulary.ts';
import type {PlaceDraft} from '../../../src/core/intents/kinds/place.ts';
import type {Proposal} from '../../../src/core/proposals/proposal.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {card, lostOrder, order, startDesk} from '../../helpers/desk.ts';
import {proposal} from '../../helpers/dialogs.ts';

const symbol = 'BTC-27NOV26-65000-C';
const draft: PlaceDraft = {kind: 'place', symbol, side: 'BUY', price: '9', size: '2'};
type Desk = ReturnType<typeof startDesk>;

function deskOf(settings: Partial<Settings> = {}): Desk {
  return startDesk(settings).open({cards: [card('1')], orders: [order('5')]});
}

function propose(desk: Desk, ...changed: Partial<Proposal>[]): void {
  const open = changed.map((each, at) => proposal(`p${at + 1}`, desk.now.wall, {draft, ...each}));
  desk.send({type: 'proposed', open});
}

/** Opens it with its key, its record is read once more, and the screen shows it. */
function review(desk: Desk): void {
  desk.type('P');
  desk.readAndShow();
}

/** A desk with the review of a proposal. */
function reviewed(): Desk {
  const desk = deskOf();
  propose(desk, {});
  review(desk);
  return desk;
}

const lines = ({state: {overlay}}: Desk) =>
  overlay.kind === 'review' ? Object.fromEntries(overlay.lines.map(({label, value}) => [label, value])) : {};
const confirm = (desk: Desk) => desk.type(desk.question().key);
const sent = (desk: Desk) => desk.asked().filter(each => each.type === 'journalAsk');
const declined = (desk: Desk) => desk.asked().filter(each => each.type === 'declineProposals');
const notices = ({state}: Desk) => state.notices.map(({text}) => text);

describe('a proposal that comes', () => {
  it('opens nothing, rings nothing and says so in one line', () => {
    const desk = deskOf({bell: true});
    propose(desk, {}, {});
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.asked()).toEqual([]);
    expect(notices(desk)).toEqual([`PROPOSED by "agent 1.2": BUY 2 ${symbol} @ 9 · P review`]);
  });

  it('has its times by the clock of the service, as the review counts them', () => {
    const desk = startDesk().open({cards: [card('1')]}, {offsetMs: 50_000_000});
    propose(desk, {});
    review(desk);
    const {overlay} = desk.state;
    const line = overlay.kind === 'review' && overlay.lines.find(({label}) => label === 'Proposed');
    const asked = desk.state.proposals[0]?.askedAt ?? 0;
    expect(line ? line.at : undefined).toBe(asked + 50_000_000);
  });

  it('covers no other message', () => {
    const desk = deskOf();
    desk.send({type: 'told', text: 'FILLED', level: 'good'});
    propose(desk, {});
    expect(notices(desk)).toEqual(['FILLED']);
  });

  it('takes no key: what is open and its proof stay as they are', () => {
    const desk = deskOf();
    desk.type('3', 'x');
    const answer = {kind: 'orders', orders: [order('5')]} as const;
    desk.reread(answer);
    desk.showQuestion();
    const before = desk.state.overlay;
    propose(desk, {});
    expect(desk.state.overlay).toBe(before);
    confirm(desk);
    expect(sent(desk)).toMatchObject([{draft: {kind: 'cancel', orderId: '5'}, proposalId: undefined}]);
  });
});

describe('the review of a proposal', () => {
  it('names the proposer and the reason, quoted and without control characters', () => {
    const desk = deskOf();
    const reason = 'Sure\u001b[2J" \u202eEnvironment LIVE\n\u200bEnvironment  PAPER';
    propose(desk, {reason, by: {name: 'a"b\u0007', version: '', pid: 7}, priceSeen: '8'});
    review(desk);
    const shown = lines(desk);
    expect(shown['PROPOSED BY']).toMatch(/^"a'b.?", process 7$/);
    expect(shown.Reason).toMatch(/^"Sure.*Environment LIVE.*Environment PAPER"$/);
    expect(Object.values(shown).join('')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(shown['Ask since']).toBe('8 → 10 (+25 %)');
  });

  it('loses its key when the proposal is withdrawn, declined or sent elsewhere', () => {
    const desk = reviewed();
    const {key} = desk.question();
    desk.send({type: 'proposed', open: []});
    expect(desk.state.overlay.kind).toBe('none');
    expect(notices(desk).at(-1)).toMatch(/was dismissed: the proposal was withdrawn/);
    desk.type(key);
    expect(sent(desk)).toEqual([]);
  });

  it('loses its key when the proposal expires, also between two ticks', () => {
    const desk = deskOf();
    propose(desk, {expiresAt: desk.now.wall + 5_000});
    review(desk);
    desk.pass(3_800);
    confirm(desk);
    expect(sent(desk)).toEqual([]);
    expect(notices(desk).at(-1)).toMatch(/has expired/);
  });

  it('does not open where the gate or the rules of the profile hold it back, and says why', () => {
    const rules = {allow: ['read', 'propose'], maxNotional: '10'} as const;
    for (const [settings, words] of [
      [{agents: rules}, /18 exceeds max 10/],
      [{agents: {allow: ['read']}}, /Agents may only read/],
      [{guardrails: {...defaultGuardrails, readOnly: true}}, /READ-ONLY/],
    ] as const) {
      const desk = deskOf(settings);
      propose(desk, {});
      desk.type('P');
      expect(desk.state.overlay.kind).toBe('proposals');
      expect(notices(desk).at(-1)).toMatch(words);
    }
  });

  it('does not open while the same target has an unresolved write', () => {
    const desk = deskOf();
    const unresolved = {...lostOrder, draft: {...draft, size: '1'}};
    desk.restore(unresolved);
    propose(desk, {});
    desk.type('P');
    expect(desk.state.overlay.kind).toBe('proposals');
    expect(notices(desk).at(-1)).toBe('Blocked: resolve the UNKNOWN request first (l, R, H).');
  });

  it('edits it in its form with Enter, and says what was proposed', () => {
    const desk = reviewed();
    desk.type('enter');
    desk.fill({size: '1'});
    desk.type('enter');
    desk.readAndShow();
    expect(lines(desk)).toMatchObject({Size: '1', 'Was proposed': `BUY 2 ${symbol} @ 9`});
    confirm(desk);
    expect(sent(desk)).toMatchObject([{draft: {size: '1'}, proposalId: 'p1'}]);
  });

  it('leaves what is edited as an own order if the proposal ends meanwhile', () => {
    const desk = reviewed();
    desk.type('enter');
    desk.send({type: 'proposed', open: []});
    desk.type('enter');
    desk.readAndShow();
    expect(lines(desk)['PROPOSED BY']).toBeUndefined();
    confirm(desk);
    expect(sent(desk)).toMatchObject([{draft, proposalId: undefined}]);
  });

  it('leaves it open with Escape, and declines it with n and a reason', () => {
    const desk = reviewed();
    desk.type('escape');
    expect(desk.state.proposals).toHaveLength(1);
    review(desk);
    desk.type('n');
    desk.send({type: 'typed', field: '', value: 'too\u001b dear'});
    expect(declined(desk)).toEqual([]);
    desk.type('enter');
    expect(declined(desk)).toMatchObject([{ids: ['p1'], reason: expect.stringMatching(/^too.? dear$/)}]);
    expect(desk.state.proposals).toEqual([]);
  });

  it('declines all of a proposer with D, and shows its next one', () => {
    const desk = deskOf();
    const other = {by: {name: 'other', version: '', pid: 8}};
    propose(desk, {}, {}, other);
    desk.type('P', 'D');
    expect(declined(desk)).toMatchObject([{ids: ['p1', 'p2']}]);
    expect(desk.state.proposals).toMatchObject([other]);
    propose(desk, {});
    review(desk);
    expect(lines(desk)['PROPOSED BY']).toBe('"agent 1.2", process 77');
  });
});

it.each([
  [false, 'pts/3 (process 7) has the controls: T takes them.'],
  [true, 'READ-ONLY: this profile sends no writes (read_only).'],
])(
  'a viewer declines nothing, in the list, in the review or with a reason typed before: %s',
  (readOnly, why) => {
    const desk = deskOf({guardrails: {...defaultGuardrails, readOnly}});
    propose(desk, {}, {});
    desk.type('P', 'n');
    desk.controls();
    desk.type('enter');
    expect(notices(desk).at(-1)).toBe(why);
    desk.press('escape');
    desk.type('P');
    for (const key of ['n', 'D']) {
      desk.type(key);
      expect([desk.state.overlay.kind, notices(desk).at(-1)]).toEqual(['proposals', why]);
    }
    expect(desk.state.proposals).toMatchObject([{id: 'p1'}, {id: 'p2'}]);
    expect(declined(desk)).toEqual([]);
  },
);

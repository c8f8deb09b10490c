import {describe, expect, it} from 'vitest';
import {activityOf} from '../../../src/core/events/writes.ts';
import {becomeResolved, type Intent, type Intents, initialIntents} from '../../../src/core/intents/intent.ts';
import {type Draft, writeOf} from '../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../src/core/intents/outcome.ts';
import {asJournaled, whyToWait} from '../../../src/core/intents/selectors.ts';
import {updateIntents} from '../../../src/core/intents/update.ts';
import {intentFor} from '../../helpers/intents.ts';
import {
  attempts,
  cancel,
  close,
  garbled,
  hopeless,
  later,
  lost,
  open,
  own,
  place,
  start,
  unsent,
  yes,
  yesWith,
} from './attempts.ts';
import {drive, driveAfter} from './driver.ts';

describe('the journal', () => {
  it('prevents an attempt that it cannot store', () => {
    const desk = drive();
    const {id} = desk.ask(cancel);
    desk.send({type: 'attemptFailed', intentId: id, reason: 'The disk is full.'});
    expect(desk.only()).toMatchObject({state: 'NOT SENT', reason: 'The disk is full.'});
    const other = drive();
    const placed = other.sent(place, lost);
    other.send({type: 'attemptDue', intentId: placed, attempt: 2});
    other.send({type: 'attemptFailed', intentId: placed, reason: 'The disk is full.'});
    expect(other.only()).toMatchObject({
      state: 'UNKNOWN',
      reason: expect.stringContaining('The disk is full.'),
    });
    const unsentTwice = drive();
    const third = unsentTwice.sent(cancel, unsent);
    unsentTwice.send({type: 'attemptDue', intentId: third, attempt: 2});
    unsentTwice.send({type: 'attemptFailed', intentId: third, reason: 'The disk is full.'});
    expect(unsentTwice.only().state).toBe('NOT SENT');
  });

  it('blocks new risk while it cannot store a change, but no risk-reducing write', () => {
    const {desk, id} = driveAfter(open, own(422));
    desk.commands();
    desk.send({type: 'recordFailed', intentId: id, reason: 'The disk is full.'});
    desk.send({type: 'recordFailed', intentId: id, reason: 'The disk is full.'});
    expect(desk.told()).toHaveLength(1);
    expect(whyToWait(desk.intents, {kind: 'close'}, desk.now)).toBeUndefined();
    expect(whyToWait(desk.intents, {kind: 'open'}, desk.now)).toMatch(/disk is full/);
    desk.send({type: 'polled'});
    expect(desk.commands()).toMatchObject([{type: 'record', intent: {id}}, {type: 'watch'}]);
    desk.send({type: 'recorded', intentId: id});
    expect(whyToWait(desk.intents, {kind: 'close'}, desk.now)).toBeUndefined();
  });

  it('is asked again for a claim that it could not store', () => {
    const {desk, id} = driveAfter(place, yesWith());
    desk.commands();
    desk.send({type: 'recordFailed', intentId: id, reason: 'The disk is full.'});
    desk.send({type: 'polled'});
    expect(desk.commands()).toMatchObject([{type: 'claim', intent: {state: 'CONFIRMED'}}, {type: 'watch'}]);
  });

  it('is reported once if it cannot be read', () => {
    const desk = drive();
    desk.send({type: 'watchFailed', reason: 'It is held by another program.'});
    desk.send({type: 'watchFailed', reason: 'It is held by another program.'});
    expect(desk.told()).toHaveLength(1);
    desk.send({type: 'looked'});
    expect(desk.intents.journalProblem).toBeUndefined();
  });

  it('lets nothing end as REJECTED or NOT SENT until it can be read: another process may have sent it', () => {
    const moved = 'The journal was moved away.';
    for (const [draft, outcome, state] of [
      [cancel, hopeless, 'NOT SENT'],
      [place, own(400), 'REJECTED'],
    ] as const) {
      const desk = drive();
      desk.send({type: 'watchFailed', reason: moved});
      desk.sent(draft, outcome);
      expect(desk.only()).toMatchObject({state: 'UNKNOWN', reason: expect.stringContaining(moved)});
      desk.commands();
      desk.send({type: 'looked'});
      expect(desk.only().state).toBe(state);
    }
    const {desk: repeated, id} = driveAfter(cancel, unsent);
    repeated.send({type: 'attemptDue', intentId: id, attempt: 2});
    repeated.send({type: 'watchFailed', reason: moved});
    repeated.send({type: 'attemptFailed', intentId: id, reason: moved});
    expect(repeated.only().state).toBe('UNKNOWN');
  });

  it('lets no read end one as REJECTED until it can be read', () => {
    const {desk, id} = driveAfter(cancel, lost);
    desk.send({type: 'watchFailed', reason: 'The journal was moved away.'});
    const filled = {trades: [{tradeId: '1', orderId: '9', filledSizeContracts: '2'}]};
    desk.reads(id, 1, 500, filled);
    expect(desk.only()).toMatchObject({
      state: 'UNKNOWN',
      reason: expect.stringMatching(/Filled.*moved away/),
    });
    desk.send({type: 'looked'});
    desk.reads(id, 1, 500, filled);
    expect(desk.only().state).toBe('REJECTED');
  });
});

describe('an intent found at the start', () => {
  const found = (state: string, draft: Draft, list: Intent['attempts'] = []) => {
    const attempts = list.map(each => ({...each, process: 'earlier'}));
    return intentFor(writeOf(draft), {id: `f-${state}`, state, attempts}, later(-60_000));
  };
  const restore = (intent: Intent) => {
    const desk = drive();
    desk.send({type: 'restored', intents: [intent]});
    return desk;
  };

  it('is UNKNOWN if it was SENDING, and is checked before another write to its target', () => {
    for (const draft of [open, close, place, cancel]) {
      const desk = restore(found('SENDING', draft, attempts(undefined)));
      expect(desk.only().state).toBe('UNKNOWN');
      expect(desk.commands()).toMatchObject([
        {type: 'record', intent: {state: 'UNKNOWN'}},
        {type: 'readAccount'},
      ]);
      desk.send({type: 'ask', draft});
      expect(desk.commands()).toEqual([]);
    }
  });

  it('keeps what a journaled answer proves', () => {
    expect(restore(found('SENDING', open, attempts(own(422)))).only().state).toBe('REJECTED');
    expect(restore(found('SENDING', place, attempts(yesWith()))).commands()).toMatchObject([{type: 'claim'}]);
    expect(restore(found('SENDING', close, attempts(yes))).commands()).toMatchObject([{type: 'claim'}]);
  });

  it('stands once beside an ended one that the journal does not list again', () => {
    const [old, listed] = [{...found('RESOLVED', open), id: 'old'}, found('RESOLVED', close)];
    const {list} = asJournaled({...initialIntents, list: [old, listed]}, [listed]);
    expect(list).toEqual([old, listed]);
  });
});

describe('an outcome that the former holder journals late', () => {
  /** It was being sent when the controls were taken. */
  const takenOver = (draft: Draft, ...earlier: Outcome[]) => {
    const desk = drive();
    const sent = attempts(...earlier, undefined).map(each => ({...each, process: 'earlier'}));
    const intent = intentFor(writeOf(draft), {id: 'f-1', state: 'SENDING', attempts: sent}, start);
    desk.send({type: 'restored', intents: [intent]});
    desk.commands();
    const late = (outcome: Outcome) => {
      const [attempt] = attempts(outcome);
      const number = earlier.length + 1;
      desk.send({type: 'attempted', intentId: 'f-1', attempt: {...attempt, number}});
    };
    return {desk, late};
  };

  it('ends what it proves, also as NOT SENT or REJECTED', () => {
    const {desk, late} = takenOver(open);
    expect(desk.only()).toMatchObject({
      state: 'UNKNOWN',
      reason: 'Cut off while it was sent: may be live.',
    });
    late(own(422));
    expect(desk.only().state).toBe('REJECTED');
    expect(desk.only().attempts).toHaveLength(1);
    expect(desk.commands()).toMatchObject([{type: 'record', intent: {state: 'REJECTED'}}]);
    const unsentOne = takenOver(cancel);
    unsentOne.late(hopeless);
    expect(unsentOne.desk.only().state).toBe('NOT SENT');
    const placed = takenOver(place);
    placed.late(yesWith());
    expect(placed.desk.commands()).toMatchObject([{type: 'claim', intent: {state: 'CONFIRMED'}}]);
  });

  it('proves no more than the whole history does, and is never repeated here', () => {
    const doubtful = takenOver(place, lost);
    doubtful.late(own(422));
    expect(doubtful.desk.only().state).toBe('UNKNOWN');
    const {desk, late} = takenOver(place);
    late(lost);
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', reason: 'Sent, no response: may be live.'});
    expect(desk.commands().map(each => each.type)).toEqual(['record', 'readAccount']);
    // It is told once.
    late(own(422));
    expect(desk.only().state).toBe('UNKNOWN');
  });

  it('waits for the answer to a repeat, and proves it all the same', () => {
    const {desk, late} = takenOver(cancel);
    desk.send({type: 'sendAgain', intentId: 'f-1'});
    late(yesWith({status: 'CANCELED'}));
    expect(desk.only()).toMatchObject({state: 'SENDING', attempts: [{result: {outcome: {kind: 'yes'}}}]});
    desk.attempted('f-1', own(409));
    expect(desk.commands()).toContainEqual(
      expect.objectContaining({type: 'claim', intent: expect.objectContaining({state: 'CONFIRMED'})}),
    );
  });

  it('decides in place of what was decided without it', () => {
    const {desk} = takenOver(place);
    const kept = {...desk.only(), attempts: attempts(yesWith()).map(each => ({...each, process: 'earlier'}))};
    desk.send({type: 'resolve', intentId: 'f-1', word: 'nothing', note: ''});
    expect(desk.only().state).toBe('RESOLVED');
    desk.commands();
    desk.send({type: 'overtaken', intent: kept as Intent});
    expect(desk.commands()).toMatchObject([{type: 'claim', intent: {resolvedRecordId: '9'}}]);
    const again = takenOver(cancel).desk;
    again.send({type: 'sendAgain', intentId: 'f-1'});
    again.commands();
    again.send({type: 'overtaken', intent: {...kept, draft: cancel, attempts: attempts(own(503))} as Intent});
    expect(again.only().state).toBe('UNKNOWN');
    expect(again.commands()).toMatchObject([{type: 'readAccount'}]);
  });

  describe('after its end', () => {
    const answered = (desk: ReturnType<typeof drive>) => desk.claimed() && desk.only();
    const resolved = (draft: Draft, word: string) => {
      const {desk, late} = takenOver(draft);
      desk.send({type: 'resolve', intentId: 'f-1', word, note: ''});
      desk.commands();
      return {desk, late};
    };

    it('is CONTRADICTED if it was resolved as not executed and the answer says yes', () => {
      for (const draft of [place, cancel]) {
        const {desk, late} = resolved(draft, 'nothing');
        late(yesWith({status: 'CANCELED'}));
        expect(answered(desk)).toMatchObject({state: 'CONFIRMED', proof: 'proved', isContradicted: true});
        expect(activityOf(desk.only()).outcome).toContain(
          'CONTRADICTED: RESOLVED as nothing, but the service',
        );
        expect(desk.told().at(-1)).toMatch(/^CONTRADICTED: RESOLVED as nothing, .* yes, #9\./);
      }
      const opened = resolved(open, 'nothing');
      opened.late(yes);
      expect(answered(opened.desk)).toMatchObject({state: 'RESOLVED', said: {word: 'done'}});
      expect(activityOf(opened.desk.only()).outcome).toContain('CONTRADICTED');
    });

    const matchedTo = (desk: ReturnType<typeof drive>, intent: Intent, recordId?: string) => {
      const done = {...intent, state: 'CONFIRMED', proof: 'matched', resolvedRecordId: recordId};
      desk.send({type: 'claimed', intent: done as Intent});
      desk.commands();
    };

    it('is CONTRADICTED if a match or the person took it for done and it proves that nothing was', () => {
      const proofs = [
        [hopeless, 'NOT SENT', 'nothing was sent'],
        [own(422), 'REJECTED', 'the service rejected it'],
      ] as const;
      for (const draft of [place, open])
        for (const [outcome, state, but] of proofs) {
          const matched = takenOver(draft);
          matchedTo(matched.desk, matched.desk.only(), '7');
          const said = resolved(draft, 'done');
          for (const [{desk, late}, was] of [
            [matched, 'matched #7'],
            [said, 'RESOLVED as done'],
          ] as const) {
            late(outcome);
            expect(answered(desk)).toMatchObject({state, isContradicted: true});
            expect(desk.told().at(-1)).toContain(`CONTRADICTED: ${was}, but ${but}.`);
          }
        }
    });

    it('stands while an attempt may have arrived, and where its record itself is over', () => {
      const doubtful = takenOver(place, lost);
      matchedTo(doubtful.desk, doubtful.desk.only(), '7');
      const over = [close, cancel].map(draft => takenOver(draft));
      for (const {desk} of over) matchedTo(desk, desk.only());
      for (const {desk, late} of [doubtful, ...over]) {
        late(hopeless);
        expect(desk.commands()).toEqual([]);
        expect(desk.only()).toMatchObject({state: 'CONFIRMED', proof: 'matched'});
      }
    });

    it('takes its record from a later write that was matched to it, which is judged anew', () => {
      const {desk, late} = takenOver(place);
      matchedTo(desk, desk.only(), '7');
      const next = desk.sent(place, garbled);
      matchedTo(desk, desk.intent(next), '9');
      late(yesWith());
      expect(desk.commands()).toMatchObject([{type: 'claim', intent: {id: 'f-1', resolvedRecordId: '9'}}]);
      desk.send({type: 'claimTaken', intentId: 'f-1', recordId: '9'});
      expect(desk.told().at(-1)).toMatch(/^UNKNOWN: BUY 2 BTC-C @ 5\. #9 is of another request/);
      expect(desk.commands()).toMatchObject([
        {type: 'record', intent: {id: next, state: 'UNKNOWN', isContradicted: true}},
        {type: 'readAccount'},
        {type: 'claim', intent: {id: 'f-1', resolvedRecordId: '9', isContradicted: true}},
      ]);
      desk.send({type: 'resolve', intentId: next, word: 'nothing', note: ''});
      expect(desk.intents.list.find(({id}) => id === next)?.isContradicted).toBeUndefined();
    });

    it('takes its record from no write of another kind', () => {
      const {desk, late} = takenOver(place);
      matchedTo(desk, desk.only(), '7');
      const opened = desk.sent(open, garbled);
      const next = desk.sent(place, garbled);
      for (const id of [opened, next]) matchedTo(desk, desk.intent(id), '9');
      late(yesWith());
      desk.send({type: 'claimTaken', intentId: 'f-1', recordId: '9'});
      const states = desk.intents.list.map(({id, state}) => [id, state]);
      expect(states).toEqual([
        ['f-1', 'CONFIRMED'],
        [opened, 'CONFIRMED'],
        [next, 'UNKNOWN'],
      ]);
    });

    it('waits for its record until the journal has what was matched to it as UNKNOWN', () => {
      const {desk, late} = takenOver(place);
      matchedTo(desk, desk.only(), '7');
      const next = desk.sent(place, garbled);
      matchedTo(desk, desk.intent(next), '9');
      late(yesWith());
      desk.send({type: 'claimTaken', intentId: 'f-1', recordId: '9'});
      desk.send({type: 'recordFailed', intentId: next, reason: 'The file is busy.'});
      desk.commands();
      desk.send({type: 'claimTaken', intentId: 'f-1', recordId: '9'});
      expect(desk.commands()).toEqual([]);
      desk.read({});
      desk.reads(next, 9, 60_000);
      desk.commands();
      desk.send({type: 'polled'});
      expect(desk.commands()).toMatchObject([
        {type: 'record', intent: {id: next, state: 'UNKNOWN', isContradicted: true}},
        {type: 'claim', intent: {id: 'f-1', resolvedRecordId: '9'}},
        {type: 'watch'},
      ]);
    });

    it('replaces a matched record by that of the answer', () => {
      const matched = (recordId: string) => {
        const {desk, late} = takenOver(place);
        matchedTo(desk, desk.only(), recordId);
        late(yesWith());
        return desk;
      };
      expect(answered(matched('7'))).toMatchObject({proof: 'proved', resolvedRecordId: '9'});
      expect(answered(matched('9'))).toBeUndefined();
      const taken = matched('7');
      taken.commands();
      taken.send({type: 'claimTaken', intentId: 'f-1', recordId: '9'});
      expect(answered(taken)).toMatchObject({
        resolvedRecordId: undefined,
        reason: expect.stringContaining('#9 is already matched to another request.'),
      });
    });

    it('contradicts nothing if it agrees', () => {
      const done = resolved(place, 'done');
      done.late(yesWith());
      const refused = resolved(place, 'nothing');
      refused.late(own(422));
      for (const {desk} of [done, refused]) {
        expect(desk.commands()).toEqual([]);
        expect(desk.only()).toMatchObject({state: 'RESOLVED', attempts: [{result: {}}]});
      }
    });

    it('is found when the controls are taken, and told again until it is read', () => {
      const {desk} = resolved(place, 'nothing');
      const later = {...desk.only(), attempts: attempts(yesWith()), changedAt: start.wall - 1};
      const next = drive();
      next.send({type: 'restored', intents: [later]});
      const corrected = answered(next);
      expect(corrected).toMatchObject({state: 'CONFIRMED', resolvedRecordId: '9'});
      const last = drive();
      last.send({type: 'restored', intents: [corrected as Intent]});
      expect(last.told()).toMatchObject([/^CONTRADICTED/]);
      last.send({type: 'acknowledged', intentId: last.only().id});
      const after = drive();
      after.send({type: 'restored', intents: [last.only()]});
      expect(after.told()).toEqual([]);
    });

    it('is told once to a viewer too, which may have sent it', () => {
      const {desk, late} = resolved(place, 'nothing');
      const viewer = {...desk.intents, viewing: 'pts/3 has the controls'};
      late(yesWith());
      const found = answered(desk) as Intent;
      const see = (intents: Intents) =>
        updateIntents(intents, {type: 'restored', intents: [found], now: desk.now}, () => undefined);
      const [next, commands] = see(viewer);
      expect(commands).toMatchObject([{type: 'tell', text: expect.stringMatching(/^CONTRADICTED/)}]);
      expect(see(next)[1]).toEqual([]);
    });

    it('is found though the clock was set back before it came, and is no news if the person knew of it', () => {
      for (const [draft, outcome] of [
        [place, yesWith()],
        [open, yes],
      ] as const) {
        const {desk} = resolved(draft, 'nothing');
        const back = {...desk.only(), attempts: attempts(outcome), changedAt: start.wall + 60_000};
        const next = drive();
        next.send({type: 'restored', intents: [back]});
        expect(answered(next)).toMatchObject({isContradicted: true});
      }
      const {desk} = takenOver(open);
      const unknown = {...desk.only(), attempts: attempts(yes)};
      const last = drive();
      last.send({
        type: 'restored',
        intents: [becomeResolved(unknown, {word: 'nothing', note: ''}, '', start)],
      });
      expect(last.commands()).toEqual([]);
      expect(last.only()).toMatchObject({state: 'RESOLVED', said: {word: 'nothing', afterYes: true}});
    });
  });

  it('does not hold new writes back here if this process cannot journal it', () => {
    const desk = drive();
    desk.send({type: 'recordFailed', intentId: 'gone', reason: 'The disk is full.'});
    expect(desk.told()).toMatchObject([/disk is full/]);
    expect(whyToWait(desk.intents, {kind: 'open'}, desk.now)).toBeUndefined();
  });

  it('holds nothing back in a viewer whose outcome of before cannot be journaled', () => {
    const {desk, id} = driveAfter(open, own(422));
    const viewing = {...desk.intents, viewing: 'pts/3 has the controls'};
    const [next, commands] = updateIntents(
      viewing,
      {type: 'recordFailed', intentId: id, reason: 'The disk is full.', now: desk.now},
      () => undefined,
    );
    expect(next.unsaved).toBeUndefined();
    expect(commands).toMatchObject([{type: 'tell', text: expect.stringContaining('not journaled yet')}]);
  });

  it.each([
    [1, undefined],
    [2, 5_000],
  ])(
    'trusts the clock of the send unless attempt 1 was over a step of it: attempt %i',
    (number, offsetMs) => {
      const desk = drive();
      const begun = attempts(undefined, undefined);
      const intent = {...drive().ask(open), state: 'UNKNOWN', offsetAtSend: 5_000} as const;
      desk.send({type: 'restored', intents: [{...intent, attempts: begun}]});
      const late = attempts(lost, lost).find(each => each.number === number) ?? begun[0];
      desk.send({type: 'attempted', intentId: intent.id, attempt: {...late, isUnsteady: true}});
      expect(desk.only().offsetAtSend).toBe(offsetMs);
    },
  );
});

it('the newest ended intents and all unresolved ones stay on the screen', () => {
  const {desk} = driveAfter(open, lost);
  for (let index = 0; index < 210; index++) desk.sent(close, own(413));
  expect(desk.intents.list).toHaveLength(201);
  expect(desk.intents.list[0]?.state).toBe('UNKNOWN');
});

it('a poll without anything to check changes nothing', () => {
  const desk = drive();
  const before = desk.intents;
  desk.send({type: 'polled'});
  expect(desk.intents).toBe(before);
  desk.send({type: 'polled', offsetMs: 40});
  const known = desk.intents;
  desk.pass(2_000);
  desk.send({type: 'polled', offsetMs: 900});
  expect(desk.intents).toBe(known);
});

it("the service's clock is noted at the send, unless our own clock was set since it was read", () => {
  const desk = drive();
  desk.send({type: 'polled', offsetMs: 5_000});
  desk.pass(2_000);
  desk.ask(close);
  expect(desk.only()).toMatchObject({offsetAtSend: 5_000});
  const jumped = drive();
  jumped.send({type: 'polled', offsetMs: 5_000});
  jumped.pass(2_000, 60_000);
  jumped.ask(close);
  expect(jumped.only()).toMatchObject({offsetAtSend: undefined});
  // Set between the commit and the first byte: the time of the one does not go with the offset of the other.
  const late = drive();
  late.send({type: 'polled', offsetMs: 5_000});
  const {id} = late.ask(close);
  late.attempted(id, lost, 'user', true);
  expect(late.only()).toMatchObject({state: 'UNKNOWN', offsetAtSend: undefined});
});

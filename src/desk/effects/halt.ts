import type {OwnService} from '../../account/reading/ledger.ts';
import type {Reader} from '../../account/reading/pages.ts';
import type {HaltCommand, HaltMsg} from '../../core/halt/halt.ts';
import {readAccount} from '../../core/halt/reading.ts';
import type {BoundJournal} from '../../core/journal/journal.ts';
import {orRefused} from '../../core/journal/problem.ts';
import type {World} from './world.ts';

type HaltWorld = Required<Reader> & {
  readonly journal: BoundJournal;
  readonly service: OwnService;
  readonly send: (msg: HaltMsg) => void;
};

export function createHaltEffects(given: HaltWorld): Pick<World, HaltCommand['type']> {
  const {journal, clock} = given;
  const {halt} = journal;
  let hasNone = false;
  // The journal is read with each tick: do not report again that there is no halt.
  const send: HaltWorld['send'] = msg => {
    const isNews = msg.type !== 'seen' || msg.record !== undefined || !hasNone;
    if (msg.type === 'seen') hasNone = msg.record === undefined;
    if (isNews) given.send(msg);
  };
  /** A failed look at the journal is reported by the polls; a failed write is reported here and retried. */
  const keep = (work: () => void, what?: Unkept): void =>
    orRefused(
      () => {
        work();
        send({type: 'seen', record: halt.seen()});
      },
      reason => what && send({type: 'unkept', what, reason}),
    );
  return {
    lookForHalt: () => keep(() => {}),
    setHalt: ({at}) => keep(() => halt.set(at), 'set'),
    liftHalt: () => keep(() => halt.lift(clock().wall), 'lift'),
    wantHalt: ({wants}) =>
      keep(() => {
        if (!halt.want(wants)) send({type: 'unkept', what: 'want', reason: 'The halt was lifted.'});
      }, 'want'),
    readForHalt({number, easyOptions, since}) {
      const facts = factsFor(journal, since);
      void readAccount(given, easyOptions).then(read => send({type: 'read', number, facts, read}));
    },
    reportHalt: ({progress}) => keep(() => halt.report(progress)),
    finishHalt: ({progress, facts}) => keep(() => halt.finish(progress, facts)),
  };
}

type Unkept = Extract<HaltMsg, {type: 'unkept'}>['what'];

/** The journal comes first: what is written after it was read shows in the next round. */
export const factsFor = ({halt}: BoundJournal, since: number) =>
  orRefused<ReturnType<typeof halt.facts> | undefined>(
    () => halt.facts(since),
    () => undefined,
  );

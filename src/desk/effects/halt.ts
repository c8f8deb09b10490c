import type {Moment} from '../../account/model/moment.ts';
import {type OwnService, whyOfAnother} from '../../account/reading/ledger.ts';
import type {Operations} from '../../api/client.ts';
import type {HaltCommand, HaltMsg} from '../../core/halt/halt.ts';
import type {BoundJournal} from '../../core/journal/journal.ts';
import {orRefused} from '../../core/journal/problem.ts';
import type {World} from './world.ts';

type HaltWorld = {
  readonly client: Operations;
  readonly service: OwnService;
  readonly journal: BoundJournal;
  readonly clock: () => Moment;
  readonly send: (msg: HaltMsg) => void;
};

export function createHaltEffects({
  client,
  service,
  journal: {halt},
  clock,
  send,
}: HaltWorld): Pick<World, HaltCommand['type']> {
  /** A failed look at the journal is reported by the polls; a failed write is reported here and retried. */
  const keep = (work: () => void, what?: Extract<HaltMsg, {type: 'unkept'}>['what']): void =>
    orRefused(
      () => {
        work();
        send({type: 'seen', record: halt.seen()});
      },
      reason => what && send({type: 'unkept', what, reason}),
    );
  return {
    lookForHalt: () => keep(() => {}),
    setHalt: ({at, wants}) => keep(() => halt.set(at, wants), wants === undefined ? 'set' : 'want'),
    liftHalt: () => keep(() => halt.lift(clock().wall), 'lift'),
    // The lists of another service prove nothing.
    reportHalt: ({progress}) => keep(() => halt.report(progress, whyOfAnother(client, service))),
  };
}

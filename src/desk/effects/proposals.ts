import type {BoundJournal} from '../journal/contract.ts';
import {orRefused} from '../journal/problem.ts';
import type {SentMsg} from '../messages.ts';
import type {Moment} from '../model/moment.ts';
import type {Proposal} from '../proposals/proposal.ts';
import type {World} from './world.ts';

type Given = {
  readonly journal: BoundJournal;
  readonly clock: () => Moment;
  readonly send: (msg: SentMsg) => void;
};

/** A failed look is reported by the polls. */
export function createProposalEffects({
  journal,
  clock,
  send,
}: Given): Pick<World, 'lookForProposals' | 'declineProposals'> {
  let told: readonly Proposal[] | undefined;
  const look = () => {
    const open = journal.proposals.open();
    if (open === told || (told === undefined && open.length === 0)) return;
    told = open;
    send({type: 'proposed', open});
  };
  return {
    lookForProposals: () => orRefused(look, () => {}),
    declineProposals: ({ids, reason}) =>
      orRefused(
        () => {
          journal.proposals.end(ids, 'DECLINED', reason, clock().wall);
          look();
        },
        text => send({type: 'told', text, level: 'danger'}),
      ),
  };
}

import type {Operations} from '../../api/client.ts';
import type {Id} from '../../api/wire/records.ts';
import type {Outcome} from '../intents/intent.ts';
import type {BoundJournal} from '../journal/contract.ts';
import {JournalError} from '../journal/problem.ts';
import type {Moment} from '../model/moment.ts';
import type {AccountRead} from '../stop/reading.ts';
import type {StopCommand, StopMsg} from '../stop/room.ts';
import {cancelById, outcomeOf} from './outcomes.ts';
import {readForStop} from './stop-reads.ts';

type StopWorld = {
  readonly client: Operations;
  readonly journal: BoundJournal;
  readonly clock: () => Moment;
  readonly send: (msg: StopMsg) => void;
  readonly after: (ms: number, then: () => void) => void;
};

/** Carries out what a stop asks of the journal and of the service. Nothing here decides. */
export function createStopEffects(given: StopWorld): (command: StopCommand) => void {
  const {send: tell, after} = given;
  let hasNone = false;
  // The journal is looked at with each tick: that there is still no stop is no news.
  const send: typeof tell = msg => {
    const isNews = msg.type !== 'seen' || msg.record !== undefined || !hasNone;
    if (msg.type === 'seen') hasNone = msg.record === undefined;
    if (isNews) tell(msg);
  };
  const world = {...given, send};
  return command => {
    switch (command.type) {
      case 'check':
        return void check(world, command.orderId);
      case 'read':
        return void read(world, command);
      case 'wait':
        return after(command.ms, () => send({type: 'due', number: command.number}));
      default:
        return askJournal(world, command);
    }
  };
}

type ToJournal = Exclude<StopCommand, {type: 'check' | 'read' | 'wait'}>;

function askJournal({journal, send}: StopWorld, command: ToJournal): void {
  const {stop} = journal;
  try {
    switch (command.type) {
      case 'look':
        break;
      case 'set':
        stop.set(command.at);
        break;
      case 'lift':
        stop.lift();
        break;
      case 'want':
        if (!stop.want(command.wants, command.at, command.accountId))
          send({type: 'unkept', what: 'want', reason: 'One for another account is under way.'});
        break;
      case 'drive': {
        const isOurs = stop.drive(command.at, command.accountId);
        send({type: 'driven', number: command.number, facts: isOurs ? stop.facts() : undefined});
        return;
      }
      case 'report':
        stop.report(command.progress);
        break;
      case 'finish':
        // Whoever wrote in between is seen with the next round.
        stop.finish(command.progress, command.facts);
        break;
      default:
        command satisfies never;
    }
    send({type: 'seen', record: stop.seen()});
  } catch (error) {
    notKept(error, command, send);
  }
}

/** That it cannot be looked at is told by the polls; what was to be kept is said, and tried again. */
function notKept(error: unknown, command: ToJournal, send: StopWorld['send']): void {
  if (!(error instanceof JournalError)) throw error;
  const {type} = command;
  if (type === 'drive') send({type: 'driven', number: command.number, facts: undefined});
  if (type === 'set' || type === 'lift' || type === 'want')
    send({type: 'unkept', what: type, reason: error.message});
}

async function read(
  {client, journal, clock, after, send}: StopWorld,
  {number, scope}: Extract<StopCommand, {type: 'read'}>,
): Promise<void> {
  const found = await readForStop({client, clock, after}, scope);
  send({type: 'read', number, read: learned(journal, found)});
}

/** The orders that a read lists are kept before anything is made of it: each is to be proved final. */
export function learned(journal: BoundJournal, found: AccountRead): AccountRead {
  try {
    journal.stop.learn(found.orders.rows.map(each => each.orderId));
    return found;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return {...found, orders: {...found.orders, fault: {text: error.message}}};
  }
}

async function check({client, journal, clock, send}: StopWorld, orderId: Id): Promise<void> {
  const number = beginCheck(journal, orderId, clock());
  if (number === undefined) return send({type: 'checked', orderId, outcome: undefined});
  const outcome = await cancelById(client, orderId).then(
    ({value}) => ({kind: 'yes', order: value}) as const,
    (error: unknown) => outcomeOf(error),
  );
  endCheck(journal, number, outcome, clock());
  send({type: 'checked', orderId, outcome});
}

/** Journal first, as with every write: undefined without the commit, and then no connection is opened. */
export function beginCheck({stop}: BoundJournal, orderId: Id, now: Moment): number | undefined {
  return orUnkept(() => stop.beginDelete(orderId, now.wall));
}

export function endCheck({stop}: BoundJournal, number: number, outcome: Outcome, now: Moment): void {
  orUnkept(() => stop.endDelete(number, now.wall, outcome));
}

function orUnkept<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof JournalError) return undefined;
    throw error;
  }
}

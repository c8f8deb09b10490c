import {activityOf} from '../../src/core/events/writes.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {describe, draftWords} from '../../src/core/intents/words.ts';
import type {Mutation} from '../sim/mutations.ts';
import {type Bound, draftOf} from './bounds.ts';
import type {Choice, Heard} from './choice.ts';
import type {Found, Taking} from './search/search.ts';
import {take} from './steps.ts';
import {type World, worldAtStart} from './world.ts';

/** A counter-example as a person would tell it: what happened, and what Activity then says. */
export function story(bound: Bound, {law, steps}: Found, broke: Mutation): string[] {
  const lines: string[] = [];
  let world = worldAtStart(bound);
  steps.forEach((taking, index) => {
    const {choice, fate} = taking;
    const next = take(world, choice, {bound, broke, fate}).world;
    lines.push(`${String(index + 1).padStart(2)}. ${happens(world, taking, bound)}`);
    lines.push(...activity(world, next).map(words => `      ${words}`));
    world = next;
  });
  return [...lines, `=> ${law}`];
}

/** The lines of Activity that are new or say something else, each with whose it is. */
function activity(before: World, after: World): string[] {
  return after.desks.flatMap((desk, index) => {
    const old = new Map(before.desks[index]?.intents.list.map(each => [each.id, each]));
    return desk.intents.list
      .filter(each => lineOf(each) !== lineOf(old.get(each.id)))
      .map(each => `${nameOf(index)}  ${describe(each)}`);
  });
}

function lineOf(intent: Intent | undefined): string {
  return intent === undefined ? '' : `${intent.state} ${activityOf(intent).outcome}`;
}

const nameOf = (desk: number): string => `dashboard ${desk + 1}`;

function happens(world: World, {choice, fate}: Taking, bound: Bound): string {
  const words = choiceWords(world, choice, bound);
  if (fate === undefined) return words;
  return fate.what === 'dies'
    ? `${words}; the process dies right after its commit ${fate.at}`
    : `${words}; the disk is full at commit ${fate.at}`;
}

function choiceWords(world: World, choice: Choice, bound: Bound): string {
  switch (choice.do) {
    case 'asks': {
      const kind = bound.writes[choice.slot];
      return `${nameOf(choice.desk)}: its user says yes to ${kind === undefined ? 'nothing' : draftWords(draftOf(kind, bound, choice.slot))}`;
    }
    case 'polls':
      return `${nameOf(choice.desk)} polls, and looks into the journal`;
    case 'reads':
      return `${nameOf(choice.desk)}: a read comes back ${viewWords[choice.view]}`;
    case 'reads the account':
      return `${nameOf(choice.desk)} begins to read the whole account`;
    case 'leaves':
      return `${nameOf(choice.desk)} opens the connection`;
    case 'arrives':
      return `${requestWords(world, choice.request)} reaches the service${choice.isTwice ? ', twice' : ''}`;
    case 'drops':
      return `${requestWords(world, choice.request)} is lost on the way`;
    case 'hears':
      return `${nameOf(choice.desk)} ${heardWords[choice.what]}`;
    case 'due':
      return `${nameOf(choice.desk)}: what it waited for is due`;
    case 'passes':
      return `${choice.stride} passes`;
    case 'dies':
      return `${nameOf(choice.desk)} dies`;
    case 'takes':
      return `${nameOf(choice.desk)} takes the controls`;
    case 'starts':
      return `${nameOf(choice.desk)} is started again`;
    case 'twin':
      return `another client writes the same: ${choice.kind}`;
    case 'fills':
      return `order #${choice.order} fills ${choice.how}`;
    case 'expires':
      return `Easy Option #${choice.option} expires`;
    case 'presses':
      return `${nameOf(choice.desk)}: its user answers with ${choice.key}`;
    case 'halts':
      return `${nameOf(choice.desk)}: its user ${choice.what === 'set' ? 'sets the halt' : 'confirms that all orders are to be canceled'}`;
    default:
      return choice satisfies never;
  }
}

function requestWords({wire}: World, number: number): string {
  const request = wire.find(each => each.number === number);
  return request === undefined ? 'a request' : `the request "${draftWords(request.draft)}"`;
}

const viewWords = {
  now: 'with what is',
  before: 'with what was before: the lists are behind',
  'trades before': 'with orders as they are, and trades as they were before',
  fails: 'with an error',
} as const;

const heardWords: Readonly<Record<Heard, string>> = {
  answer: 'hears the answer',
  lost: 'hears nothing: no answer comes',
  garbled: 'hears a yes that cannot be read',
  'doubtful status': 'hears a status that proves nothing (408)',
  'not sent': 'could not connect: nothing was sent',
  'not to be sent': 'had no credential: nothing was sent',
  refused: 'hears a refusal (400)',
  forbidden: 'hears a refusal (403)',
  'to wait': 'hears that it is to wait (429)',
  'refused by rule': 'hears a refusal (422)',
};

import {activityOf} from '../../src/core/events/writes.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {describe} from '../../src/core/intents/words.ts';
import {type Choice, nameOf} from './choice.ts';
import type {Fate} from './stage.ts';
import type {World} from './world.ts';

/** A step that was taken. */
export type Taking = {
  readonly before: World;
  readonly choice: Choice;
  readonly fate: Fate | undefined;
  readonly after: World;
};

/** A counter-example as a person would tell it: what happened, and what Activity then says. */
export function story(law: string, steps: readonly Taking[]): string[] {
  const lines = steps.flatMap(({before, choice, fate, after}, index) => [
    `${String(index + 1).padStart(2)}. ${choice.words()}${fateWords(fate)}`,
    ...activity(before, after).map(words => `      ${words}`),
  ]);
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

function fateWords(fate: Fate | undefined): string {
  if (fate === undefined) return '';
  return fate.what === 'dies'
    ? `; the process dies right after its commit ${fate.at}`
    : `; the disk is full at commit ${fate.at}`;
}

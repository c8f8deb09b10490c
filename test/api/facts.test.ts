/** The interface as a table of facts about the typed client, each named by the section that it is read from. */
import {describe, it} from 'vitest';
import {scriptedService} from '../helpers/service.ts';
import {operationFacts} from './facts/operations.ts';
import {recordFacts} from './facts/records.ts';
import {ruleFacts} from './facts/rules.ts';

const facts = [...recordFacts, ...operationFacts, ...ruleFacts];

describe('the API, fact by fact', () => {
  it.each(facts.map(fact => ({name: `${fact.section} ${fact.says}`, fact})))('$name', async ({fact}) => {
    await fact.prove(await scriptedService());
  });
});

import {describe, it} from 'vitest';
import {scriptedService} from '../helpers/service.ts';
import {facts} from './facts.ts';

describe('the API, fact by fact', () => {
  it.each(facts.map(fact => ({name: `${fact.section} ${fact.says}`, fact})))('$name', async ({fact}) => {
    await fact.prove(await scriptedService());
  });
});

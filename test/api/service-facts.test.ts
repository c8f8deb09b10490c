import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {prove, serviceFacts} from './service-facts.ts';

let paper: TestPaper;
beforeAll(async () => {
  paper = await startTestPaper();
});
afterAll(() => paper.close());

describe('the paper service, fact by fact', () => {
  it.each(serviceFacts.map(fact => ({name: `${fact.section} ${fact.says}`, fact})))(
    '$name',
    async ({fact}) => {
      const {origin: baseUrl, token, clock} = paper;
      await prove(fact, {baseUrl, token, letTimePass: async () => clock.advance(250)});
    },
  );

  it('has all its facts', () => {
    expect(serviceFacts).toHaveLength(22);
    expect(new Set(serviceFacts.map(fact => fact.says)).size).toBe(serviceFacts.length);
  });
});

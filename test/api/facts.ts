/** The interface as a table of facts about the typed client, each named by the section that it is read from. */
import type {Fact} from './facts/fact.ts';
import {operationFacts} from './facts/operations.ts';
import {recordFacts} from './facts/records.ts';
import {ruleFacts} from './facts/rules.ts';

export type {Fact} from './facts/fact.ts';

export const facts: Fact[] = [...recordFacts, ...operationFacts, ...ruleFacts];

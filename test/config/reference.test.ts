import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {reference} from './reference.ts';

it('docs/configuration.md is what the schema says (npm run docs -- configuration)', () => {
  expect(readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')).toBe(reference());
});

import {format} from 'node:util';
import {afterEach, expect} from 'vitest';

/** React, Ink and Node warn on the console: no test of a component may cause it. */
export const warnings: string[] = [];

for (const name of ['error', 'warn'] as const)
  console[name] = (...parts: unknown[]) => void warnings.push(format(...parts));

afterEach(() => expect(warnings.splice(0)).toEqual([]));

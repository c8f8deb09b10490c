import {stripVTControlCharacters} from 'node:util';
import {expect, it} from 'vitest';
import {usualLook} from '../../../src/account/model/vocabulary.ts';
import {ok, wrong} from '../../../src/commands/doctor/checks.ts';
import {textReport} from '../../../src/commands/doctor.ts';

const more = 'The service refused (status 401): A token of this service is needed. Check the token.';
const checks = [ok('configuration', 'no file, profile default'), wrong('credentials', 'refused', more)];
const textOn = (out: {isTTY: boolean; columns: number}) =>
  stripVTControlCharacters(
    textReport({checks, toml: '', written: undefined}, {...out, write: () => true}, 'default', usualLook),
  );

it('the output of the doctor fits the terminal and breaks between words', () => {
  const lines = textOn({isTTY: true, columns: 40}).split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
  expect(lines.join(' ')).toContain(`wrong: ${more}`);
});

it('the output of the doctor for a program has one line per item', () => {
  expect(textOn({isTTY: false, columns: 40})).toContain(`\nwrong: ${more}\n`);
});

/** The pages of docs/ that are made from the program's own tables: `node test/generated.ts NAME` writes one. */
import {writeFileSync} from 'node:fs';
import {reference} from './config/reference.ts';
import {manual} from './manual.ts';

export const generated: Readonly<Record<string, {readonly file: string; readonly made: () => string}>> = {
  configuration: {file: 'docs/configuration.md', made: reference},
  man: {file: 'docs/optty.1', made: manual},
};

if (import.meta.main) {
  for (const name of process.argv.slice(2)) {
    const {file, made} = generated[name] ?? {};
    if (file !== undefined && made !== undefined)
      writeFileSync(new URL(`../${file}`, import.meta.url), made());
  }
}

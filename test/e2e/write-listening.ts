// `npm run docs -- listening` writes what a session says, and how many words a task takes.
import {readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {wordCount} from '../helpers/heard/ears.ts';
import {hearSession} from '../helpers/heard/session.ts';
import {confirm, pressAll, tasks} from '../helpers/heard/tasks.ts';
import {startListening} from '../helpers/listener.ts';
import {startTestPaper, testStart} from '../helpers/paper.ts';

const path = new URL('../../docs/listening.md', import.meta.url);

/** What stands between two marks of the document gives way to what was heard. */
function put(name: string, text: string): void {
  const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(marks, (_, begin, end) => `${begin}${text}${end}`),
  );
}

const parts = await hearSession(async ({origin, token}) =>
  startListening({identity: {}, env: {OPTTY_BASE_URL: origin, OPTTY_TOKEN: token}}),
);
put(
  'session',
  parts
    .map(
      ({does, said}) =>
        `${does}\n\n\`\`\`text\n${said.trim().replaceAll(` on ${hostname()}`, ' on desk')}\n\`\`\`\n\n`,
    )
    .join(''),
);

const rows: string[] = [];
for (const {does, start = testStart, holds, keys} of tasks) {
  const paper = await startTestPaper({clock: 'real', start});
  await holds?.(paper);
  const listener = startListening({env: {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token}});
  await listener.hear(/PAPER, [\s\S]*Row 1, BTC|Row 1, BTC[\s\S]*PAPER, /);
  const from = listener.said().length;
  await pressAll(listener, keys);
  const said = listener.said().slice(from);
  const reviews = [...said.matchAll(/reading the record\.\n([\s\S]*?) to [^\n]*\.\n/g)].map(
    ([, text = '']) => text,
  );
  const ofReviews = reviews.reduce((sum, each) => sum + wordCount(each), 0);
  const asks = keys.filter(([key]) => key === confirm).length;
  rows.push(`| ${does} | ${keys.length} | ${asks} | ${wordCount(said)} | ${ofReviews} |`);
  await listener.end();
  await paper.close();
}
const head = '| task | keys | questions | words heard | of those in reviews |\n|---|---|---|---|---|\n';
put('words', `${head}${rows.join('\n')}\n`);

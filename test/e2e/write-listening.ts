// `npm run docs -- listening` writes what parts of a session say.
import {readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {hearSession} from '../helpers/heard/session.ts';
import {startListening} from '../helpers/listener.ts';

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
  startListening({env: {OPTTY_BASE_URL: origin, OPTTY_TOKEN: token}}),
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

/** Writes `src/desk/recorder/capsule/words.ts`, the words that the program says: `npm run words`. */
import {writeFileSync} from 'node:fs';
import {wordsFile, wordsPath} from './own-words.ts';

writeFileSync(wordsPath, wordsFile());

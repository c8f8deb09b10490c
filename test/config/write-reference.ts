import {writeFileSync} from 'node:fs';
import {reference} from './reference.ts';

writeFileSync(new URL('../../docs/configuration.md', import.meta.url), reference());

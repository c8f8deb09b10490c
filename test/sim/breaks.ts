import {mutations} from './mutations.ts';
import {replaceMutations} from './replace-mutations.ts';

/** Every way to break the program on purpose, by its name. */
export const breaks = {...mutations, ...replaceMutations} as const;

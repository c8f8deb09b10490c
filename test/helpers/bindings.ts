import {bindingsWith} from '../../src/desk/bindings.ts';

/** The keys of a profile that changes none. */
export const bindings = bindingsWith({});

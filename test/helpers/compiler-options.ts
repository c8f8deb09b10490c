/** No types of Node, and the libraries are checked too: what is published must stand alone. */
export const compilerOptions = {
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

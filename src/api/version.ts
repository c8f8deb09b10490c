/** The version of the package, put in by the bundler; from the sources alone it is not known. */
export const version = typeof OPTTY_VERSION === 'string' ? OPTTY_VERSION : '0';

/** Set by the bundler; '0' when run from source. */
export const version = typeof OPTTY_VERSION === 'string' ? OPTTY_VERSION : '0';

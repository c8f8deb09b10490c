/** Set by the bundler: the version in package.json. */
declare const OPTTY_VERSION: string;

/** The version of package.json, put in by the bundler. */
declare const OPTTY_VERSION: string;

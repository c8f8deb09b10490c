/** The version of package.json, put in by the bundler. */
declare const OPTTY_VERSION: string;
/** The schema of recordings, put in by the bundler (desk/recorder/schema). */
declare const OPTTY_SCHEMA: string;

/** The paper service for tests. It runs in the calling process, on 127.0.0.1, in memory by default. */
export {FaultSpecError, LedgerInUse, PaperOptionError} from './errors.ts';
export type {AuthChoice, DialectChoice} from './operations/dialect.ts';
export type {
  Logger,
  Paper,
  PaperClock,
  PaperOptions,
  Rate,
} from './options.ts';
export {startPaper} from './server.ts';

/**
 * These load after the first frame, with SQLite. They are one module, because an import() for each would cut
 * the code that they share into more files, and each file that is loaded delays the start.
 */
export * from '../../core/journal/glimpse.ts';
export * from '../../core/journal/journal.ts';
export * from './events.ts';
export * from './journaled.ts';
export * from './opening.ts';
export * from './status-note.ts';

/** The filter language of the panes. */
export {applyCompletion, type Completion, completeFilter} from './complete.ts';
export type {Filter} from './conditions.ts';
export {contradicts, fits} from './match.ts';
export {type Member, members} from './members.ts';
export {type Chip, type FilterError, type ParsedFilter, parseFilter} from './parse.ts';
export {askFiltered, type FilteredAnswer, heldByOne, type PageAnswer} from './searches.ts';

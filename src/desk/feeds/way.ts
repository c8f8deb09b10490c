/** The way from here to the terminal, as `ServiceLink` is the one to the service. */
export type Way = {
  /** The terminal is not on this machine: a picture that stands still may be one that is stuck. */
  readonly isRemote: boolean;
  /** It answers in less than this, in coarse steps up to Infinity; undefined while that is not known. */
  readonly answerMs: number | undefined;
  /** It carries so little that what is seen of one key should be few bytes. */
  readonly isSlow: boolean;
};

/** What is believed of it before anybody has said anything. */
export const localWay: Way = {isRemote: false, answerMs: undefined, isSlow: false};

/** From here on an answer takes so long that a person should know. */
const slowAnswerMs = 200;

/** How long the terminal takes to answer, where that is worth a word. */
export function slowAnswer({answerMs}: Way): number | undefined {
  return answerMs !== undefined && answerMs > slowAnswerMs ? answerMs : undefined;
}

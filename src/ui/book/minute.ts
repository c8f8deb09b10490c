const minute = 60_000;

/** A time by which the Book counts, rounded up to a minute: nobody is told of more time than there is. */
export const toMinute = (at: number) => Math.ceil(at / minute) * minute;

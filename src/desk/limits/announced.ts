/** A dashboard says anew this often (ms) that its limits hold: those who cannot see it go by that. */
export const announceEveryMs = 600_000;

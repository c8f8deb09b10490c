/** Terminals that people have, from the least that optty works on. */
export const sizes = [
  [40, 10],
  [80, 24],
  [120, 40],
  [200, 60],
  [300, 20],
] as const;

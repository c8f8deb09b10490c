/** Ink imports React's devtools, which no built program has. */
export default {};

/** A state, and the commands that it took to get there. */
type StepOf<State, Command> = readonly [State, readonly Command[]];

/** Goes on from where a step led, and keeps what both of them ask for. */
export function andThen<State, Command>(
  [state, commands]: StepOf<State, Command>,
  step: (state: State) => StepOf<State, Command>,
): StepOf<State, Command> {
  const [next, more] = step(state);
  return [next, [...commands, ...more]];
}

/** Takes a step for each item, one after another. */
export function chain<State, Command, Item>(
  first: StepOf<State, Command>,
  items: readonly Item[],
  step: (state: State, item: Item) => StepOf<State, Command>,
): StepOf<State, Command> {
  return items.reduce((before, item) => andThen(before, state => step(state, item)), first);
}

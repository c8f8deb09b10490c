/** A state and what is to be done outside. */
type StepOf<State, Command> = readonly [State, readonly Command[]];

export function andThen<State, Command>(
  [state, commands]: StepOf<State, Command>,
  step: (state: State) => StepOf<State, Command>,
): StepOf<State, Command> {
  const [next, more] = step(state);
  return [next, [...commands, ...more]];
}

export function chain<State, Command, Item>(
  first: StepOf<State, Command>,
  items: readonly Item[],
  step: (state: State, item: Item) => StepOf<State, Command>,
): StepOf<State, Command> {
  return items.reduce((before, item) => andThen(before, state => step(state, item)), first);
}

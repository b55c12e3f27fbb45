import { fromTransition } from 'xstate';

/** Stands for a child of the machine that is explored: it hears and never answers; what the real one would send comes as events of the model. */
export const inertActor = fromTransition(
  (input: unknown) => input,
  ({ input }) => input,
);

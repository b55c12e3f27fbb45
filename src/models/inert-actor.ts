import { fromTransition } from 'xstate';

/**
 * Replaces a child of the explored machine. It takes events and never answers; messages that the real child would send are events of the
 * model.
 */
export const inertActor = fromTransition(
  (input: unknown) => input,
  ({ input }) => input,
);

import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  createMachine,
  sendTo,
} from 'xstate';
import type { CornerEvent, CornerInput } from './engine-log.ts';

export interface CornerContext extends CornerInput {
  readonly n: number;
  /** Who is sent to: a child, a parent. */
  readonly to?: AnyActorRef | undefined;
}

export interface CornerChildInput extends CornerInput {
  readonly to?: AnyActorRef;
  readonly n?: number;
}

/** A machine as it is written: XState's types have no place for actions that any of them may use. */
export function machineOf(config: object, implementations: object = {}): AnyStateMachine {
  return createMachine(config as never, implementations as never) as never;
}

export const begun = ({ input }: { readonly input: CornerChildInput }): CornerContext => ({
  n: 0,
  to: undefined,
  ...input,
});

type Args = { readonly context: CornerContext; readonly event: CornerEvent };

/** Counts one more. */
export const count = assign({ n: ({ context }: Args) => context.n + 1 });

/** Says this, with the count and the event as they are when the action is resolved. */
export const say = (what: string) =>
  sendTo(
    ({ context }: Args) => context.out,
    ({ context, event }: Args) => {
      context.note(`say ${what}`);
      return { type: what, n: context.n, of: event.type };
    },
  );

/** Sends to whom the context names. */
export const tell = (type: string) =>
  sendTo(
    ({ context }: Args) => context.to as AnyActorRef,
    ({ context }: Args) => ({ type, n: context.n }),
  );

/** A guard that says when it is asked. */
export const asked = (name: string, answer: (context: CornerContext) => boolean = () => true): never =>
  // XState's `and`, `or` and `not` take guards of no machine's types.
  (({ context }: Args): boolean => {
    context.note(`asked ${name}`);
    return answer(context);
  }) as never;

/** Makes a child in an assignment, which notes when it runs. */
export const make = (child: AnyActorLogic, id: string) =>
  assign(({ context, spawn, self }) => {
    const { note, out, n } = context as CornerContext;
    note(`make ${id}`);
    const to = spawn(child as never, { id, input: { note, out, n, to: self } } as never);
    note(`made ${id}`);
    return { to };
  }) as typeof count;

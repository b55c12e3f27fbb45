import { useEffect, useState } from 'preact/hooks';
import type { Actor, AnyStateMachine, SnapshotFrom } from 'xstate';

/** The actor's state, and a new drawing whenever it changes. */
export function useSnapshot<Machine extends AnyStateMachine>(actor: Actor<Machine>): SnapshotFrom<Machine> {
  const [snapshot, setSnapshot] = useState(() => actor.getSnapshot());
  useEffect(() => {
    setSnapshot(actor.getSnapshot());
    const subscription = actor.subscribe(setSnapshot);
    return () => subscription.unsubscribe();
  }, [actor]);
  return snapshot as SnapshotFrom<Machine>;
}

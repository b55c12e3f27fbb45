import type { InspectionEvent } from 'xstate';
import { appendAll } from '../../rules/collections/append-all.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { runScript } from '../conformance/imagemanager/run-script.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import { enteredIn, firedIn } from '../models/coverage/observed-step.ts';

/** What the simulator's actors did while a script ran. */
export interface ScriptWalk {
  readonly byActor: readonly ActorWalk[];
  /** The ids of the transitions of all actors, each once, in order of appearance. */
  readonly transitions: readonly string[];
}

interface ActorWalk {
  /** The ids of the transitions that the actor took, in order. */
  readonly transitions: string[];
  /** The ids of the states that it entered, in order. */
  readonly entered: string[];
}

/**
 * Runs the script in the simulator and returns which transitions its actors took. Throws as `runScript` does.
 */
export function walkScript(script: Script, profile: Profile): ScriptWalk {
  const actors = new Map<unknown, ActorWalk>();
  const inspect = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep') return;
    const walk = actors.get(event.actorRef) ?? { transitions: [], entered: [] };
    actors.set(event.actorRef, walk);
    appendAll(walk.transitions, firedIn(event));
    // Without the earlier active states, the states that are left count as entered too: each of them was.
    appendAll(walk.entered, enteredIn(event, undefined));
  };
  runScript(script, profile, { inspect });
  const byActor = [...actors.values()];
  return { byActor, transitions: [...new Set(byActor.flatMap(({ transitions }) => transitions))] };
}

/**
 * Returns the first transition of the path that no actor takes at its place; undefined if one actor walks all
 * of it.
 */
export function notWalked(path: readonly string[], { byActor }: ScriptWalk): string | undefined {
  let furthest = 0;
  for (const { transitions } of byActor) {
    let index = 0;
    for (const id of transitions) if (id === path[index]) index += 1;
    furthest = Math.max(furthest, index);
  }
  return path[furthest];
}

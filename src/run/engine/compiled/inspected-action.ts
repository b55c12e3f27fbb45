import type { Effect, EffectKind } from './effect.ts';
import type { SpawnOptions } from './program.ts';

/** XState's names of the effects that are actions. */
const types: Readonly<Partial<Record<EffectKind, string>>> = {
  post: 'xstate.sendTo',
  raise: 'xstate.raise',
  cancel: 'xstate.cancel',
  invoke: 'xstate.spawnChild',
  stop: 'xstate.stopChild',
  emit: 'xstate.emit',
};

/** Returns an action as XState's inspection reports it. */
export function inspectedAction(effect: Effect): {
  readonly type: string | undefined;
  readonly params: unknown;
} {
  return { type: types[effect.kind], params: actionParams(effect) };
}

function actionParams({ kind, target, event, delay, id, origin }: Effect): unknown {
  switch (kind) {
    case 'post':
      return { to: target, targetId: origin, event, id, delay };
    case 'raise':
      return { event, id, delay };
    case 'cancel':
      return { sendId: id };
    case 'invoke': {
      const { src, input } = origin as SpawnOptions;
      return { id, systemId: undefined, actorRef: target, src, input };
    }
    case 'emit':
      return { event };
    default:
      return target;
  }
}

import { unhurriedKubelet } from '../conformance/imagemanager/unhurried-kubelet.ts';
import type { TokenBucketRules } from '../kubelet/images/token-bucket.ts';
import type { Realized, SettledPath } from './path-script.ts';
import { pullOf, ScriptDraft } from './path-script-draft.ts';

/** A script that walks a path of the pull throttle: a token is asked for by a call of a pod of its own. */
export function realizeThrottle(path: SettledPath, name: string): Realized {
  const rules = path.input.rules as TokenBucketRules;
  const draft = new ScriptDraft();
  let micros = 0;
  for (const [step, { event, type, afterMicros }] of path.steps.entries()) {
    micros += afterMicros;
    if (type !== 'TOKEN.REQUESTED') return { step, reason: `${event}: no script can send it` };
    const image = `image-${step + 1}`;
    draft.call(micros / 1000, `pod-${step + 1}`, image);
    draft.pulls(`${image}:latest`, pullOf(image, 100));
  }
  return draft.script(name, { ...unhurriedKubelet, registryPullQPS: rules.qps, registryBurst: rules.burst });
}

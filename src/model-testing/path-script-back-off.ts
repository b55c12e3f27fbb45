import { unhurriedKubelet } from '../conformance/imagemanager/unhurried-kubelet.ts';
import type { BackOffRules } from '../kubelet/images/back-off.ts';
import type { Realized, SettledPath } from './path-script.ts';
import { PullsUnderWay } from './path-script-pulls.ts';

/** Everything of a path happens after the calls that must be under way before it. */
const startMs = 1000;

/**
 * A script that walks a path of the back-off table: keys are pods with an image each. Who asks and is let through pulls
 * till the path reports a failure of its key, or sweeps (a pull that succeeds).
 */
export function realizeBackOff(path: SettledPath, name: string): Realized {
  const rules = path.input.rules as BackOffRules;
  const pulls = new PullsUnderWay();
  const keys = new Map<string, string>();
  let atMs = startMs;
  for (const [step, { event, type, payload, afterMicros, transitions }] of path.steps.entries()) {
    atMs += afterMicros / 1000 + 1;
    const key = String(payload.key ?? '');
    const image = keys.get(key) ?? `image-${keys.size + 1}`;
    if (key !== '') keys.set(key, image);
    const pod = `pod-of-${image}`;
    if (type === 'BACK_OFF.ASKED') {
      // Refused: the call ends at once; else it pulls, till the path says how that ends.
      if (transitions.some((id) => id.includes('BACK_OFF.ASKED[0]'))) pulls.draft.call(atMs, pod, image);
      else pulls.begin(atMs, image, pod);
    } else if (type === 'FAILURE.REPORTED') {
      pulls.end(atMs, image, { error: 'manifest unknown' }, pod);
    } else if (type === 'SWEEP.REQUESTED') {
      pulls.end(atMs, undefined);
    } else {
      return { step, reason: `${event}: no script can send it` };
    }
  }
  pulls.endAll(atMs + startMs);
  const imagePullBackOff = { initialMs: rules.initialMicros / 1000, maxMs: rules.maxMicros / 1000 };
  return pulls.draft.script(name, { ...unhurriedKubelet, imagePullBackOff });
}

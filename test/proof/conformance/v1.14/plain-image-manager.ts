import type {
  ConformanceTrace,
  Entry,
} from '../../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import type {
  Script,
  ScriptCall,
  ScriptPull,
} from '../../../../src/proof/conformance/imagemanager/script.ts';

/** What is waited for, in the order of `at` and, at equal times, of being put on the list. */
interface Due {
  readonly at: number;
  readonly run: () => void;
}

/**
 * The image manager of about v1.14, told as plainly as its source reads (test/seeds, 004, image_manager.go of
 * February 2019): loops and maps, no statecharts, nothing shared with the simulator. Understands names that
 * only lack a tag; whole ms.
 */
export function plainImageManager(script: Script): ConformanceTrace {
  const { kubelet, runtime } = script;
  const due: Due[] = [];
  const entries: { at: number; call: number; entry: Entry }[] = [];
  const images = new Map(runtime.images.map(({ image, ref }) => [image, ref]));
  const inspected: Record<string, number> = {};
  const pulledTimes: Record<string, number> = {};
  const backOff = new Map<string, { since: number; forMs: number }>();
  const { initialMs, maxMs } = kubelet.imagePullBackOff;
  let tokens = kubelet.registryBurst;
  let tokensAt = 0;
  let isPulling = false;
  const queue: (() => void)[] = [];
  let now = 0;

  const later = (at: number, run: () => void): void => {
    const place = due.findIndex((other) => other.at > at);
    due.splice(place === -1 ? due.length : place, 0, { at, run });
  };

  for (const [index, call] of script.calls.entries()) later(call.at, () => ensureImageExists(call, index));
  for (const { at, image } of runtime.removals ?? []) later(at, () => images.delete(image));
  for (let next = due.shift(); next !== undefined; next = due.shift()) {
    now = next.at;
    next.run();
  }
  entries.sort((a, b) => a.at - b.at || a.call - b.call);
  return { script: script.name, trace: entries.map(({ entry }) => entry) };

  function ensureImageExists(call: ScriptCall, index: number): void {
    const write = (entry: object): void => {
      entries.push({ at: now, call: index, entry: { at: now, call: call.id, ...entry } as Entry });
    };
    const event = (eventType: string, reason: string, message: string): void =>
      write({ type: 'event', eventType, reason, message });
    const end = (imageRef: string, error: string, message: string): void =>
      write({ type: 'result', imageRef, error, message });
    const image = call.image.slice(call.image.lastIndexOf('/') + 1).includes(':')
      ? call.image
      : `${call.image}:latest`;
    const quoted = JSON.stringify(call.image);

    write({ type: 'runtime', op: 'GetImageRef', image });
    const outcomes = runtime.inspect?.[image] ?? [];
    const inspectError = outcomes[Math.min(inspected[image] ?? 0, outcomes.length - 1)]?.error;
    inspected[image] = (inspected[image] ?? 0) + 1;
    if (inspectError) {
      const message = `Failed to inspect image ${quoted}: ${inspectError}`;
      event('Warning', 'InspectFailed', message);
      end('', 'ImageInspectError', message);
      return;
    }
    const present = images.get(image) ?? '';
    if (!(call.policy === 'Always' || (call.policy === 'IfNotPresent' && present === ''))) {
      if (present !== '') {
        event('Normal', 'Pulled', `Container image ${quoted} already present on machine`);
        end(present, '', '');
        return;
      }
      const message = `Container image ${quoted} is not present with pull policy of Never`;
      event('Warning', 'ErrImageNeverPull', message);
      end('', 'ErrImageNeverPull', message);
      return;
    }
    const key = `${call.pod.uid}_${call.image}`;
    const entry = backOff.get(key);
    if (entry !== undefined && now - entry.since <= 2 * maxMs && now - entry.since < entry.forMs) {
      event('Normal', 'BackOff', `Back-off pulling image ${quoted}`);
      end('', 'ImagePullBackOff', `Back-off pulling image ${quoted}`);
      return;
    }
    event('Normal', 'Pulling', `Pulling image ${quoted}`);
    const pull = (): void => {
      isPulling = true;
      if (!takeToken()) {
        pulled({ error: 'pull QPS exceeded' });
        return;
      }
      write({ type: 'runtime', op: 'PullImage', image });
      const list = runtime.pulls?.[image] ?? [{ error: 'not found' }];
      const outcome = list[Math.min(pulledTimes[image] ?? 0, list.length - 1)] ?? {};
      pulledTimes[image] = (pulledTimes[image] ?? 0) + 1;
      const returned = (): void => {
        write({
          type: 'runtime-return',
          op: 'PullImage',
          image,
          ...(outcome.error ? { error: outcome.error } : { ref: outcome.ref ?? '' }),
        });
        if (!outcome.error) images.set(image, outcome.ref ?? '');
        pulled(outcome);
      };
      if (outcome.takesMs) later(now + outcome.takesMs, returned);
      else returned();
    };
    const pulled = ({ error, ref = '' }: ScriptPull): void => {
      isPulling = false;
      if (error) {
        event('Warning', 'Failed', `Failed to pull image ${quoted}: ${error}`);
        const before = backOff.get(key);
        const isOld = before === undefined || now - before.since > 2 * maxMs;
        backOff.set(key, { since: now, forMs: isOld ? initialMs : Math.min(2 * before.forMs, maxMs) });
        if (error === 'RegistryUnavailable')
          end('', error, `image pull failed for ${call.image} because the registry is unavailable.`);
        else end('', 'ErrImagePull', error);
      } else {
        event('Normal', 'Pulled', `Successfully pulled image ${quoted}`);
        for (const [other, { since }] of backOff) if (now - since > 2 * maxMs) backOff.delete(other);
        end(ref, '', '');
      }
      if (kubelet.serializeImagePulls) queue.shift()?.();
    };
    if (kubelet.serializeImagePulls && isPulling) queue.push(pull);
    else pull();
  }

  function takeToken(): boolean {
    const qps = kubelet.registryPullQPS;
    if (qps === 0) return true;
    const refilled = Math.min(kubelet.registryBurst, tokens + ((now - tokensAt) / 1000) * qps);
    if (refilled < 1) return false;
    tokens = refilled - 1;
    tokensAt = now;
    return true;
  }
}

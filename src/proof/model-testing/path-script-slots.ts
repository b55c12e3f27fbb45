import { unhurriedKubelet } from '../conformance/imagemanager/script.ts';
import { pullOf, type Realized, ScriptDraft, type SettledPath } from './path-script.ts';

/** Time between two events of a path: long enough that a pull ends where the path requires it. */
const stepMs = 1000;

interface Holder {
  readonly image: string;
  grantedMs: number | undefined;
}

/**
 * Returns a script that walks a path of the pull slots or the serial puller: each request is the call of its
 * own pod, and its pull lasts until the path releases the slot.
 */
export function realizeSlots(path: SettledPath, name: string): Realized {
  const isSerial = path.machine === 'serialPuller';
  const slotsMax = isSerial ? 1 : Number(path.input.slotsMax ?? Number.POSITIVE_INFINITY);
  const draft = new ScriptDraft();
  const active = new Map<string, Holder>();
  const waiting: Holder[] = [];
  let free = slotsMax;
  let requests = 0;
  for (const [step, { event, type, payload }] of path.steps.entries()) {
    const atMs = step * stepMs;
    const holder = String(payload.holder ?? '');
    if (type === 'SLOT.REQUESTED') {
      requests += 1;
      const image = `image-${requests}`;
      draft.call(atMs, `pod-${requests}`, image);
      const asked: Holder = { image, grantedMs: free > 0 ? atMs : undefined };
      if (free > 0) free -= 1;
      else waiting.push(asked);
      active.set(`${holder} ${requests}`, asked);
    } else if (type === 'SLOT.RELEASED') {
      const released =
        [...active].find(([key, { grantedMs }]) => key.startsWith(`${holder} `) && grantedMs !== undefined) ??
        anyGranted(active);
      if (released === undefined)
        return { step, reason: `${event}: nobody holds a slot, and no pull gives back what it has not got` };
      const [key, { image, grantedMs = 0 }] = released;
      active.delete(key);
      draft.pulls(`${image}:latest`, pullOf(image, atMs - grantedMs));
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next.grantedMs = atMs;
    } else {
      return { step, reason: `${event}: no script can send it` };
    }
  }
  let endMs = path.steps.length * stepMs;
  for (const { image, grantedMs } of active.values()) {
    endMs += stepMs;
    draft.pulls(`${image}:latest`, pullOf(image, grantedMs === undefined ? stepMs : endMs - grantedMs));
  }
  return draft.script(name, {
    ...unhurriedKubelet,
    serializeImagePulls: isSerial,
    maxParallelImagePulls: isSerial || slotsMax === Number.POSITIVE_INFINITY ? null : slotsMax,
  });
}

/** The explored machine accepts a release from anybody; the protocol's pulls do not. */
function anyGranted(active: ReadonlyMap<string, Holder>): readonly [string, Holder] | undefined {
  return [...active].find(([, { grantedMs }]) => grantedMs !== undefined);
}

import { always } from '../invariant.ts';
import { isOfRead } from '../reading/image-reads.ts';
import { headerNodes, stoppedKubelets } from '../reading/node-lives.ts';

/**
 * The runtime asks a registry only while a caller waits for the pull. A kubelet that stops leaves its pulls
 * to the runtime, and the next one may ask for the same, so that what comes later under such a name is not
 * judged.
 */
export const requestsBelongToPulls = always(
  'requests-belong-to-pulls',
  'Every request to a registry is part of a pull that was asked for and has not ended.',
  function* (records) {
    const nodes = headerNodes(records).map(({ name }) => name);
    /** The node of each pull that is open, by the actor that asked for it. */
    const open = new Map<string, string>();
    /** The pull of the image for a sandbox, by the actor of the sandbox. */
    const ofSandboxes = new Map<string, string>();
    const lostCallers = new Set<string>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) {
        for (const [caller, callerNode] of open) {
          if (callerNode !== node) continue;
          open.delete(caller);
          lostCallers.add(caller);
        }
      }
      if (record.type === 'runtime' && record.op === 'PullImage') open.set(record.actor, record.node);
      else if (record.type === 'runtime-return') open.delete(record.actor);
      else if (record.type === 'prePull' && record.state === 'pulling') open.set(record.actor, record.node);
      else if (record.type === 'prePull') open.delete(record.actor);
      else if (record.type === 'sandbox') {
        open.delete(ofSandboxes.get(record.actor) ?? '');
        if (record.pull === undefined) continue;
        ofSandboxes.set(record.actor, record.pull);
        open.set(record.pull, record.node);
      }
      if (
        record.type === 'request' &&
        record.state === 'sent' &&
        !isOfRead(record) &&
        !open.has(record.pull) &&
        !lostCallers.has(record.pull)
      )
        yield {
          record: record.id,
          message: `${record.actor} asks ${record.registry} for ${record.pull}, which no pull waits for`,
        };
    }
  },
);

import type { ActorRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';

/**
 * An image is in use if, when the round began, a container of it was created and had not exited. A container
 * that comes during a round may lose its image: nothing is locked between the listing and the removals
 * (kubernetes#18140).
 */
export const gcNeverRemovesImageInUse = always(
  'gc-never-removes-image-in-use',
  'Image GC removes no image that a container used when its round began.',
  function* (records) {
    const users = new ImageUsers();
    /** By manager: the images in use when its round began, and their users. */
    const rounds = new Map<string, ReadonlyMap<string, string>>();
    for (const record of records) {
      if (record.type === 'header' || record.type === 'end') continue;
      users.observe(record);
      if (record.type === 'node') rounds.delete(`${record.actor}/kubelet/image-gc`);
      if (record.type !== 'imageGC') continue;
      if (record.state === 'finished') {
        rounds.delete(record.actor);
        continue;
      }
      const round = rounds.get(record.actor) ?? users.imagesOn(record.node);
      rounds.set(record.actor, round);
      const user = round.get(record.ref ?? '');
      if (record.state === 'removed' && user !== undefined) {
        yield {
          record: record.id,
          message: `${record.image ?? ''} is removed on ${record.node} while ${user} uses it`,
        };
      }
    }
  },
);

/** The containers on each node, and the images from which they were created. */
class ImageUsers {
  /** By node and container: the image that its last EnsureImageExists returned. */
  readonly #ensured = new Map<string, string>();
  readonly #byNode = new Map<string, Map<string, { readonly ref: string; readonly uid: string }>>();

  /** Returns image ids with the name of one container that uses each. */
  imagesOn(node: string): ReadonlyMap<string, string> {
    return new Map([...(this.#byNode.get(node) ?? [])].map(([name, { ref }]) => [ref, name]));
  }

  observe(record: ActorRecord): void {
    if (record.type === 'result') {
      if (record.imageRef !== '') this.#ensured.set(record.actor, record.imageRef);
    } else if (record.type === 'container') this.#observeContainer(record);
    else if (record.type === 'pod' && record.state === 'deleted') this.#drop(record.node, record.pod.uid);
    else if (record.type === 'node' && record.state === 'rebooting') this.#byNode.delete(record.node);
  }

  #observeContainer({ node, state, pod, container }: Extract<ActorRecord, { type: 'container' }>): void {
    const name = `${pod.namespace}/${pod.name}/${container}`;
    const ref = this.#ensured.get(`${node}/kubelet/${name}`);
    const containers = this.#byNode.get(node) ?? new Map();
    this.#byNode.set(node, containers);
    if (state === 'exited') containers.delete(name);
    else if (state === 'created' && ref !== undefined) containers.set(name, { ref, uid: pod.uid });
  }

  #drop(node: string, uid: string): void {
    for (const [name, container] of this.#byNode.get(node) ?? [])
      if (container.uid === uid) this.#byNode.get(node)?.delete(name);
  }
}

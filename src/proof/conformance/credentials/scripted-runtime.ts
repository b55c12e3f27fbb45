import type { ContainerLister } from '../../../../machines/runtime/container-runtime-protocol.ts';
import type {
  ImageInventoryRequest,
  ImageService,
  ImageServiceRequest,
} from '../../../../machines/runtime/cri.ts';
import type { ListedImage } from '../../../rules/kubelet/image-gc/image-records.ts';
import type { QueueEntry } from '../../../run/simulation/event-queue.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { CredentialVault } from './credential-vault.ts';
import type { CredentialsScript, ScriptAuth } from './script-schema.ts';

type PullRequested = Extract<ImageServiceRequest, { type: 'IMAGE_PULL.REQUESTED' }>;
type ScriptImage = CredentialsScript['runtime']['images'][number];
type ScriptPull = NonNullable<CredentialsScript['runtime']['pulls']>[string][number];

/** The error of a call of the runtime whose context is cancelled. */
const contextCanceled = 'context canceled';

interface RuntimeSurroundings {
  readonly world: ScriptWorld;
  readonly vault: CredentialVault;
  /** Runs an event of the script and lets everything settle. */
  readonly happen: (run: () => void) => void;
  /** Takes the removal of an image. */
  readonly removed: (imageRef: string) => void;
}

/** The runtime of a script, with its images and the registry behind it. It outlives kubelets. */
export class ScriptedRuntime {
  readonly actor = createListener('runtime', (event: ImageServiceRequest | ImageInventoryRequest) =>
    this.#hear(event),
  );
  readonly containers: ContainerLister = createListener('containers', ({ requester }) => {
    requester.send({
      type: 'CONTAINERS.LISTED',
      containers: this.inUse.map((imageRef) => ({ imageRef, mountedImageRefs: [] })),
    });
  });
  inUse: readonly string[] = [];
  registryAuth: Readonly<Record<string, readonly string[]>>;
  readonly #around: RuntimeSurroundings;
  readonly #images: Map<string, ScriptImage>;
  readonly #pulls: Map<string, readonly ScriptPull[]>;
  readonly #underWay = new Map<QueueEntry, ScriptImage | undefined>();
  readonly #cancelled = new Set<string>();
  /** Ends the pull of a call, where one is under way. */
  readonly #cancelPull = new Map<string, () => void>();
  readonly #removeTakesMs: ReadonlyMap<string, number>;
  /** How long the last removal of an image takes. */
  lastRemovalMs = 0;

  constructor(
    { images, pulls = {}, registryAuth = {}, removeTakesMs = {} }: CredentialsScript['runtime'],
    around: RuntimeSurroundings,
  ) {
    this.#around = around;
    this.#images = new Map(images.map((image) => [image.image, image]));
    this.#pulls = new Map(Object.entries(pulls));
    this.registryAuth = registryAuth;
    this.#removeTakesMs = new Map(Object.entries(removeTakesMs));
  }

  /** Adds the image, in place of one with that name. */
  putImage(image: ScriptImage): void {
    this.#images.set(image.image, image);
  }

  /** Removes the name. */
  dropName(image: string): void {
    this.#images.delete(image);
  }

  /** Cancels the context of a call: its pull fails, and so does all that it still asks for. */
  cancel(call: string): void {
    this.#cancelled.add(call);
    this.#cancelPull.get(call)?.();
  }

  /** Returns the image service as one call has it. */
  serviceOf(call: string): ImageService {
    return createListener('runtime', (event: ImageServiceRequest) => {
      if (event.type === 'IMAGE_STATUS.REQUESTED' && this.#cancelled.has(call))
        event.requester.send({ type: 'IMAGE_STATUS.FAILED', error: contextCanceled });
      else if (event.type === 'IMAGE_PULL.REQUESTED' && this.#cancelled.has(call))
        event.requester.send({ type: 'IMAGE_PULL.FAILED', error: contextCanceled });
      else this.#hear(event);
    });
  }

  /**
   * Ends the active pulls after the death of the kubelet. Nobody gets their results; their images are there
   * or not.
   */
  endPulls(outcome: 'lost' | 'complete'): void {
    for (const [entry, image] of this.#underWay) {
      entry.run = undefined;
      if (image !== undefined && outcome === 'complete') this.putImage(image);
    }
    this.#underWay.clear();
    this.#cancelPull.clear();
  }

  #hear(event: ImageServiceRequest | ImageInventoryRequest): void {
    switch (event.type) {
      case 'IMAGE_STATUS.REQUESTED': {
        const image = this.#images.get(event.image);
        event.requester.send({
          type: 'IMAGE_STATUS.ANSWERED',
          imageRef: image?.ref ?? '',
          sizeBytes: image?.size ?? 0,
        });
        break;
      }
      case 'IMAGE_PULL.REQUESTED':
        this.#pull(event);
        break;
      case 'IMAGES.LIST_REQUESTED':
        event.requester.send({ type: 'IMAGES.LISTED', images: this.#listed() });
        break;
      case 'IMAGE_REMOVE.REQUESTED':
        for (const [name, { ref }] of this.#images) if (ref === event.imageId) this.#images.delete(name);
        this.#around.removed(event.imageId);
        this.lastRemovalMs = this.#removeTakesMs.get(event.imageId) ?? 0;
        event.requester.send({ type: 'IMAGE_REMOVE.SUCCEEDED', freedBytes: 0, heldBytes: 0 });
        break;
      case 'IMAGE_FS.REQUESTED':
        event.requester.send({ type: 'IMAGE_FS.FAILED', error: 'the script has no file system' });
    }
  }

  #pull({ image, credential, caller, requester }: PullRequested): void {
    const { world, vault, happen } = this.#around;
    const auth = credential === undefined ? undefined : vault.open(credential);
    if (!this.#mayPull(image, auth)) {
      requester.send({
        type: 'IMAGE_PULL.FAILED',
        error: `401 Unauthorized: ${auth?.username ?? 'anonymous'}`,
      });
      return;
    }
    const { takesMs = 0, error = '', ref = '', size = 0 } = this.#nextOutcome(image);
    const end = (): void => {
      if (error === '') {
        this.putImage({ image, ref, size });
        requester.send({ type: 'IMAGE_PULL.SUCCEEDED', imageRef: ref });
      } else requester.send({ type: 'IMAGE_PULL.FAILED', error });
    };
    if (takesMs <= 0) {
      end();
      return;
    }
    const forget = (): void => {
      this.#underWay.delete(entry);
      this.#cancelPull.delete(caller);
    };
    const entry = world.after(takesMs, () => {
      forget();
      happen(end);
    });
    this.#underWay.set(entry, error === '' ? { image, ref, size } : undefined);
    this.#cancelPull.set(caller, () => {
      entry.run = undefined;
      forget();
      requester.send({ type: 'IMAGE_PULL.FAILED', error: contextCanceled });
    });
  }

  #nextOutcome(image: string): ScriptPull {
    const [next, ...rest] = this.#pulls.get(image) ?? [];
    if (rest.length > 0) this.#pulls.set(image, rest);
    return next ?? { error: 'not found' };
  }

  /** The longest matching prefix of the name decides. If none matches, everybody may pull. */
  #mayPull(image: string, auth: ScriptAuth | undefined): boolean {
    const prefixes = Object.keys(this.registryAuth).filter((prefix) => image.startsWith(prefix));
    if (prefixes.length === 0) return true;
    const longest = prefixes.reduce((one, other) => (other.length >= one.length ? other : one));
    const allowed = this.registryAuth[longest] ?? [];
    if (auth === undefined) return allowed.includes('');
    return allowed.includes(auth.username) || allowed.includes(`${auth.username}:${auth.password}`);
  }

  /** Returns the images by reference. Names with a digest are given as digests. */
  #listed(): readonly ListedImage[] {
    const names = [...this.#images.keys()].sort();
    const refs = [...new Set([...this.#images.values()].map(({ ref }) => ref))].sort();
    return refs.map((ref) => {
      const own = names.filter((name) => this.#images.get(name)?.ref === ref);
      const sizeBytes = this.#images.get(own[0] ?? '')?.size ?? 0;
      return {
        id: ref,
        repoTags: own.filter((name) => !name.includes('@')),
        repoDigests: own.filter((name) => name.includes('@')),
        sizeBytes,
        pinned: false,
      };
    });
  }
}

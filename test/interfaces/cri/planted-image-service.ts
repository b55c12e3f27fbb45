import type { CriAnswer, CriImage, ImageService, PullOptions } from '../../../src/proof/cri/image-service.ts';
import type { Defect } from './planted-defects.ts';
import { type Asked, PullError, RegistryClient } from './registry-client.ts';

interface StoredImage {
  readonly id: string;
  readonly names: Set<string>;
  readonly blobs: readonly string[];
}

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string }[];
}

interface Reference {
  readonly host: string;
  readonly repository: string;
  /** `host/repository` */
  readonly name: string;
  readonly version: string;
}

const ok = <V>(value: V): CriAnswer<V> => ({ ok: true, value });

/**
 * A CRI image service that pulls over HTTP and keeps content in memory: right, or with one defect. Like containerd it
 * fetches each digest once at a time, and continues bodies that are cut.
 */
export class PlantedImageService implements ImageService {
  readonly #defect: Defect | undefined;
  readonly #client: RegistryClient;
  readonly #images = new Map<string, StoredImage>();
  readonly #blobs = new Map<string, number>();
  /** The digests that are being fetched. */
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #removed: CriImage[] = [];
  readonly #pulling = new Map<string, number>();
  /** What pulls need that are not over. */
  readonly #needed = new Set<string>();

  constructor(defect?: Defect) {
    this.#defect = defect;
    this.#client = new RegistryClient(defect);
  }

  async version(): Promise<string> {
    return 'planted v1.0.0';
  }

  close(): void {}

  async pullImage(image: string, { credentials, signal }: PullOptions = {}): Promise<CriAnswer<string>> {
    const never = new AbortController();
    const isDeaf = this.#defect === 'goesOnAfterCancel';
    const asked: Asked = { credentials, signal: (isDeaf ? undefined : signal) ?? never.signal };
    const cancelled = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new PullError('context canceled', 'Canceled')));
    });
    this.#pulling.set(image, (this.#pulling.get(image) ?? 0) + 1);
    try {
      if (this.#defect === 'failsSecondPull' && (this.#pulling.get(image) ?? 0) > 1)
        throw new PullError(`${image} is being pulled`);
      const id = await Promise.race([this.#pull(referenceOf(image), asked), cancelled]);
      return ok(this.#defect === 'answersUnknownRef' ? `sha256:${'0'.repeat(64)}` : id);
    } catch (error) {
      const { message, code = 'Unknown' } = error as PullError;
      return { ok: false, code, message: `failed to pull ${image}: ${message}` };
    } finally {
      this.#pulling.set(image, (this.#pulling.get(image) ?? 1) - 1);
    }
  }

  async #pull(reference: Reference, asked: Asked): Promise<string> {
    const { host, repository, name, version } = reference;
    const isTag = !version.startsWith('sha256:');
    const separator = isTag ? ':' : '@';
    const known = this.#named(`${name}${separator}${version}`);
    if (this.#defect === 'answersFromStore' && known !== undefined) return known.id;
    const digest = await this.#client.resolve(host, repository, version, asked);
    const before = this.#named(`${name}@${digest}`);
    const names = [...(isTag ? [`${name}:${version}`] : []), `${name}@${digest}`];
    if (before !== undefined && this.#defect !== 'fetchesPresentAgain') return this.#name(before, names);
    const text = await this.#client.content(host, repository, 'manifests', digest, asked);
    const { config, layers } = JSON.parse(text.toString()) as Manifest;
    const digests = [config, ...layers].map((blob) => blob.digest);
    const image = { id: config.digest, names: new Set<string>(), blobs: digests };
    if (this.#defect === 'namesImageEarly') this.#name(image, names);
    for (const each of digests) this.#needed.add(each);
    // A failure ends the pull, and with it the requests for its other layers.
    const others = new AbortController();
    const signal = AbortSignal.any([asked.signal, others.signal]);
    const fetched = digests.map((each) => this.#fetch(reference, each, { ...asked, signal }));
    const awaited = this.#defect === 'leavesOutLastLayer' ? fetched.slice(0, -1) : fetched;
    for (const each of fetched) each.catch(() => others.abort());
    await Promise.all(awaited);
    if (awaited.length === fetched.length && digests.some((each) => !this.#blobs.has(each)))
      throw new PullError('content has gone');
    return this.#name(image, names);
  }

  /** Fetches a digest, or waits for another pull that fetches it; if that one fails, it fetches. */
  async #fetch(reference: Reference, digest: string, asked: Asked): Promise<void> {
    const isKept = this.#defect !== 'fetchesPresentAgain';
    while (this.#fetching.has(digest) && this.#defect !== 'fetchesSharedTwice') {
      if (this.#defect === 'spreadsFailure') return await this.#fetching.get(digest);
      await this.#fetching.get(digest)?.catch(() => {});
    }
    if (asked.signal.aborted) throw new PullError('context canceled', 'Canceled');
    if (this.#blobs.has(digest) && isKept) return;
    const fetching = this.#client
      .content(reference.host, reference.repository, 'blobs', digest, asked)
      .then((content) => void this.#blobs.set(digest, content.length));
    this.#fetching.set(digest, fetching);
    try {
      await fetching;
      this.#fetching.delete(digest);
    } catch (error) {
      if (this.#defect === 'keepsLockAfterCancel' && asked.signal.aborted)
        this.#fetching.set(digest, new Promise(() => {}));
      else this.#fetching.delete(digest);
      throw error;
    }
  }

  /** Gives names to an image, which lose the one that they had. */
  #name(image: StoredImage, names: readonly string[]): string {
    const stored = this.#images.get(image.id) ?? image;
    for (const name of names) {
      const holder = this.#named(name);
      if (holder !== undefined && holder !== stored && this.#defect === 'keepsOldTag') continue;
      holder?.names.delete(name);
      stored.names.add(name);
    }
    this.#images.set(stored.id, stored);
    return stored.id;
  }

  #named(name: string): StoredImage | undefined {
    return this.#images.get(name) ?? [...this.#images.values()].find(({ names }) => names.has(name));
  }

  async imageStatus(image: string): Promise<CriAnswer<CriImage | undefined>> {
    const stored = this.#named(image);
    if (stored === undefined && this.#defect === 'failsStatusOfMissing')
      return { ok: false, code: 'NotFound', message: `${image} is not there` };
    return ok(stored && this.#shown(stored));
  }

  async listImages(): Promise<CriAnswer<readonly CriImage[]>> {
    const shown = [...this.#images.values()].map((image) => this.#shown(image));
    return ok([...shown, ...this.#removed]);
  }

  #shown({ id, names, blobs }: StoredImage): CriImage {
    const bytes = blobs.reduce((sum, digest) => sum + (this.#blobs.get(digest) ?? 0), 0);
    const digests = [...names].filter((name) => name.includes('@'));
    return {
      id,
      repoTags: [...names].filter((name) => !name.includes('@')),
      repoDigests: this.#defect === 'lacksDigests' ? [] : digests,
      sizeBytes: this.#defect === 'hasNoSize' ? 0 : bytes,
      isPinned: false,
    };
  }

  async removeImage(image: string): Promise<CriAnswer<undefined>> {
    const stored = this.#named(image);
    if (stored === undefined)
      return this.#defect === 'failsRemovalOfMissing'
        ? { ok: false, code: 'NotFound', message: `${image} is not there` }
        : ok(undefined);
    if (this.#defect === 'keepsRemovedByDigest' && image.includes('@')) return ok(undefined);
    if (this.#defect === 'listsRemoved') this.#removed.push(this.#shown(stored));
    this.#images.delete(stored.id);
    this.#collect(stored);
    return ok(undefined);
  }

  /** Forgets the blobs that no image has, and that no pull needs. */
  #collect({ blobs }: StoredImage): void {
    if (this.#defect === 'removesSharedLayers')
      for (const [id, other] of this.#images)
        if (other.blobs.some((digest) => blobs.includes(digest))) this.#images.delete(id);
    const used = new Set([...this.#images.values()].flatMap((image) => image.blobs));
    const isNeeded = (digest: string): boolean =>
      this.#defect !== 'collectsLayersInUse' && this.#isPulling() && this.#needed.has(digest);
    for (const digest of this.#blobs.keys())
      if (!used.has(digest) && !isNeeded(digest)) this.#blobs.delete(digest);
  }

  #isPulling(): boolean {
    return [...this.#pulling.values()].some((pulls) => pulls > 0);
  }
}

function referenceOf(image: string): Reference {
  const [, host = '', repository = '', version = ''] =
    /^([^/]+)\/(.+?)(?:@(sha256:[a-f\d]{64}))?$/.exec(image) ?? [];
  if (version !== '') return { host, repository, name: `${host}/${repository}`, version };
  const colon = repository.lastIndexOf(':');
  const path = repository.slice(0, colon);
  return { host, repository: path, name: `${host}/${path}`, version: repository.slice(colon + 1) };
}

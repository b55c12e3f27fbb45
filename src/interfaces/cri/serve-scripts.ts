import { type CriFault, type CriScript, layerBytes } from '../../proof/cri/cri-script.ts';
import type { RegistryRequest, ServedImage } from '../../proof/cri/cri-trace.ts';
import { credentialsByUser, type ScriptRegistry } from '../../proof/cri/script-registry.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import { faultName } from '../../run/simulation/fault-name.ts';
import type { FaultInput, RegistryInput } from '../../run/simulation-input.ts';
import type { ImageContent } from '../registry/content/image-content.ts';
import type { RequestNotes } from '../registry/exchange.ts';
import type { RegistryServerInput } from '../registry/registry-input.ts';
import { serveRegistry } from '../registry/registry-server.ts';
import type { RequestEntry } from '../registry/request-entry.ts';

interface ScriptRegistryOptions {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** The platform of the runtime's machine, `linux/amd64`. */
  readonly platform: string;
  /** Scripts of two seeds have other bytes. */
  readonly seed: number;
  readonly nowMs: () => number;
}

/** Serves scripts over HTTP. Rejects if it cannot listen. */
export async function serveScripts(options: ScriptRegistryOptions): Promise<ScriptRegistry> {
  const { host, port, nowMs } = options;
  const log = new RequestLog(nowMs);
  const nothing = {
    seed: 0,
    images: [],
    registries: {},
    faults: [],
    platforms: [],
    identityOf: () => undefined,
  };
  const server = await serveRegistry({
    input: nothing,
    host,
    port,
    speed: 1,
    nowMs,
    onArrival: (notes, method) => log.begin(notes, method),
    onRequest: (entry, notes) => log.end(entry, notes),
  });
  const name = new URL(server.url).host;
  let served: ServedScript | undefined;
  const begin = async (next: ServedScript): Promise<Readonly<Record<string, ServedImage>>> => {
    served = next;
    server.replace(next.input());
    const contents = await Promise.all(
      next.script.images.map(async ({ name }) => [name, await server.contentOf(next.image(name))] as const),
    );
    log.expect(
      next,
      contents.map(([, content]) => content),
    );
    return Object.fromEntries(contents.map(([image, content]) => [image, servedImage(content)]));
  };
  return {
    host: name,
    serve: async (script, folder) => {
      log.forget();
      return await begin(new ServedScript(script, { ...options, name, folder }, {}));
    },
    move: async (image, to) => {
      if (served === undefined) throw new Error('serveScripts: no script is served');
      return await begin(served.withMoved(image, to));
    },
    requests: () => log.requests(),
    hasOpenRequest: (image, kind) => log.hasOpen(image, kind),
    isStalled: (image) => log.isStalled(image),
    close: () => server.close(),
  };
}

function servedImage({ root, byDigest }: ImageContent): ServedImage {
  const all = [...byDigest.values()];
  return {
    digest: root.digest,
    config: all.find(({ kind }) => kind === 'config')?.digest ?? '',
    layers: all.filter(({ kind }) => kind === 'layer').map(({ digest }) => digest),
  };
}

interface ScriptPlace extends ScriptRegistryOptions {
  readonly name: string;
  readonly folder: string;
}

const storeName = 'blobs.script';

/** A script as the input of a registry server. */
class ServedScript {
  readonly script: CriScript;
  readonly place: ScriptPlace;
  readonly #moved: Readonly<Record<string, string>>;

  constructor(script: CriScript, place: ScriptPlace, moved: Readonly<Record<string, string>>) {
    this.script = script;
    this.place = place;
    this.#moved = moved;
  }

  withMoved(image: string, to: string): ServedScript {
    // The tag gets what the other tag has at this time.
    const content = this.#moved[to] ?? to;
    return new ServedScript(this.script, this.place, { ...this.#moved, [image]: content });
  }

  input(): RegistryServerInput {
    const { seed, platform, name } = this.place;
    const { alice } = credentialsByUser;
    return {
      seed,
      images: this.script.images.map((image) => this.image(image.name)),
      registries: { [name]: this.#rules(), [storeName]: { ...this.#rates(), host: storeName } },
      faults: (this.script.faults ?? []).map((fault) => this.#fault(fault)),
      platforms: [platform],
      identityOf: (user, password) =>
        user === alice.username && password === alice.password ? alice.username : undefined,
    };
  }

  /** Returns what the tag of an image has. */
  image(name: string): Image {
    const content = this.#moved[name] ?? name;
    const { layers = [] } = this.script.images.find((image) => image.name === content) ?? {};
    const { folder } = this.place;
    const bytes = layerBytes(this.script);
    return {
      name: `${this.place.name}/${folder}/${name}:1`,
      ref: `${folder}/${content}`,
      index: false,
      configBytes: 0,
      layers: layers.map((layer) => ({ digest: `${folder}/${layer}`, bytes, unpackedBytes: bytes })),
      source: 'scenario',
    };
  }

  #rates(): Omit<RegistryInput, 'host'> {
    const { bytesPerSecond = null, ignoresRanges } = this.script.registry ?? {};
    return {
      roundTripMicros: 0,
      egressBytesPerSecond: null,
      bytesPerSecondPerResponse: bytesPerSecond,
      ...(ignoresRanges && { ranges: false }),
    };
  }

  #rules(): RegistryInput {
    const { authentication, isPrivate, redirects } = this.script.registry ?? {};
    const identities = [credentialsByUser.alice.username];
    return {
      ...this.#rates(),
      host: this.place.name,
      ...(authentication && { authentication }),
      ...(isPrivate && { private: [{ repositories: '*', identities }] }),
      ...(redirects && { blobStore: storeName }),
    };
  }

  #fault(fault: CriFault): FaultInput {
    const { image, request, ...settings } = { request: 'layer', ...fault } as const;
    const { name, folder } = this.place;
    const where = image === undefined ? {} : { image: `${name}/${folder}/${image}:1` };
    return { fromMicros: 0, untilMicros: null, ...settings, ...where, requests: [request] } as FaultInput;
  }
}

interface OpenRequest {
  readonly atMs: number;
  readonly method: string;
}

/** The requests of one script. */
class RequestLog {
  readonly #nowMs: () => number;
  readonly #open = new Map<Readonly<RequestNotes>, OpenRequest>();
  #over: RegistryRequest[] = [];
  #script: ServedScript | undefined;
  readonly #bytes = new Map<string, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns those that are over, and then those that go on, as if they ended now. */
  requests(): readonly RegistryRequest[] {
    const open = [...this.#open].filter(([notes]) => this.#imageIn(notes) !== undefined);
    const goingOn = open.map(([notes, { atMs, method }]) => ({
      ...this.#shown(notes, notes.reference),
      atMs,
      endMs: this.#nowMs(),
      method,
      authorization: 'none' as const,
      isWhole: false,
    }));
    return [...this.#over, ...goingOn];
  }

  forget(): void {
    this.#over = [];
    this.#bytes.clear();
  }

  expect(script: ServedScript, contents: readonly ImageContent[]): void {
    this.#script = script;
    for (const { byDigest } of contents)
      for (const { digest, bytes } of byDigest.values()) this.#bytes.set(digest, bytes);
  }

  begin(notes: Readonly<RequestNotes>, method: string): void {
    this.#open.set(notes, { atMs: this.#nowMs(), method });
  }

  end(entry: RequestEntry, notes: Readonly<RequestNotes>): void {
    const { atMs = this.#nowMs() } = this.#open.get(notes) ?? {};
    this.#open.delete(notes);
    const { method, reference, range, authorization, status } = entry;
    const shown = this.#shown(notes, reference);
    this.#over.push({
      ...shown,
      atMs,
      endMs: this.#nowMs(),
      method,
      range,
      authorization: authorization === 'other' ? 'basic' : authorization,
      status,
      isWhole: this.#isWhole(entry, shown.digest),
    });
  }

  #shown(notes: Readonly<RequestNotes>, reference: string | undefined) {
    const { kind, role } = notes;
    const digest = reference?.startsWith('sha256:') ? reference : undefined;
    return {
      kind: kind === undefined || kind === 'tags' ? ('other' as const) : kind,
      image: this.#imageIn(notes),
      digest,
      isStore: role === 'blobStore',
      fault: this.#faultIn(notes),
    };
  }

  hasOpen(image: string, kind: RegistryRequest['kind'] | undefined): boolean {
    return [...this.#open.keys()].some(
      (notes) => this.#imageIn(notes) === image && (kind === undefined || notes.kind === kind),
    );
  }

  isStalled(image: string): boolean {
    return [...this.#open.keys()].some((notes) => {
      const fault = this.#faultIn(notes);
      return this.#imageIn(notes) === image && (fault === 'unanswered' || fault === 'stalledBody');
    });
  }

  /** Returns the name of the image in the script; undefined where the request is for another script. */
  #imageIn({ repository = '' }: Readonly<RequestNotes>): string | undefined {
    const [, folder, image] = /^(?:.*\/)?([^/]+)\/([^/]+)$/.exec(repository) ?? [];
    return folder === this.#script?.place.folder ? image : undefined;
  }

  /** Returns the kind of the fault whose name the notes have. */
  #faultIn({ fault }: Readonly<RequestNotes>): string | undefined {
    const faults = this.#script?.script.faults ?? [];
    return faults.find(({ kind }, index) => faultName(index, kind) === fault)?.kind ?? fault;
  }

  #isWhole({ method, status, range, bodyBytes }: RequestEntry, digest: string | undefined): boolean {
    if (method === 'HEAD') return status === 200;
    const bytes = digest === undefined ? undefined : this.#bytes.get(digest);
    if (status === 206) {
      const [, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
      return bytes !== undefined && bodyBytes >= bytes - Number(from) && (to ?? '') === '';
    }
    return status === 200 && (bytes === undefined || bodyBytes >= bytes);
  }
}

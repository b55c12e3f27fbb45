/** The calls of a CRI image service that the kubelet uses for images (runtime.v1, `ImageService`). */
export interface ImageService {
  /** Returns the runtime's name and version, as `containerd v1.7.28`. Rejects if nothing answers. */
  version(): Promise<string>;
  /** Calls PullImage. When the signal aborts, the client cancels the call. */
  pullImage(image: string, options?: PullOptions): Promise<CriAnswer<string>>;
  /** Calls ImageStatus. The value is undefined where the runtime has no such image. */
  imageStatus(image: string): Promise<CriAnswer<CriImage | undefined>>;
  listImages(): Promise<CriAnswer<readonly CriImage[]>>;
  removeImage(image: string): Promise<CriAnswer<undefined>>;
  close(): void;
}

export interface PullOptions {
  readonly credentials?: CriCredentials | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CriCredentials {
  readonly username: string;
  readonly password: string;
}

/** What a call is answered with: a value, or a status of gRPC that is not OK. */
export type CriAnswer<V> =
  | { readonly ok: true; readonly value: V }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** An image as ImageStatus and ListImages describe it. */
export interface CriImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  readonly sizeBytes: number;
  readonly isPinned: boolean;
}

/** Nothing answers as a CRI runtime, or not in time. */
export class NoImageServiceError extends Error {
  constructor(reason: string) {
    super(`no CRI runtime answers: ${reason}`);
    this.name = 'NoImageServiceError';
  }
}

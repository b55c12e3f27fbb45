import type { CriScript } from './cri-script.ts';
import type { CriImage } from './image-service.ts';

/** What a tag of the registry has. */
export interface ServedImage {
  /** What the tag points to. */
  readonly digest: string;
  readonly config: string;
  readonly layers: readonly string[];
}

/** A request as the registry has seen it, when it is over. Times are in milliseconds since the script's start. */
export interface RegistryRequest {
  readonly atMs: number;
  readonly endMs: number;
  readonly method: string;
  readonly kind: 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token' | 'base' | 'other';
  /** The image of the script in whose repository it asked; absent: in none. */
  readonly image?: string | undefined;
  /** The digest that it asked for; absent: a tag, or no content. */
  readonly digest?: string | undefined;
  readonly range?: string | undefined;
  readonly authorization: 'none' | 'basic' | 'bearer';
  /** It came to the store of blobs to which the registry redirects. */
  readonly isStore: boolean;
  /** Absent: there was no answer. */
  readonly status?: number | undefined;
  /** All bytes that it asked for were sent. */
  readonly isWhole: boolean;
  /** The kind of fault that it met. */
  readonly fault?: string | undefined;
}

export type CriOperation = 'pull' | 'status' | 'list' | 'remove';

/** What happened while a script ran, in order of time. `at` is in milliseconds since its start. */
export type CriEntry =
  | { readonly type: 'served'; readonly at: number; readonly images: Readonly<Record<string, ServedImage>> }
  | {
      readonly type: 'call';
      readonly at: number;
      readonly call: number;
      readonly op: CriOperation;
      /** The image of the script, and the name by which the runtime is asked for it; absent for `list`. */
      readonly image?: string;
      readonly reference?: string;
      readonly as?: 'alice' | 'mallory';
    }
  | { readonly type: 'cancel'; readonly at: number; readonly call: number }
  | CriReply
  | ({ readonly type: 'request'; readonly at: number } & RegistryRequest);

export interface CriReply {
  readonly type: 'answer';
  readonly at: number;
  readonly call: number;
  /** `OK`, or the code of gRPC; `none` where the time was up. */
  readonly code: string;
  readonly message?: string;
  /** What a pull answered. */
  readonly imageRef?: string;
  /** What ImageStatus and ListImages answered. */
  readonly images?: readonly CriImage[];
}

export interface CriTrace {
  readonly script: CriScript;
  /** The host and path before the names of the script's images: `127.0.0.1:5000/windlass-7`. */
  readonly prefix: string;
  readonly entries: readonly CriEntry[];
}

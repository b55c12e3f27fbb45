import type { CriScript } from './cri-script.ts';
import type { RegistryRequest, ServedImage } from './cri-trace.ts';

/** The users of a private registry in scripts. */
export const credentialsByUser = {
  alice: { username: 'alice', password: 'Right-Horse-41' },
  mallory: { username: 'alice', password: 'Wrong-Horse-42' },
} as const;

/** A registry that serves one script after another. */
export interface ScriptRegistry {
  /** How runtimes name it in images: `127.0.0.1:5000`. */
  readonly host: string;
  /**
   * Serves the images of a script under `folder`, with its faults, and forgets the requests before. Resolves to what
   * each tag has.
   */
  serve(script: CriScript, folder: string): Promise<Readonly<Record<string, ServedImage>>>;
  /** Serves the content of `to` under the tag of `image` too, from now on. Resolves to what each tag has then. */
  move(image: string, to: string): Promise<Readonly<Record<string, ServedImage>>>;
  /** Returns the requests so far. One that is not over ends now. */
  requests(): readonly RegistryRequest[];
  /** Whether a request for the image, of this kind if one is given, is not over. */
  hasOpenRequest(image: string, kind?: RegistryRequest['kind']): boolean;
  /** Whether a request for the image waits for an answer or a body that a fault keeps from it. */
  isStalled(image: string): boolean;
  close(): Promise<void>;
}

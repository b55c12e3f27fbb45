import type { ObservedRequest } from '../estimates/observed-pull.ts';
import type { LogLine } from './log-line.ts';

interface Sent {
  readonly micros: number;
  readonly method: string;
  /** Whether its repository has just answered 401, so that a token is fetched in between. */
  readonly challenged: boolean;
}

/**
 * Collects how long requests to registries took, from containerd's lines `do request` and
 * `fetch response received` (level debug, in 1.6.20 already: `request.do` in
 * core/remotes/docker/resolver.go). It keeps HEADs, each on a connection of its own, and the GET of a config,
 * which uses the connection of the manifest before it.
 */
export class RequestLog {
  readonly done: ObservedRequest[] = [];
  readonly #sent = new Map<string, Sent[]>();
  /** The last answer of each repository: `401`, `manifest`. */
  readonly #last = new Map<string, '401' | 'manifest' | 'other'>();

  /** Whether the line was of a request. */
  add({ message, fields, micros }: LogLine): boolean {
    const url = fields.get('url') ?? '';
    if (message === 'do request') {
      const parts = requestParts(url);
      if (parts === undefined) return true;
      const sent = {
        micros,
        method: fields.get('request.method') ?? 'GET',
        challenged: this.#last.get(parts.repository) === '401',
      };
      const queue = this.#sent.get(url);
      if (queue === undefined) this.#sent.set(url, [sent]);
      else if (queue.length < 100) queue.push(sent);
      return true;
    }
    if (message !== 'fetch response received') return false;
    const parts = requestParts(url);
    const queue = this.#sent.get(url);
    const sent = queue?.shift();
    if (queue?.length === 0) this.#sent.delete(url);
    if (parts !== undefined && sent !== undefined)
      this.#answered(parts, sent, micros, fields.get('response.status') ?? '');
    return true;
  }

  #answered({ repository, registry, kind }: RequestParts, sent: Sent, micros: number, status: string): void {
    const before = this.#last.get(repository);
    const ok = status.startsWith('2');
    const took = micros - sent.micros;
    if (ok && took > 0 && !sent.challenged) {
      if (sent.method === 'HEAD') this.done.push({ registry, kind: 'first', micros: took });
      else if (kind === 'blob' && before === 'manifest')
        this.done.push({ registry, kind: 'later', micros: took });
    }
    const manifest = ok && kind === 'manifest' && sent.method === 'GET';
    this.#last.set(repository, status.startsWith('401') ? '401' : manifest ? 'manifest' : 'other');
  }
}

interface RequestParts {
  readonly repository: string;
  readonly registry: string;
  readonly kind: 'manifest' | 'blob';
}

function requestParts(url: string): RequestParts | undefined {
  const match = /^https?:\/\/([^/?#]+)\/v2\/([^?#]+)\/(manifests|blobs)\/[^/?#]+(?:\?ns=([^&#]+))?/.exec(url);
  if (match === null) return undefined;
  const [, host = '', repository = '', kind, mirrored] = match;
  const registry = mirrored ?? (host === 'registry-1.docker.io' ? 'docker.io' : host);
  return { repository: `${host}/${repository}`, registry, kind: kind === 'manifests' ? 'manifest' : 'blob' };
}

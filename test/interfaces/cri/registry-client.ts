import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { CriCredentials } from '../../../src/proof/cri/image-service.ts';
import type { Defect } from './planted-defects.ts';

export interface Asked {
  readonly method?: 'GET' | 'HEAD';
  readonly from?: number;
  readonly credentials?: CriCredentials | undefined;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The body ended too early. */
  readonly isCut: boolean;
}

/** A pull has failed, with the message of a runtime. */
export class PullError extends Error {
  readonly code: string;
  constructor(message: string, code = 'Unknown') {
    super(message);
    this.name = 'PullError';
    this.code = code;
  }
}

/** A client of the distribution API, as good as a runtime needs it, with the defects that are planted in it. */
export class RegistryClient {
  readonly #defect: Defect | undefined;
  /** Tokens by the repository and who asked. */
  readonly #tokens = new Map<string, string>();

  constructor(defect: Defect | undefined) {
    this.#defect = defect;
  }

  /** Returns the digest of a tag, or of what has this digest. */
  async resolve(host: string, repository: string, reference: string, asked: Asked): Promise<string> {
    const path = `/v2/${repository}/manifests/${reference}`;
    const { headers } = await this.#tried(host, path, { ...asked, method: 'HEAD' });
    return String(headers['docker-content-digest']);
  }

  /** Returns what a digest names. A body that is cut is continued. */
  async content(
    host: string,
    repository: string,
    kind: 'manifests' | 'blobs',
    digest: string,
    asked: Asked,
  ): Promise<Buffer> {
    const path = `/v2/${repository}/${kind}/${digest}`;
    let body: Buffer = Buffer.alloc(0);
    for (let tries = 0; tries < 5; tries += 1) {
      const answered = await this.#tried(host, path, { ...asked, from: body.length });
      body = answered.status === 206 ? Buffer.concat([body, answered.body]) : answered.body;
      if (!answered.isCut || this.#defect === 'acceptsCutBody') break;
    }
    const actual = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    const isVerified = this.#defect !== 'acceptsWrongDigest' && this.#defect !== 'acceptsCutBody';
    if (actual !== digest && isVerified)
      throw new PullError(`unexpected digest ${actual}, expected ${digest}`, 'FailedPrecondition');
    return body;
  }

  /** Asks again where it may help, and with a token where one is demanded. */
  async #tried(host: string, path: string, asked: Asked): Promise<Answered> {
    const repository = /^\/v2\/(.+)\/(?:manifests|blobs)\//.exec(path)?.[1] ?? '';
    const who = this.#defect === 'keepsTokenOfOthers' ? '' : JSON.stringify(asked.credentials ?? '');
    const triesMax = this.#defect === 'triesForever' ? 60 : 2;
    const key = `${repository} ${who}`;
    let answered = await this.#redirected(host, path, asked, this.#tokens.get(key));
    let isAuthorized = false;
    for (let tries = 1; answered.status >= 400; tries += 1) {
      const { status, headers } = answered;
      const challenge = String(headers['www-authenticate'] ?? '');
      if (status === 401 && !isAuthorized && challenge !== '') {
        isAuthorized = true;
        this.#tokens.set(key, await this.#authorization(challenge, asked));
      } else if ((status !== 429 && status < 500) || tries >= triesMax) {
        throw this.#failure(host, path, status, asked);
      }
      answered = await this.#redirected(host, path, asked, this.#tokens.get(key));
    }
    return answered;
  }

  #failure(host: string, path: string, status: number, { credentials }: Asked): PullError {
    const code = status === 404 ? 'NotFound' : 'Unknown';
    if (this.#defect === 'hidesStatus') return new PullError('the image could not be pulled', code);
    const who =
      this.#defect === 'tellsPassword' && credentials !== undefined
        ? `${credentials.username}:${credentials.password}@`
        : '';
    return new PullError(`unexpected status of http://${who}${host}${path}: ${status}`, code);
  }

  async #authorization(challenge: string, asked: Asked): Promise<string> {
    const { credentials } = asked;
    const basic =
      credentials &&
      `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
    if (challenge.startsWith('Basic')) {
      if (basic === undefined) throw new PullError('no basic auth credentials: 401');
      return basic;
    }
    const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? '';
    const realm = new URL(field('realm'));
    realm.searchParams.set('service', field('service'));
    realm.searchParams.set('scope', field('scope'));
    const answered = await this.#ask(realm, { signal: asked.signal }, basic);
    if (answered.status !== 200) throw this.#failure(realm.host, realm.pathname, answered.status, asked);
    const { token } = JSON.parse(answered.body.toString()) as { token: string };
    return `Bearer ${token}`;
  }

  async #redirected(host: string, path: string, asked: Asked, authorization?: string): Promise<Answered> {
    const url = new URL(`http://${host}${path}`);
    const answered = await this.#ask(url, asked, authorization);
    const { location } = answered.headers;
    if (answered.status !== 307 || location === undefined) return answered;
    const isSent = this.#defect === 'sendsCredentialsOn';
    return await this.#ask(new URL(location, url), asked, isSent ? authorization : undefined);
  }

  #ask(url: URL, { method = 'GET', from = 0, signal }: Asked, authorization?: string): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(authorization === undefined ? {} : { authorization }),
        ...(from === 0 ? {} : { range: `bytes=${from}-` }),
      };
      const sent = request(url, { method, headers, signal, agent: false }, (response) => {
        const pieces: Buffer[] = [];
        const end = (isCut: boolean): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
            isCut,
          });
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => end(false));
        response.on('error', () => (signal.aborted ? reject(new PullError('context canceled')) : end(true)));
      });
      sent.on('error', (error) => reject(new PullError(`failed to do request: ${error.message}`)));
      sent.end();
    });
  }
}

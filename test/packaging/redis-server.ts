import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';

/** Debian's `redis-server`, where it is installed. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of one test, on this machine only, which keeps nothing on a disk. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(folder: string): Promise<RedisServer> {
    const server = new RedisServer(folder, await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  async start(): Promise<void> {
    const words =
      `--port ${this.port} --bind 127.0.0.1 --appendonly no --daemonize no --dir ${this.#folder}`.split(' ');
    this.#child = spawn('redis-server', [...words, '--save', ''], { stdio: 'ignore' });
    const client = this.client();
    await client.ping();
    client.disconnect();
  }

  /** Without a chance to write anything. What was in it is lost. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#child?.on('exit', resolve));
    this.#child?.kill('SIGKILL');
    await ended;
  }

  /** SIGSTOP: its connections stand, and it answers nothing. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name);
  }

  client(): Redis {
    const client = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on('error', () => {});
    return client;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.on('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

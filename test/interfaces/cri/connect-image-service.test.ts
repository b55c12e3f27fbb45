import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { connectImageService, grpcLibraries } from '../../../src/interfaces/cri/connect-image-service.ts';
import {
  type CriImage,
  type ImageService,
  NoImageServiceError,
  type PullOptions,
} from '../../../src/proof/cri/image-service.ts';
import { serveImageService } from './serve-image-service.ts';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0).reverse()) close();
});

const web: CriImage = {
  id: 'sha256:aa',
  repoTags: ['shop.example/web:1'],
  repoDigests: ['shop.example/web@sha256:bb'],
  sizeBytes: 5_000_000_000,
  isPinned: true,
};

/** Connects to a runtime that has only one image, and fails every pull. */
async function connected(calls: Partial<ImageService>): Promise<ImageService> {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-cri-'));
  closes.push(() => rmSync(folder, { recursive: true }));
  const libraries = await grpcLibraries();
  const endpoint = `unix://${folder}/cri.sock`;
  const service: ImageService = {
    version: async () => 'planted v1.2.3',
    pullImage: async () => ({ ok: false, code: 'NotFound', message: 'no such image' }),
    imageStatus: async (image) => ({ ok: true, value: image === web.repoTags[0] ? web : undefined }),
    listImages: async () => ({ ok: true, value: [web] }),
    removeImage: async () => ({ ok: true, value: undefined }),
    close: () => {},
    ...calls,
  };
  const server = await serveImageService(service, endpoint, libraries);
  closes.push(server.close);
  const client = connectImageService(endpoint, libraries);
  closes.push(client.close);
  return client;
}

test('a runtime at a socket answers the calls for images', async () => {
  const client = await connected({});
  expect(await client.version()).toBe('planted v1.2.3');
  expect(await client.imageStatus('shop.example/web:1')).toEqual({ ok: true, value: web });
  expect(await client.imageStatus('shop.example/api:1')).toEqual({ ok: true, value: undefined });
  expect(await client.listImages()).toEqual({ ok: true, value: [web] });
  expect(await client.removeImage('shop.example/web:1')).toEqual({ ok: true, value: undefined });
  expect(await client.pullImage('shop.example/api:1')).toEqual({
    ok: false,
    code: 'NotFound',
    message: 'no such image',
  });
});

test('a pull has its credentials, and is cancelled with its signal', async () => {
  const asked: PullOptions[] = [];
  const client = await connected({
    pullImage: async (_image, options = {}) => {
      asked.push(options);
      await new Promise<void>((resolve) => options.signal?.addEventListener('abort', () => resolve()));
      return { ok: true, value: 'late' };
    },
  });
  const credentials = { username: 'alice', password: 'for the test' };
  const abort = new AbortController();
  const pull = client.pullImage('shop.example/web:1', { credentials, signal: abort.signal });
  await expect.poll(() => asked.length).toBe(1);
  abort.abort();
  expect(await pull).toMatchObject({ ok: false, code: 'Canceled' });
  await expect.poll(() => asked[0]?.signal?.aborted).toBe(true);
  expect(asked[0]?.credentials).toMatchObject(credentials);
});

test('an address where nothing listens has no runtime', async () => {
  const client = connectImageService('unix:///nowhere/cri.sock', await grpcLibraries());
  closes.push(client.close);
  await expect(client.version()).rejects.toThrow(NoImageServiceError);
  await expect(client.version()).rejects.toThrow(
    /^no CRI runtime answers: Unavailable: [^\n]*ENOENT \/nowhere\/cri\.sock\.$/,
  );
});

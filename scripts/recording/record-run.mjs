// One recorded run: a containerd with an empty store, a registry on the loopback, and the calls of the run.
import { createServer } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startContainerd } from './containerd-process.mjs';

const seed = 1;

/** Garbage is collected within so long of the end of a pull. */
const afterwardsMs = 700;

/** A pull that one release ends by itself may hang for ever with another: so long is waited, longer than any took. */
const patienceMs = 60_000;

/** Milliseconds since 1970, as finely as the process can tell; containerd's log has the same clock. */
const nowMs = () => performance.timeOrigin + performance.now();

/**
 * Records a run and returns its lines.
 *
 * @param {object} recording of `recordingPlan`
 * @param {{ containerd: string, modules: Record<string, any> }} options `modules`: what dist/ exports
 */
export async function recordRun(recording, { containerd, modules }) {
  const { containerdConfig, earlierRegistry, recordingRegistry, replaySetup, writeRecordedRun } = modules;
  const { recordedHeader, blobNames, readContainerdLog } = modules;
  const { diskBytes, hasCredentials } = replaySetup(recording.source);
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const daemon = await startContainerd(containerd, {
    configOf: (paths) => containerdConfig(recording.config, paths),
    hosts: { [host]: modules.registryHosts(host) },
    diskBytes,
  });
  const client = modules.connectImageService(`unix://${daemon.paths.socket}`, await modules.grpcLibraries());
  let registry;
  try {
    // gRPC connects with its first call and is slow in those after it, which are none of the run's.
    for (let warming = 0; warming < 20; warming++) await client.imageStatus('warming');
    const earlier = await bringEarlierImages(earlierRegistry(recording), port, { client, modules });
    registry = await serve(recordingRegistry(recording), port, modules);
    const served = new Map([...(await servedImages(registry)), ...earlier]);
    const names = Object.keys(recording.source.header.images);
    const images = new Map(names.map((name) => [name, served.get(name)]));
    const load = loadavg()[0] ?? 0;
    const calls = await makeCalls(recording.calls, { client, registry, hasCredentials, modules });
    await sleep(afterwardsMs);
    const blobs = blobNames(images);
    const startMs = Math.min(...calls.map((call) => call.startMs));
    const events = [
      ...calls.flatMap((call) =>
        modules.recordedCall({ ...call, startMs: call.startMs - startMs, endMs: call.endMs - startMs }),
      ),
      ...registry.requests(startMs, blobs),
      ...readContainerdLog(daemon.readLog(), { startMs, blobs }),
    ];
    return writeRecordedRun(recordedHeader(recording, images, load), events, {
      host: registry.host,
      root: daemon.paths.root,
    });
  } finally {
    client.close();
    await registry?.close();
    await daemon.stop();
  }
}

/** Returns a port that nothing listens on. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Pulls the images that are there before the run, and returns what their digests name. */
async function bringEarlierImages(earlier, port, { client, modules }) {
  if (earlier.images.length === 0) return [];
  const registry = await serve(earlier, port, modules);
  const images = await servedImages(registry);
  for (const { name } of registry.images) {
    const answer = await client.pullImage(name);
    if (!answer.ok) throw new Error(`${name}: ${answer.message}`);
  }
  await registry.close();
  await sleep(afterwardsMs);
  return images;
}

async function serve(
  { images, registries, faults, rules },
  port,
  { serveRegistry, registryHost, recordedRequest },
) {
  const host = `127.0.0.1:${port}`;
  // It is known by the name by which it is asked, as every registry is.
  const named = images.map((image) => ({ ...image, name: image.name.replace(registryHost, host) }));
  const requests = [];
  let openedMs;
  const server = await serveRegistry({
    input: {
      seed,
      images: named,
      registries: { [host]: { ...registries[registryHost], host } },
      faults,
      platforms: ['linux/amd64'],
      identityOf: (user, password) => `${user}:${password}`,
    },
    host: '127.0.0.1',
    port,
    speed: 1,
    // The server takes its first moment for the start of its time.
    nowMs: () => {
      const ms = nowMs();
      openedMs ??= ms;
      return ms;
    },
    onRequest: (entry) => requests.push(entry),
  });
  // A server that was never asked takes some ms for its first answer.
  for (let warming = 0; warming < 20; warming++) await (await fetch(`${server.url}/v2/`)).arrayBuffer();
  return {
    ...server,
    host,
    images: named,
    nameOf: (image) => image.replace(registryHost, host),
    requests: (startMs, blobs) =>
      requests
        .filter(({ atMicros }) => openedMs + atMicros / 1_000 >= startMs)
        .flatMap((request) => recordedRequest(request, { blobs, rules, offsetMs: startMs - openedMs }) ?? []),
  };
}

/** Makes the bytes of all images, and returns what their digests name. */
async function servedImages({ images, host, contentOf }) {
  const served = new Map();
  for (const image of images) {
    const { root, byDigest } = await contentOf(image);
    served.set(image.name.replace(`${host}/`, ''), {
      manifest: root,
      blobs: [...byDigest.values()]
        .filter(({ digest }) => digest !== root.digest)
        .map(({ kind, digest, bytes, place, layer }) => ({
          kind,
          digest,
          bytes,
          ...(layer && { place, unpacked: layer.tarBytes }),
        })),
    });
  }
  return served;
}

/** Makes the calls at their moments, each next one once the one before it was answered. */
async function makeCalls(plan, { client, registry, hasCredentials, modules }) {
  const { replayedName, recordedUser } = modules;
  const openedMs = nowMs();
  const ends = new Map(plan.map(({ pull }) => [pull, deferred()]));
  return await Promise.all(
    plan.map(async (call) => {
      await ends.get(call.after)?.promise;
      const wait = call.atMicros / 1_000 - (call.after === undefined ? nowMs() - openedMs : 0);
      if (wait > 0) await sleep(wait);
      const gaveUp = new AbortController();
      const deadlineMs = call.deadlineMicros === undefined ? patienceMs : call.deadlineMicros / 1_000;
      const timer = setTimeout(() => gaveUp.abort(), deadlineMs);
      const beginMs = nowMs();
      const answer = await client.pullImage(registry.nameOf(replayedName(call.image)), {
        ...(hasCredentials ? { credentials: recordedUser } : {}),
        signal: gaveUp.signal,
      });
      const endMs = nowMs();
      clearTimeout(timer);
      ends.get(call.pull)?.resolve();
      return { call, startMs: beginMs, endMs, answer };
    }),
  );
}

function deferred() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

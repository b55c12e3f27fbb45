import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { connectImageService, grpcLibraries } from '../../../src/interfaces/cri/connect-image-service.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { lacksContainerd, startDebianContainerd } from '../cri/debian-containerd.ts';
import { type Served, served } from './served.ts';

/**
 * Answers that the simulator gives within so many ms of each other come in any order: which blob gets the connection
 * that is there already, and which one has to wait for a new one, is a race.
 */
const togetherMs = { blob: 200, other: 20 };
/**
 * How far an answer may be from where the simulator has it: ms, and a share of the time since the first one. On a machine
 * that has other work a real answer is late, and never early.
 */
const tolerance = { early: { ms: 60, share: 0.05 }, late: { ms: 400, share: 0.2 } };

/** One request, of either side. */
interface Seen {
  /** What was asked for, and what came: `GET layer of 6000000 206 from 1000000`. */
  readonly what: string;
  readonly isBlob: boolean;
  /** When status and headers came. */
  readonly answeredMs: number;
}

interface Pulls {
  /** The images, in the order of their names; the second is pulled at once with the first. */
  readonly images: string;
  readonly faults?: string;
  /** How far the answers after a layer that another pull loads may be off, in ms: containerd looks at random times. */
  readonly afterSharedMs?: number;
  readonly registry?: string;
}

function scenarioOf(host: string, { images, faults = '[]', registry = '' }: Pulls): string {
  return `registries:
  '${host}': { roundTrip: 80ms, perResponse: 8MB/s${registry} }
  blobs.example: { roundTrip: 60ms, perResponse: 8MB/s }
  hub.example: { roundTrip: 100ms, perResponse: 4MB/s }
images: [${images.replaceAll('HOST', host)}]
faults: ${faults}
`;
}

function podsOf(names: readonly string[]): string {
  return names
    .map(
      (name, index) =>
        `apiVersion: v1\nkind: Pod\nmetadata: { name: pod-${index} }\nspec: { containers: [{ name: app, image: '${name}' }] }\n`,
    )
    .join('---\n');
}

const kubelet =
  'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePulls: false\n';

/** Returns what a containerd of this version asks for in a simulated run, and when each image is first asked for. */
function simulated(host: string, pulls: Pulls, names: readonly string[]) {
  const head = 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\n';
  const text = [`${head}${scenarioOf(host, pulls)}`, kubelet, podsOf(names)].join('---\n');
  const read = readInput([{ name: 'scenario.yaml', text }], { runtime: 'containerd://1.6.20', seed: 1 });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const { records } = simulate(read.input);
  const bytesOf = new Map(
    Object.values(read.input.images).flatMap(({ layers }) =>
      layers.map(({ digest, bytes }) => [digest, bytes] as const),
    ),
  );
  const seen: Seen[] = [];
  const starts = new Map<string, number>();
  for (const record of records) {
    if (record.type !== 'request' || !record.image.startsWith(host)) continue;
    const { at, method, kind, digest = '', offset = 0, image } = record;
    if (!starts.has(image)) starts.set(image, at);
    // Later ones are of the kubelet's next try.
    if (record.state !== 'answered' || at - (starts.get(image) ?? at) > nextTryMs) continue;
    const layer = kind === 'layer' ? ` of ${bytesOf.get(digest)}` : '';
    const from = offset === 0 ? '' : ` from ${offset}`;
    const what = `${method} ${kind}${layer} ${record.status}${from}`;
    seen.push({ what, isBlob: isBlobKind(kind), answeredMs: at });
  }
  return { seen, starts };
}

const nextTryMs = 9_000;

function isBlobKind(kind: string | undefined): boolean {
  return kind === 'layer' || kind === 'config';
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Pulls the images with a real containerd, each when the simulated one did, and returns its requests. */
async function pulled(
  server: Served,
  names: readonly string[],
  startsMs: readonly number[],
): Promise<readonly Seen[]> {
  const bytesOf = new Map<string, number>();
  for (const image of server.input.images)
    for (const { digest, bytes } of (await server.contentOf(image)).byDigest.values())
      bytesOf.set(digest, bytes);
  const daemon = await startDebianContainerd();
  const client = connectImageService(`unix://${daemon.paths.socket}`, await grpcLibraries());
  try {
    await client.version();
    await Promise.all(
      names.map(async (name, index) => {
        await sleep(startsMs[index] ?? 0);
        return await client.pullImage(name);
      }),
    );
  } finally {
    client.close();
    await daemon.stop();
  }
  return server.entries.flatMap((entry) => {
    const { method, kind, range, status, answeredMicros, reference = '' } = entry;
    // A pull that fails takes its other requests back.
    if (answeredMicros === undefined) return [];
    const layer = kind === 'layer' ? ` of ${bytesOf.get(reference)}` : '';
    const from = range === undefined ? '' : ` from ${/\d+/.exec(range)?.[0]}`;
    const what = `${method} ${kind}${layer} ${status}${from}`;
    return [{ what, isBlob: isBlobKind(kind), answeredMs: answeredMicros / 1_000 }];
  });
}

/** Returns the requests in groups that the simulator has answered together, or in groups of these sizes. */
function grouped(seen: readonly Seen[], sizes?: readonly number[]): readonly (readonly Seen[])[] {
  const groups: Seen[][] = [];
  for (const request of seen.toSorted((one, other) => one.answeredMs - other.answeredMs)) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const isTogether =
      sizes === undefined
        ? before !== undefined &&
          before.isBlob === request.isBlob &&
          request.answeredMs - before.answeredMs <= togetherMs[request.isBlob ? 'blob' : 'other']
        : group !== undefined && group.length < (sizes[groups.length - 1] ?? Infinity);
    if (group !== undefined && isTogether) group.push(request);
    else groups.push([request]);
  }
  return groups;
}

function askedFor(groups: readonly (readonly Seen[])[]): readonly (readonly string[])[] {
  return groups.map((group) => group.map(({ what }) => what).sort());
}

const base = "{ size: 6MB, digest: 'sha256:base' }";
const web = `{ name: HOST/web:1, layers: [${base}, { size: 2MB }] }`;
// Which of two pulls at once gets the shared layer is a race: what each has alone is of one size.
const api = `{ name: HOST/api:1, layers: [${base}, { size: 2MB }] }`;

// Which of two layers is asked for first is a race as well, and a pull ends with the first error.
const one = '{ name: HOST/one:1, layers: [{ size: 2MB }] }';

const cases: readonly (readonly [what: string, pulls: Pulls])[] = [
  ['a pull', { images: web }],
  ['two pulls at once that share a layer', { images: `${web}, ${api}`, afterSharedMs: 600 }],
  [
    'a registry that answers 503 once',
    { images: web, faults: '[{ kind: badStatus, status: 503, request: tag, times: 1 }]' },
  ],
  [
    'a layer that is answered 503 once',
    { images: one, faults: '[{ kind: badStatus, status: 503, layer: 0, times: 1 }]' },
  ],
  [
    'a body that is cut',
    { images: web, faults: '[{ kind: cutBody, afterBytes: 1000000, layer: 0, times: 1 }]' },
  ],
  ['tokens', { images: web, registry: ', authentication: bearer' }],
  ['a store of blobs', { images: web, registry: ', blobStore: blobs.example' }],
  ['a cache that has nothing yet', { images: web, registry: ', cacheOf: hub.example' }],
];

test.skipIf(lacksContainerd).each(cases)(
  'a real containerd asks for what the simulated one does, in its order and at its times: %s',
  { timeout: 60_000 },
  async (_, pulls) => {
    const port = await freePort();
    const host = `127.0.0.1:${port}`;
    const names = [...pulls.images.matchAll(/HOST\/([\w:]+)/g)].map(([, name]) => `${host}/${name}`);
    const ours = simulated(host, pulls, names);
    const server = await served(scenarioOf(host, pulls), { port });
    const first = Math.min(...ours.starts.values());
    const startsMs = names.map((name) => (ours.starts.get(name) ?? first) - first);
    const real = await pulled(server, names, startsMs).finally(() => server.close());
    const groups = grouped(ours.seen);
    const realGroups = grouped(
      real,
      groups.map(({ length }) => length),
    );
    expect(askedFor(realGroups)).toEqual(askedFor(groups));
    const zero = (side: readonly (readonly Seen[])[]): number => side[0]?.[0]?.answeredMs ?? 0;
    for (const [place, group] of groups.entries()) {
      const isAfterShared = pulls.afterSharedMs !== undefined && place === groups.length - 1;
      for (const [index, { what, answeredMs }] of group.entries()) {
        const here = answeredMs - zero(groups);
        const there = (realGroups[place]?.[index]?.answeredMs ?? 0) - zero(realGroups);
        const { ms, share } = there < here ? tolerance.early : tolerance.late;
        const tolerated = isAfterShared ? pulls.afterSharedMs : ms + share * here;
        expect(Math.abs(there - here), `${what} at ${here} ms, and at ${there}`).toBeLessThan(tolerated);
      }
    }
  },
);

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { type Image, imagesForPlatform } from '../../../src/rules/runtime/images/image.ts';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const pod = (...images: readonly string[]) =>
  podYaml(
    'x',
    `{ containers: [${images.map((image, index) => `{ name: c${index}, image: "${image}" }`).join(', ')}] }`,
  );
const sizeOf = (text: string, name: string, imageSizes: readonly string[] = []) =>
  accepted(text, { imageSizes }).input.images[name]?.layers.reduce((sum, layer) => sum + layer.bytes, 0);
const catalog = (images: string) =>
  `apiVersion: windlass.dev/v1alpha1\nkind: ImageCatalog\nimages: ${images}\n`;

function withFile(name: string, text: string, platform?: string) {
  return readInput(
    [
      { name: 'in.yaml', text: pod('redis:7.2') },
      { name, text },
    ],
    platform === undefined ? {} : { platform },
  );
}

describe('where sizes come from', () => {
  test('--image-size comes before the Scenario, that before a catalogue, that before Node objects', () => {
    const node =
      'apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { images: [{ names: [docker.io/library/app:v1], sizeBytes: 100 }] }\n';
    const all = [
      pod('app:v1'),
      node,
      catalog('[{ name: "app:v1", size: 200B }]'),
      scenarioYaml('images: [{ name: "docker.io/library/app:v1", size: 300B }]'),
    ];
    expect(sizeOf(stream(...all), 'app:v1', ['app=400B'])).toBe(400);
    expect(sizeOf(stream(...all), 'app:v1')).toBe(300);
    expect(sizeOf(stream(...all.slice(0, 3)), 'app:v1')).toBe(200);
    expect(sizeOf(stream(...all.slice(0, 2)), 'app:v1')).toBe(100);
  });

  test('layers stay as given; layers of the same digest are shared; an unpacked size that is missing is 2.6 times the size', () => {
    const layers = (more: string) =>
      `[{ size: 10MB, digest: "sha256:base", unpackedSize: 12MB }, { size: 1MB${more} }]`;
    const images = `[{ name: a, layers: ${layers('')} }, { name: b, index: true, layers: ${layers(', unpackedSize: 5MB')} }]`;
    const { input } = accepted(stream(pod('a', 'b'), scenarioYaml(`images: ${images}`)));
    const [a, b] = [input.images['a:latest'], input.images['b:latest']];
    expect(a?.layers.map((layer) => [layer.bytes, layer.unpackedBytes])).toEqual([
      [10e6, 12e6],
      [1e6, 2.6e6],
    ]);
    expect(b?.layers[1]?.unpackedBytes).toBe(5e6);
    expect(a?.layers[0]?.digest).toBe(b?.layers[0]?.digest);
    expect(a?.layers[1]?.digest).not.toBe(b?.layers[1]?.digest);
    expect([a?.index, b?.index]).toEqual([false, true]);
    expect(input.assumptions).toContain('1 behind an image index: one more round trip each, not measured.');
  });

  test('an image of the Scenario that no pod uses is warned of', () => {
    expect(
      accepted(stream(pod('redis:7.2'), scenarioYaml('images: [{ name: "redis:7.3", size: 3MB }]'))).warnings,
    ).toEqual(['in.yaml:8:18: no pod uses the image "redis:7.3"; did you mean redis:7.2?']);
  });

  test.each([
    ['[{ name: a }]', '8:10 WRONG_VALUE images[0] must be an image with either size or layers'],
    [
      '[{ name: a, size: 3B, layers: [{ size: 3 }] }]',
      '8:10 WRONG_VALUE images[0] must be an image with either size or layers',
    ],
    [
      '[{ name: a, size: big }]',
      '8:27 WRONG_VALUE images[0].size must be a size such as 300MB, 1.5GiB or a number of bytes, not "big"',
    ],
    [
      '[{ name: a, size: -3 }]',
      '8:27 WRONG_VALUE images[0].size must be a size such as 300MB, 1.5GiB or a number of bytes, not -3',
    ],
    ['[{ name: A, size: 3B }]', '8:18 IMAGE_NAME "A" is not an image name'],
    [
      '[{ name: a, size: 3B }, { name: "docker.io/library/a:latest", size: 3B }]',
      '8:41 DUPLICATE "docker.io/library/a:latest" is there twice',
    ],
    [
      '[{ name: a, layers: [{ size: 3MB, digest: "sha256:one" }] }, { name: b, layers: [{ size: 4MB, digest: "sha256:one" }] }]',
      '8:111 CONFLICT "sha256:one" has 4000000 bytes (unpacked 10400000) here, and 3000000 (7800000) before',
    ],
    [
      '[{ name: a, layers: [] }]',
      '8:29 WRONG_VALUE images[0].layers must be a list of at least 1 item, not an empty list',
    ],
  ])('%s is refused', (images, error) => {
    expect(refused(stream(pod('a'), scenarioYaml(`images: ${images}`)))).toEqual([error]);
  });
});

describe('--image-size', () => {
  const text = pod('gcr.io/p/app:v1', 'redis');

  test.each(['app=3MB', 'app:v1=3MB', 'gcr.io/p/app:v1=3MB'])(
    '%s means the one image of that name',
    (option) => {
      expect(sizeOf(text, 'gcr.io/p/app:v1', [option])).toBe(3e6);
    },
  );

  test('of no image, of several, or without a size is an error', () => {
    expect(errorsOf(text, { imageSizes: ['ap=3MB'] })[0]).toMatchObject({
      file: '--image-size ap=3MB',
      code: 'OPTION',
    });
    expect(errorsOf(text, { imageSizes: ['rediss=3MB'] })[0]).toMatchObject({ hint: 'did you mean redis?' });
    expect(refused(pod('a/app:v1', 'b/app:v1'), { imageSizes: ['app=3MB'] })).toEqual([
      '--image-size app=3MB OPTION "app" may be docker.io/a/app:v1, docker.io/b/app:v1',
    ]);
    for (const option of ['app', 'app=', '=3MB', 'app=big']) {
      expect(refused(text, { imageSizes: [option] })).toEqual([
        `--image-size ${option} OPTION not of the form name=size`,
      ]);
    }
  });
});

describe('listings of other tools', () => {
  test.each([
    [683_000, 10_000_000],
    [319_000, 26_000_000],
  ])('crictl images -o json in which pause has %d bytes', (pause, expected) => {
    const images = [
      { id: 'sha256:p', repoTags: ['registry.k8s.io/pause:3.9'], size: `${pause}` },
      { id: 'sha256:a', repoTags: ['docker.io/library/redis:7.2'], size: '26000000' },
    ];
    const result = withFile('images.json', JSON.stringify({ images }));
    const layers = result.ok ? (result.input.images['redis:7.2']?.layers ?? []) : [];
    expect(layers.reduce((sum, layer) => sum + layer.bytes, 0)).toBe(expected);
  });

  test('crictl images -o json', () => {
    const result = withFile('images.json', fixture('crictl-images.json'));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const image = result.input.images['redis:7.2'];
    expect(image).toMatchObject({ source: 'catalogue', ref: 'sha256:abcd' });
    expect(image?.layers.reduce((sum, layer) => sum + layer.bytes, 0)).toBe(41_000_000);
  });

  test('docker manifest inspect -v of an index: the manifest of the platform', () => {
    const read = (platform?: string) => {
      const result = withFile('redis.json', fixture('docker-manifest.json'), platform);
      if (!result.ok) throw new Error(JSON.stringify(result.errors));
      return result.input.images['redis:7.2'];
    };
    expect(read()).toEqual({
      name: 'redis:7.2',
      ref: 'sha256:c0ffee',
      index: true,
      configBytes: 4321,
      layers: [
        { digest: 'sha256:base', bytes: 1_000_000, unpackedBytes: 2_600_000 },
        { digest: 'sha256:plain', bytes: 500, unpackedBytes: 500, compression: 'none' },
      ],
      source: 'catalogue',
      platforms: ['linux/amd64', 'linux/arm64/v8'],
      byPlatform: expect.anything(),
    });
    expect(Object.keys(read()?.byPlatform ?? {})).toEqual(['linux/arm64/v8']);
    expect(read('linux/arm64')?.ref).toBe('sha256:a7a7');
    expect(read('linux/arm64/v8')?.ref).toBe('sha256:a7a7');
    const none = imagesForPlatform({ 'redis:7.2': read() as Image }, 'linux/riscv64')['redis:7.2'];
    expect(none).toMatchObject({ missingPlatform: 'linux/riscv64', index: true });
  });

  test('docker manifest inspect -v of a single manifest', () => {
    const [entry] = JSON.parse(fixture('docker-manifest.json')) as { Ref: string; OCIManifest: unknown }[];
    const { OCIManifest, ...rest } = entry ?? { OCIManifest: undefined };
    const result = withFile(
      'redis.json',
      JSON.stringify({ ...rest, Ref: 'docker.io/library/redis:7.2', SchemaV2Manifest: OCIManifest }),
    );
    expect(result.ok && result.input.images['redis:7.2']).toMatchObject({
      index: false,
      ref: 'sha256:c0ffee',
      source: 'catalogue',
    });
  });

  describe('a bare manifest', () => {
    const [entry] = JSON.parse(fixture('docker-manifest.json')) as { OCIManifest: unknown }[];
    const manifest = JSON.stringify(entry?.OCIManifest);

    test.each([
      'redis_7.2.json',
      'redis:7.2.json',
      'dir/redis-7.2.json',
      'docker.io%2Flibrary%2Fredis%3A7.2.json',
      'redis.json',
    ])('in %s is the image that a pod uses', (name) => {
      const result = withFile(name, manifest);
      expect(result.ok && result.input.images['redis:7.2']?.ref).toBe('sha256:c0ffee');
    });

    test('in a file of another name is an error that says what to do', () => {
      const result = withFile('manifest.json', manifest);
      expect(result.ok || result.errors[0]).toMatchObject({
        code: 'NO_IMAGE_NAME',
        hint: expect.stringContaining('docker manifest inspect -v'),
      });
    });

    test('that is an index is an error that says what to do', () => {
      const result = withFile('redis.json', '{ "schemaVersion": 2, "manifests": [] }');
      expect(result.ok || result.errors[0]).toMatchObject({
        code: 'INDEX_ALONE',
        hint: expect.stringContaining('docker manifest inspect -v'),
      });
    });

    test('with a wrong field is an error at its place', () => {
      const result = withFile(
        'redis.json',
        '{ "schemaVersion": 2,\n "config": { "digest": "d", "size": "x" }, "layers": [{ "digest": "d", "size": 1 }] }',
      );
      expect(result.ok || result.errors[0]).toMatchObject({
        file: 'redis.json',
        line: 2,
        column: 37,
        code: 'WRONG_TYPE',
      });
    });
  });
});

test('registries are those of the images and of the Scenario, and "*" holds for those that it does not name', () => {
  const registries =
    'registries: { "*": { roundTrip: 5ms, perResponse: 8Mbit/s }, gcr.io: { roundTrip: 50ms, egress: 1Gbit/s }, index.docker.io: { roundTrip: 1ms } }';
  const { input } = accepted(stream(pod('redis', 'localhost:5000/x'), scenarioYaml(registries)));
  const ofImages = ['docker.io', 'gcr.io', 'localhost:5000', 'registry.k8s.io'].map(
    (host) => input.registries[host],
  );
  expect(ofImages).toMatchObject([
    { host: 'docker.io', roundTripMicros: 1_000, egressBytesPerSecond: null, bytesPerSecondPerResponse: 1e6 },
    { host: 'gcr.io', roundTripMicros: 50_000, egressBytesPerSecond: 125e6, bytesPerSecondPerResponse: 1e6 },
    {
      host: 'localhost:5000',
      roundTripMicros: 5_000,
      egressBytesPerSecond: null,
      bytesPerSecondPerResponse: 1e6,
    },
    {
      host: 'registry.k8s.io',
      roundTripMicros: 5_000,
      egressBytesPerSecond: null,
      bytesPerSecondPerResponse: 1e6,
    },
  ]);
});

describe('what another tool’s document lacks is told', () => {
  const layer = { mediaType: 'application/vnd.oci.image.layer.v1.tar+zstd', digest: 'sha256:l', size: 100 };
  const manifest = { schemaVersion: 2, config: { digest: 'sha256:c', size: 7 }, layers: [layer] };
  const entry = (platform: object | null, more: object = { OCIManifest: manifest }) => ({
    Ref: 'redis:7.2@sha256:1',
    Descriptor: { platform },
    ...more,
  });
  const read = (document: unknown, name = 'redis.json', platform?: string) => {
    const result = withFile(name, JSON.stringify(document), platform);
    return result.ok ? { image: result.input.images['redis:7.2'] } : { errors: result.errors };
  };

  test('a manifest without the platform asked for: the pull of such a node fails', () => {
    const list = [
      entry({ os: 'unknown', architecture: 'unknown' }),
      entry(null),
      entry({ os: 'linux', architecture: 'arm64', variant: 'v8' }),
    ];
    const image = read(list).image as Image;
    expect(image.platforms).toEqual(['linux/arm64/v8']);
    const seenBy = (platform: string) => imagesForPlatform({ a: image }, platform).a;
    expect(seenBy('linux/amd64')?.missingPlatform).toBe('linux/amd64');
    expect(seenBy('linux/arm64/v7')?.missingPlatform).toBe('linux/arm64/v7');
    expect(seenBy('linux/arm64')).toEqual({
      name: 'redis:7.2',
      ref: 'sha256:c',
      index: true,
      configBytes: 7,
      layers: [{ digest: 'sha256:l', bytes: 100, unpackedBytes: 260, compression: 'zstd' }],
      source: 'catalogue',
    });
  });

  test('the manifest of an entry, at its place', () => {
    expect(read(entry(null, { OCIManifest: null })).errors).toMatchObject([
      {
        code: 'REQUIRED',
        message: 'the manifest is missing',
        expected: 'SchemaV2Manifest or OCIManifest with the layers',
        line: 1,
        column: 1,
      },
    ]);
    const amd64 = { os: 'linux', architecture: 'amd64' };
    expect(read([entry({ os: 'windows', architecture: 'amd64' }), entry(amd64, {})]).errors).toMatchObject([
      { code: 'REQUIRED', column: expect.toSatisfy((column) => column > 100) },
    ]);
    expect(
      read([
        entry({ ...amd64, os: 'windows' }),
        entry(amd64, { SchemaV2Manifest: { ...manifest, config: { digest: 'sha256:v2', size: 1 } } }),
      ]).image?.ref,
    ).toBe('sha256:v2');
  });

  test('the name of a bare manifest that two images may have, or none', () => {
    const both = readInput(
      [
        { name: 'in.yaml', text: pod('a/redis:7.2', 'b/redis:7.2') },
        { name: 'redis.json', text: JSON.stringify(manifest) },
      ],
      {},
    );
    expect(both.ok ? [] : both.errors).toMatchObject([
      {
        code: 'NO_IMAGE_NAME',
        message: 'an image manifest without a name, and its file name gives none',
        expected: 'a file named like an image that a pod uses, such as redis_7.2.json',
      },
    ]);
    for (const name of [
      'C:\\images\\redis-7.2.JSON',
      'redis%3a7.2.yaml',
      'docker.io%2flibrary%2fredis:7.2.yml',
      'REDIS.json',
    ])
      expect(read(manifest, name).image?.ref).toBe('sha256:c');
    expect(read(manifest, 'redis.txt').errors).toHaveLength(1);
  });

  test('an index that has manifests and no layers', () => {
    expect(read({ schemaVersion: 2, manifests: [{}] }).errors).toMatchObject([
      { code: 'INDEX_ALONE', message: 'an image index alone does not list layers', line: 1, column: 1 },
    ]);
    expect(read({ ...manifest, manifests: 3 }).image?.ref).toBe('sha256:c');
  });

  test('what is no listing at all is looked at as an object', () => {
    for (const document of [
      [],
      [entry(null), {}],
      { Ref: 'x' },
      { images: 3 },
      { images: [], apiVersion: 'v1' },
    ]) {
      expect(read(document).errors?.[0]?.code).toMatch(/^NOT_AN_OBJECT|NO_KIND$/);
    }
    expect(
      read({ Descriptor: {}, Ref: 'redis:7.2', SchemaV2Manifest: manifest, schemaVersion: 2 }).image?.ref,
    ).toBe('sha256:c');
  });

  test('a size of crictl that is none, at its place', () => {
    const images = (size: unknown) => read({ images: [{ id: 'sha256:a', repoTags: ['redis:7.2'], size }] });
    expect(images(77).image?.layers.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(77);
    for (const size of ['77MB', '1'.repeat(16), true])
      expect(images(size).errors).toMatchObject([{ expected: 'a number of bytes' }]);
    expect(
      read({
        images: [{ id: 'sha256:a', repoTags: null, repoDigests: ['docker.io/library/redis:7.2'], size: '5' }],
      }).image?.ref,
    ).toBe('sha256:a');
  });
});

test('one image under several names is one set of layers', () => {
  const node =
    'apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { images: [{ names: [r.io/a:1, r.io/b:1], sizeBytes: 5000000 }, { names: [r.io/c:1] }, { sizeBytes: 3 }] }\n';
  const { images, assumptions } = accepted(stream(pod('r.io/a:1', 'r.io/b:1', 'r.io/c:1'), node)).input;
  expect(images['r.io/a:1']?.layers).toEqual(images['r.io/b:1']?.layers);
  expect(images['r.io/a:1']?.ref).toBe(images['r.io/b:1']?.ref);
  expect([images['r.io/a:1']?.source, images['r.io/c:1']?.source]).toEqual(['node', 'assumed']);
  expect(assumptions).toEqual(
    expect.arrayContaining([
      expect.stringContaining('layers of 1 of 3 images are estimated'),
      'The layers of 1 image of known size.',
      'Unpacked = 2.6 × compressed.',
    ]),
  );
});

describe('--image-size is told what there is', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const text = pod('gcr.io/p/app:v1', `quay.io/q/tool@${digest}`);

  test('the nearest and all others', () => {
    expect(errorsOf(text, { imageSizes: ['tol=3MB'] })).toMatchObject([
      {
        message: 'no pod uses the image "tol"',
        hint: 'did you mean tool?',
        expected: `one of gcr.io/p/app:v1, quay.io/q/tool@${digest}, registry.k8s.io/pause:3.10.2`,
      },
    ]);
    expect(errorsOf(text, { imageSizes: ['app:v2=3MB'] })).toMatchObject([{ hint: 'did you mean app:v1?' }]);
    const [several] = errorsOf(pod('a/app:v1', 'b/app:v2'), { imageSizes: ['app=3MB'] });
    expect(several).toMatchObject({ expected: 'one of docker.io/a/app:v1, docker.io/b/app:v2' });
    expect(several).not.toHaveProperty('hint');
    expect(sizeOf(text, `quay.io/q/tool@${digest}`, ['tool=3MB'])).toBe(3e6);
  });

  test('its form', () => {
    expect(errorsOf(text, { imageSizes: ['app'] })).toMatchObject([
      { expected: 'name=size, such as --image-size app=300MB' },
    ]);
    expect(errorsOf(text, { imageSizes: ['app=9999'] })).toMatchObject([
      { message: '"9999" has no unit', expected: 'a size with its unit, such as 300MB or 300B' },
    ]);
    expect(sizeOf(text, 'gcr.io/p/app:v1', ['app=10000'])).toBe(10_000);
  });
});

test('an image of the Scenario that only a node has at the start is no slip', () => {
  const of = (nodes: string) =>
    accepted(stream(pod('redis'), scenarioYaml(`images: [{ name: "tool:1", size: 3MB }]\nnodes: ${nodes}`)))
      .warnings;
  expect(of('{ defaults: { presentImages: [tool:1] } }')).toEqual([]);
  expect(of('{ named: { a: {}, b: { presentImages: [docker.io/library/tool:1] } } }')).toEqual([]);
  expect(of('{ count: 1 }')).toEqual(['in.yaml:8:18: no pod uses the image "tool:1"']);
});

test('an image of a catalogue that is wrong is refused at its place', () => {
  expect(refused(stream(pod('a'), catalog('[{ name: A, size: 3MB }]')))).toEqual([
    '8:18 IMAGE_NAME "A" is not an image name',
  ]);
  expect(refused(stream(pod('a'), catalog('{}')))).toEqual([
    '8:9 WRONG_TYPE images must be a list, not a mapping',
  ]);
  // What stands for one content in a Scenario stands for it in a catalogue too.
  const layers = (size: string) =>
    `[{ name: ${size === '3MB' ? 'a' : 'b'}, layers: [{ size: ${size}, digest: "sha256:one" }] }]`;
  expect(
    refused(stream(pod('a'), scenarioYaml(`images: ${layers('3MB')}`), catalog(layers('4MB'))))[0],
  ).toContain('CONFLICT "sha256:one" has 4000000');
});

test.each([
  ['containerd://2.1.4', 26_000_000, 'status of node n'],
  ['cri-o://1.33.1', 10_000_000, 'status of node n, on disk'],
  ['docker://20.10.7', 10_000_000, 'status of node n, on disk'],
])('the status of a node of %s tells %d compressed bytes', (runtime, bytes, by) => {
  const node = `apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { nodeInfo: { containerRuntimeVersion: '${runtime}' }, images: [{ names: [r.io/a:1], sizeBytes: 26000000 }] }\n`;
  const { input, origins } = accepted(stream(pod('r.io/a:1'), node));
  expect(input.images['r.io/a:1']?.layers.reduce((sum, layer) => sum + layer.bytes, 0)).toBe(bytes);
  expect(origins.get('r.io/a:1')).toEqual({ kind: 'given', by });
});

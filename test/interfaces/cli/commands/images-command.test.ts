import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { podYaml, stream } from '../../../inputs/reading.ts';
import { runInProcess } from '../run-in-process.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'windlass-images-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const node =
  'apiVersion: v1\nkind: Node\nmetadata: { name: n }\nstatus: { images: [{ names: [acme/there:1], sizeBytes: 5000000 }] }\n';
const pod = podYaml(
  'x',
  '{ containers: [{ name: a, image: busybox:1.36 }, { name: b, image: redis:7.2.9-alpine }, { name: c, image: acme/orders-db:4 }, { name: d, image: acme/there:1 }, { name: e, image: acme/web:1 }] }',
);

describe('windlass images', () => {
  it('tells of each image of the files how large it is, and who says so', async () => {
    await writeFile(join(cwd, 'in.yaml'), stream(pod, node));
    const { code, stdout, stderr } = await runInProcess(['images', 'in.yaml', '--image-size', 'web=30MB'], {
      cwd,
      env: { COLUMNS: '80' },
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').slice(0, 8)).toEqual([
      expect.stringMatching(/^IMAGE +SIZE +RANGE +LAYERS +FROM$/),
      expect.stringMatching(/^acme\/orders-db:4 +\d+ MB +\d+ MB to [\d.]+ GB +~\d+ +drawn, datab.* \[1\]$/),
      expect.stringMatching(/^acme\/there:1 +5\.0 MB +\d+ +status of node n$/),
      expect.stringMatching(/^acme\/web:1 +30 MB +\d+ +--image-size$/),
      expect.stringMatching(/^busybox:1\.36 +2\.6 MB +1 +published \[2\]$/),
      expect.stringMatching(/^redis:7\.2\.9-alpine +17 MB +15 MB to 18 MB +~\d+ +near .*\[3\]$/),
      expect.stringMatching(/^registry.*se:3\.10\.2 +320 kB +1 +as pause 3\.10$/),
      '',
    ]);
    expect(stdout).toContain('6 images, 2 of them with a range\n[1] no document tells of it');
    expect(stdout).toContain('https://github.com/docker-library/repo-info/blob');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('has the same as JSON and CSV, with whole sources', async () => {
    const { stdout: json } = await runInProcess([
      'images',
      '--name',
      'redis:7.2.9-alpine',
      '--name',
      'acme/web',
      '-o',
      'json',
    ]);
    expect(JSON.parse(json).items).toMatchObject([
      {
        image: 'redis:7.2.9-alpine',
        from: 'nearest',
        mark: 'assumed',
        of: 'docker.io/library/redis:7.2.4-alpine',
        bytes: 16_757_569,
      },
      {
        image: 'acme/web',
        from: 'drawn',
        mark: 'assumed',
        of: expect.stringMatching(/^(?:\S+ × [\d.]+|no word that counts)/),
        layersKnown: false,
      },
    ]);
    const { stdout: csv } = await runInProcess(['images', '--name', 'busybox:1.36', '-o', 'csv']);
    expect(csv.split('\n')).toEqual([
      'image,bytes,lowBytes,highBytes,layers,layersKnown,from,mark,of,source',
      expect.stringMatching(
        /^busybox:1\.36,2592863,2592863,2592863,1,true,exact,published,docker\.io\/library\/busybox:1\.36,"repo-info/,
      ),
      '',
    ]);
  });

  it('lists the images of all workloads, wherever their pods are, and says how many a run does not pull', async () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      podYaml(`pod-${index}`, `{ containers: [{ name: a, image: "acme/app-${index}:1" }] }`),
    );
    const none =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: none }\nspec:\n  replicas: 0\n  selector: { matchLabels: { a: b } }\n';
    const template =
      '  template: { metadata: { labels: { a: b } }, spec: { initContainers: [{ name: i, image: acme/init }], containers: [{ name: c, image: acme/none:1 }] } }\n';
    await writeFile(join(cwd, 'in.yaml'), stream(...many, none + template));
    const sizes = ['--image-size', 'acme/app-119:1=30MB', '--image-size', 'none=40MB'];
    const { code, stdout } = await runInProcess(['images', 'in.yaml', ...sizes], { cwd });
    expect(code).toBe(0);
    // A node takes 110 pods: ten of them have none, and the Deployment has none yet. The pods' sandboxes are
    // an image, too.
    expect(stdout).toMatch(
      /^123 images, \d+ of them with a range\n12 of them only in workloads without a pod on a node: a run pulls no such image$/m,
    );
    expect(stdout).toMatch(/^acme\/app-119:1 +30 MB .*--image-size$/m);
    expect(stdout).toMatch(/^acme\/none:1 +40 MB .*--image-size$/m);
    expect(stdout).toMatch(/^acme\/init:latest /m);
    const { items } = JSON.parse((await runInProcess(['images', 'in.yaml', '-o', 'json'], { cwd })).stdout);
    expect(items.map(({ image }: { image: string }) => image)).toEqual(
      expect.arrayContaining(['acme/init:latest', 'acme/app-0:1', 'acme/app-119:1']),
    );
    expect(items).toHaveLength(123);
  });

  it('prints the whole catalogue, or what of it has the words in its name', async () => {
    const all = JSON.parse((await runInProcess(['images', '--catalogue', '-o', 'json'])).stdout);
    expect(all.items.length).toBeGreaterThan(450);
    const { stdout } = await runInProcess(['images', '--catalogue', 'kube-proxy:v1.34']);
    expect(stdout).toContain('registry.k8s.io/kube-proxy:v1.34.9');
    expect(stdout).toContain('\n2 images, every size exact\n');
    expect((await runInProcess(['images', '--catalogue', 'nothing-like-it'])).stdout).toContain('0 images');
  });

  it('writes a file, and refuses what it cannot mean', async () => {
    expect(await runInProcess(['images', '--name', 'redis', '--out', 'images.txt'], { cwd })).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await runInProcess(['images'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs files, --name or --catalogue'),
    });
    expect(await runInProcess(['images', 'in.yaml', '--catalogue'], { cwd })).toMatchObject({ code: 2 });
    expect(await runInProcess(['images', '--name', 'No Name'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not an image name'),
    });
    await writeFile(join(cwd, 'in.yaml'), 'kind: Pod\napiVersion: v1\n');
    expect(await runInProcess(['images', 'in.yaml'], { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the input is wrong'),
    });
  });
});

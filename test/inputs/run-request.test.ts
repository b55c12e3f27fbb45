import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { readInput } from '../../src/inputs/read-input.ts';
import {
  type RunRequest,
  runCommandLine,
  runRequestRows,
  sparseRequest,
} from '../../src/inputs/run-request.ts';
import { addRequestOptions, requestOf } from '../../src/interfaces/cli/run/request-options.ts';
import { readSharedRunJson, sharedRunJson } from '../../src/interfaces/page/share/shared-run.ts';
import { withField } from '../../src/interfaces/page/what-if/changed-settings.ts';

/** Something right for every entry: one that a caller forgets is missed below. */
const full: Required<RunRequest> = {
  set: ['serializeImagePulls=false', 'maxParallelImagePulls=2'],
  kubeletFlags: ['--serialize-image-pulls=false', 'max-pods=50'],
  kubeletVersion: '1.31',
  runtime: 'containerd://1.6',
  runtimeConfig: ['max_concurrent_downloads=6'],
  policy: 'coalesce',
  platform: 'linux/arm64',
  imageSizes: ['app=300MB'],
  sizeDraw: 3,
  link: '100Mbit/s',
  provider: 'k3s',
  memory: '32GiB',
  diskKind: 'gp3',
  diskBandwidth: '600MiB/s',
  nodeProfile: 'edge',
  nodes: 8,
  cold: true,
  join: ['pool-a: 3 at 1m'],
  leave: ['pool-a-* at 5m'],
  autoscale: '38 of 5 pods',
  replicas: ['web=20'],
  coldImages: ['app/*', 'redis'],
  presentImages: ['app/*'],
  mirrors: ['docker.io=https://mirror.example'],
  pullLimits: ['docker.io=100/6h,shared'],
  faults: ["registryDown registry=ghcr.io message='it is $(down)' from=0s until=40s"],
  faultsUntil: ['5m', 'registryDown=0s'],
  deletePods: ['default/web-*=5m'],
  setImages: ['Deployment/web:app=web:2,5m'],
  horizon: '1h30m',
  seed: 0,
};

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: app}]}\n';

function parsed(words: readonly string[]): RunRequest {
  const command = addRequestOptions(new Command('run').argument('[inputs...]'))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return requestOf(command.parse(words, { from: 'user' }).opts());
}

test('every entry goes over the command line and through a shared run, and back', () => {
  expect(Object.keys(full).sort()).toEqual(runRequestRows.map(([name]) => name).sort());
  const line = runCommandLine(['web.yaml'], full).replace('windlass run', "printf '%s\\0'");
  const words = execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(parsed(words)).toEqual(full);
  const source = { name: 'web.yaml', text: pod };
  expect(readSharedRunJson(sharedRunJson({ sources: [source], settings: full }))).toEqual({
    ok: true,
    run: { sources: [source], settings: full },
  });
});

test('what is not said is not there', () => {
  expect(parsed([])).toEqual({});
  expect(runCommandLine(['web.yaml', '-'], {})).toBe('windlass run web.yaml -');
});

test('equal requests are equal as JSON, whatever was set first', () => {
  const { seed, set, ...others } = full;
  expect(JSON.stringify(sparseRequest({ seed, ...others, set }))).toBe(JSON.stringify(sparseRequest(full)));
  expect(withField(withField({ set: ['a=1'], seed: 1 }, 'a', undefined), 'a', '1')).toEqual({
    set: ['a=1'],
    seed: 1,
  });
  expect(JSON.stringify(withField({ seed: 1 }, 'a', '1'))).toBe(JSON.stringify({ set: ['a=1'], seed: 1 }));
});

test('what a shell would take apart is quoted, and no input is taken for an option', () => {
  expect(runCommandLine(["it's; rm -rf $HOME", '-o.yaml'], { imageSizes: ['a b=1MB'], seed: 1 })).toBe(
    `windlass run 'it'\\''s; rm -rf $HOME' ./-o.yaml --image-size 'a b=1MB' --seed 1`,
  );
});

describe('what is wrong whatever the files say', () => {
  const wrong = [
    ...['', '0', '0s', '-5m', '15 minutes', '999999h'].map((horizon) => ({ horizon })),
    ...[-1, 1.5, 2 ** 31, Number.NaN].map((seed) => ({ seed })),
    ...['fast', '0', '-1MB/s'].map((link) => ({ link })),
    ...[0, 1.5, 10_001].map((nodes) => ({ nodes })),
    { platform: 'foo' },
    { runtime: 'docker' },
  ];
  test.each(wrong)(
    '%j is refused with what was expected, by the input and on the command line',
    (request: RunRequest) => {
      const [[name, value] = ['', '']] = Object.entries(request);
      const flag = runRequestRows.find(([row]) => row === name)?.[1].flag ?? '';
      const result = readInput([{ name: 'web.yaml', text: pod }], request);
      expect(result.ok ? [] : result.errors).toMatchObject([
        {
          code: expect.stringMatching(/^OPTION|RUNTIME$/),
          file: `${flag} ${value}`,
          expected: expect.stringMatching(/./),
        },
      ]);
      const expected = result.ok ? '' : (result.errors[0]?.expected ?? '');
      expect(() => parsed([`${flag}=${value}`])).toThrow(`Expected ${expected}.`);
    },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { scenarioSchema } from '../../../src/inputs/scenario/scenario-shape.ts';
import { validateKubeletSettings } from '../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { profiles } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { type Extreme, extremesOf, kubeletExtremes } from '../../inputs/extreme-values.ts';
import { runInProcess } from './run-in-process.ts';

const pods = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: a, image: "app:1" }, { name: b, image: "registry.example/team/b:2", imagePullPolicy: Always }] }
`;
const kubeletHead = { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' };

const [scenarioShape = {}] = scenarioSchema().oneOf as readonly object[];
/** More nodes than that are the run's length, not a question of the value. */
const scenarioFields = byField(
  extremesOf(scenarioShape).filter(({ field, value }) => field !== '.nodes.count' || Number(value) <= 10),
);
const kubeletFields = byField(kubeletExtremes());

test('whatever stands in a field of KubeletConfiguration is taken, or refused by the name of that field, in every release', () => {
  const unnamed: string[] = [];
  for (const [index, { field, document }] of [...kubeletFields.values()].flat().entries()) {
    const [name = ''] = field.split('.');
    // Each value in the newest and one other: a field has more values than there are releases.
    for (const profile of new Set([profiles.at(-1), profiles[index % profiles.length]])) {
      if (profile === undefined) continue;
      const result = validateKubeletSettings(document as Readonly<Record<string, unknown>>, profile);
      const errors = 'settings' in result ? [] : result.errors;
      for (const error of errors) {
        const told = `${error.field} ${error.message}`;
        if (!told.toLowerCase().includes(name.toLowerCase()))
          unnamed.push(`${field} by ${profile.release}: ${told}`);
      }
    }
  }
  expect(unnamed).toEqual([]);
});

// Every field in turn, so that none is left out, with a value that chance takes.
test.each([
  ['a Scenario', scenarioFields, {}],
  ['a KubeletConfiguration', kubeletFields, kubeletHead],
])(
  'whatever stands in a field of %s, a run ends with 0, or with 3 and the place of what is wrong',
  async (_, fields, head) => {
    const chance = fc.sample(fc.nat(), { numRuns: fields.size, seed: 14 });
    for (const [index, extremes] of [...fields.values()].entries()) {
      const extreme = extremes[(chance[index] ?? 0) % extremes.length];
      await holds(
        { ...head, ...(extreme?.document as object) },
        '20s',
        index % 10 === 0 ? undefined : ['-o', 'csv'],
      );
    }
  },
);

// Each of them ended a run with "cannot schedule for … µs" or "… which is no registry".
test.each([
  [{ nodes: { defaults: { runtimeDelays: { commitPerMegabyte: '8760h' } } } }, '20s'],
  // A look at every microsecond while anything is pulled, from 411 ms on.
  [{ nodes: { defaults: { runtimeConfig: { image_pull_progress_timeout: '1us' } } } }, '700ms'],
  [
    {
      nodes: { defaults: { link: '1bit/s', timings: { unpack: '1B/s' } } },
      images: [{ name: 'app:1', size: '9007199254740991' }],
    },
    '20s',
  ],
  [{ registries: { 'registry.example': { cacheOf: '*' } } }, '20s'],
])('nor do %j together end it otherwise', async (fields, horizon) => {
  await holds({ apiVersion: 'windlass.dev/v1alpha1', kind: 'Scenario', ...fields }, horizon);
});

// validation.go and NewMainKubelet of pkg/kubelet/kubelet.go (v1.36.3); what has no range may be anything of
// its type.
test.each([
  ['syncFrequency: -5m', ':16: invalid configuration: syncFrequency: invalid sync frequency -300000000000'],
  [
    'nodeLeaseDurationSeconds: -1',
    ':27: invalid configuration: nodeLeaseDurationSeconds must be greater than 0',
  ],
  [
    'healthzPort: 65536',
    ':14: invalid configuration: healthzPort (--healthz-port) 65536 must be between 1 and 65535, inclusive',
  ],
  [
    'containerLogMonitorInterval: 2s',
    'containerLogMonitorInterval must be a positive time duration greater than or equal to 3s',
  ],
  [
    'memoryThrottlingFactor: 0',
    'memoryThrottlingFactor 0 must be greater than 0 and less than or equal to 1.0',
  ],
  ['tracing: { samplingRatePerMillion: -1 }', ':36: invalid configuration: tracing.samplingRatePerMillion'],
  ['fileCheckFrequency: 5', ':21: invalid configuration: fileCheckFrequency must be a duration'],
  ['port: 2147483648', ':7: invalid configuration: port must be a whole number of 32 bits, not 2147483648'],
])('%s is refused where it stands, in the words of the kubelet', async (field, message) => {
  const stdin = `${pods}---\n${stringify(kubeletHead)}${field}\n`;
  const line = stdin.split('\n').indexOf(field) + 1;
  const { code, stderr } = await runInProcess(['run', '-'], { stdin });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(`<stdin>:${line}:`) });
  expect(stderr).toContain(message);
});

test('of --set it is refused by the name of the option', async () => {
  const { code, stderr } = await runInProcess(['run', '-', '--set', 'syncFrequency=-1s'], { stdin: pods });
  expect(code).toBe(3);
  expect(stderr).toContain(
    '--set syncFrequency=-1s: invalid configuration: syncFrequency: invalid sync frequency -1000000000\n',
  );
});

/**
 * `told`: the options of the output; how sure a result is takes four more runs, and tables for programs do
 * not ask for it.
 */
async function holds(
  document: unknown,
  horizon = '20s',
  told: readonly string[] = ['-o', 'summary'],
): Promise<void> {
  const { code, stderr } = await runInProcess(['run', '-', '--for', horizon, ...told], {
    stdin: `${pods}---\n${stringify(document)}`,
  });
  expect([0, 3], `${stringify(document).slice(0, 500)}\n${stderr}`).toContain(code);
  if (code === 3) expect(stderr).toMatch(/^<stdin>:\d+:\d+: /m);
}

function byField(extremes: readonly Extreme[]): ReadonlyMap<string, readonly Extreme[]> {
  const fields = new Map<string, Extreme[]>();
  for (const extreme of extremes) fields.set(extreme.field, [...(fields.get(extreme.field) ?? []), extreme]);
  return fields;
}

import { describe, expect, test } from 'vitest';
import { lint } from '../../../src/answers/lint/lint.ts';
import { lintRules } from '../../../src/answers/lint/lint-rules.ts';

const pod = (line: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - name: web
      ${line}
`;
const names = (text: string, request = {}) =>
  lint([{ name: 'web.yaml', text }], request).map(({ rule, line, column }) => ({ rule, line, column }));

describe('places', () => {
  test('a finding in a manifest is at its value', () => {
    expect(names(pod('image: registry.example.com/web'))).toEqual([
      { rule: 'always-by-latest', line: 7, column: 14 },
    ]);
  });

  test('a setting of the command line is named as written', () => {
    const request = { set: ['imageMaximumGCAge=1h'] };
    const [finding] = lint([{ name: 'web.yaml', text: pod('image: registry.example.com/web:1') }], request);
    expect(finding).toMatchObject({ rule: 'max-age-deletes-unused', file: '--set imageMaximumGCAge=1h' });
    expect(finding).not.toHaveProperty('line');
  });

  test("a setting of containerd's own file is at its key", () => {
    const config = {
      name: 'config.toml',
      text: 'version = 3\n[plugins."io.containerd.cri.v1.images"]\n  image_pull_progress_timeout = "0s"\n',
    };
    const findings = lint([{ name: 'web.yaml', text: pod('image: registry.example.com/web:1') }, config], {});
    expect(findings).toMatchObject([
      { rule: 'progress-timeout-off', file: 'config.toml', line: 3, column: 3 },
    ]);
  });

  test('a setting of the runtime is where the Scenario or the command line has it', () => {
    const scenario = {
      name: 'scenario.yaml',
      text: `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes:
  defaults:
    runtimeConfig: { image_pull_progress_timeout: 0s }
`,
    };
    const web = { name: 'web.yaml', text: pod('image: registry.example.com/web:1') };
    const rule = 'progress-timeout-off';
    expect(lint([web, scenario], {})).toMatchObject([{ rule, file: 'scenario.yaml', line: 5, column: 22 }]);
    const option = 'image_pull_progress_timeout=0s';
    expect(lint([web, scenario], { runtimeConfig: [option] })).toMatchObject([
      { rule, file: `--runtime-config ${option}` },
    ]);
  });

  test('disk pressure before image GC is where either is set', () => {
    const kubelet = (fields: string) => ({
      name: 'kubelet.yaml',
      text: `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${fields}`,
    });
    const web = { name: 'web.yaml', text: pod('image: registry.example.com/web:1') };
    const eviction = 'evictionHard: { imagefs.available: 20%, nodefs.available: 10% }\n';
    const rule = 'gc-after-disk-pressure';
    expect(lint([web, kubelet(eviction)], {})).toMatchObject([{ rule, line: 3 }]);
    expect(lint([web, kubelet(`${eviction}imageGCHighThresholdPercent: 90\n`)], {})).toMatchObject([
      { rule, line: 4 },
    ]);
  });

  test('a pull secret that is missing is where the pod names it', () => {
    const text = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  imagePullSecrets:
    - name: registry
  containers:
    - { name: web, image: 'registry.example.com/web:1' }
`;
    expect(lint([{ name: 'web.yaml', text }], {})).toMatchObject([
      { rule: 'pull-secret-missing', line: 6, column: 13 },
    ]);
  });

  test('pods of one template give one finding, and nodes of one configuration too', () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 40
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: registry.example.com/web }] }
---
{ apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, imageMaximumGCAge: 1h }
`;
    expect(lint([{ name: 'web.yaml', text }], { nodes: 20 }).map(({ rule }) => rule)).toEqual([
      'always-by-latest',
      'max-age-deletes-unused',
    ]);
  });
});

describe('what is silent', () => {
  test('a comment on the line or on the one above silences the rule that it names', () => {
    expect(names(pod('image: registry.example.com/web # windlass-ignore: always-by-latest'))).toEqual([]);
    expect(
      names(
        pod(
          '# windlass-ignore: never-without-image, always-by-latest\n      image: registry.example.com/web',
        ),
      ),
    ).toEqual([]);
    expect(names(pod('image: registry.example.com/web # windlass-ignore: never-without-image'))).toHaveLength(
      1,
    );
  });

  test('sound manifests', () => {
    expect(names(pod('image: registry.example.com/web:1'))).toEqual([]);
  });

  test('pods that come one after another, where so many at once would be too many', () => {
    const job = (parallelism: number) =>
      `apiVersion: batch/v1\nkind: Job\nmetadata: { name: j }\nspec: { completions: 40, parallelism: ${parallelism}, template: { spec: { restartPolicy: Never, containers: [{ name: a, image: 'redis:7.4' }] } } }`;
    const request = { set: ['serializeImagePulls=false', 'registryPullQPS=5', 'registryBurst=10'] };
    const rulesOf = (parallelism: number) => names(job(parallelism), request).map(({ rule }) => rule);
    expect(rulesOf(40)).toContain('qps-refuses-pulls');
    expect(rulesOf(2)).not.toContain('qps-refuses-pulls');
  });

  test('a release without the defect', () => {
    const set = ['serializeImagePulls=false', 'maxParallelImagePulls=64'];
    const rulesOf = (kubeletVersion: string) =>
      names(pod('image: registry.example.com/web:1'), { set, kubeletVersion }).map(({ rule }) => rule);
    expect(rulesOf('1.36')).toContain('parallel-pulls-panic');
    expect(rulesOf('1.31')).not.toContain('parallel-pulls-panic');
    // The gate is off by default there.
    expect(rulesOf('1.34')).not.toContain('parallel-pulls-panic');
  });
});

test('what the kubelet refuses is a finding, in its own words', () => {
  const text = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: true
maxParallelImagePulls: 5
`;
  expect(lint([{ name: 'kubelet.yaml', text }], {})).toMatchObject([
    { rule: 'refused', level: 'error', file: 'kubelet.yaml', line: 4 },
  ]);
});

test('there are rules enough, each with its reason, fix, source and a name of its own', () => {
  expect(lintRules.length).toBeGreaterThanOrEqual(25);
  expect(new Set(lintRules.map(({ id }) => id)).size).toBe(lintRules.length);
  for (const { id, reason, fix, source, title } of lintRules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(reason).toMatch(/\.$/);
    for (const text of [fix, source, title]) expect(text).toMatch(/[^.]$/);
  }
});

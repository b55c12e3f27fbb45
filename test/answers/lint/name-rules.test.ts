import { describe, expect, test } from 'vitest';
import { lint } from '../../../src/answers/lint/lint.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { imagesOfSpec } from '../../../src/inputs/workloads/images-of-spec.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';

const rule = 'invalid-image-name';
const found = (text: string, request = {}) =>
  lint([{ name: 'in.yaml', text }], request)
    .filter((finding) => finding.rule === rule)
    .map(({ file, line, message }) => ({ file, line, message }));
const podOf = (spec: object) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec });
const good = { name: 'app', image: 'registry.example.com/app:1' };
const hex = '0123456789abcdef'.repeat(4);

const names = [
  'registry.example.com/Team/App:1',
  'Nginx',
  'nginx :1.25',
  'https://registry.example.com/app:1',
  'oci://registry.example.com/app:1',
  'app:',
  'app:1:2',
  'app:-1',
  `app:${'t'.repeat(129)}`,
  ':1',
  '/app',
  'app/',
  'team//app',
  'registry.example.com:port/app',
  `app@sha256:${hex.slice(1)}`,
  'app@sha256:abc',
  `app@sha1:${hex}`,
  `app@${hex}`,
  hex,
  'a'.repeat(256),
  `registry.example.com/${'a'.repeat(250)}`,
  '$(REGISTRY)/app:1',
  // These are names.
  'app',
  'app:v1.2_3-X',
  'UPPER/app',
  'Registry.Example.com/app',
  'localhost:5000/team/app:1',
  `app:1@sha256:${hex}`,
];

describe('a name is found exactly where the kubelet of the run refuses it', () => {
  test.each(['1.27', '1.36', '1.37'])('kubelet %s', (kubeletVersion) => {
    const refused = names.filter((image) => {
      const text = podOf({ containers: [{ name: 'app', image }] });
      const read = readInput([{ name: 'in.yaml', text }], { kubeletVersion, horizon: '30s' });
      if (!read.ok) throw new Error(`${image}: ${read.errors[0]?.message}`);
      const { records } = simulate(read.input);
      return records.some((record) => record.type === 'event' && record.reason === 'InspectFailed');
    });
    expect(refused.length).toBeGreaterThan(15);
    expect(refused.length).toBeLessThan(names.length - 3);
    expect(
      names.filter(
        (image) => found(podOf({ containers: [{ name: 'app', image }] }), { kubeletVersion }).length > 0,
      ),
    ).toEqual(refused);
  });
});

describe('it is found wherever an image is named', () => {
  const bad = 'https://registry.example.com/app:1';
  const spec = {
    containers: [good, { name: 'second', image: bad }],
    initContainers: [{ name: 'init', image: bad }],
    ephemeralContainers: [{ name: 'debug', image: bad }],
    volumes: [
      { name: 'none', emptyDir: {} },
      { name: 'weights', image: { reference: bad } },
    ],
  };
  const everywhere = 4;
  const template = { metadata: { labels: { app: 'web' } }, spec };
  const selector = { matchLabels: { app: 'web' } };
  const metadata = { name: 'web' };

  test('the images of a pod spec are those of all containers and volumes', () => {
    expect(imagesOfSpec(spec).filter(({ image }) => image === bad)).toHaveLength(everywhere);
  });

  test.each([
    ['a Pod', { apiVersion: 'v1', kind: 'Pod', metadata, spec }],
    [
      'a Deployment',
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 2, selector, template } },
    ],
    [
      'a Deployment without pods',
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 0, selector, template } },
    ],
    [
      'pods that no node takes',
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata,
        spec: { selector, template: { ...template, spec: { ...spec, nodeSelector: { none: 'x' } } } },
      },
    ],
    [
      'a StatefulSet',
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata,
        spec: { serviceName: 'web', selector, template },
      },
    ],
    ['a DaemonSet', { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { selector, template } }],
    [
      'a Job',
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata,
        spec: { template: { spec: { ...spec, restartPolicy: 'Never' } } },
      },
    ],
    [
      'a CronJob whose time does not come',
      {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata,
        spec: {
          schedule: '0 0 1 1 *',
          jobTemplate: { spec: { template: { spec: { ...spec, restartPolicy: 'Never' } } } },
        },
      },
    ],
  ])('in %s', (_, object) => {
    const text = JSON.stringify(object, undefined, 1);
    expect(lint([{ name: 'in.yaml', text }], {}).filter(({ rule: id }) => id === 'refused')).toEqual([]);
    const lines = found(text).map(({ line }) => text.split('\n')[(line ?? 0) - 1]?.trim());
    expect(lines).toHaveLength(everywhere);
    expect(lines.every((line) => /^"(?:image|reference)": "https:/.test(line ?? ''))).toBe(true);
  });

  test('in what people do later to pods', () => {
    const text = `${podOf({ containers: [good] })}
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
ephemeralContainers: [{ match: web, at: 1m, image: '${bad}' }]
imageChanges: [{ match: web, at: 2m, image: 'App:1' }]
`;
    expect(found(text).map(({ line }) => line)).toEqual([5, 6]);
    const option = 'web=App:1,5m';
    expect(found(podOf({ containers: [good] }), { setImages: [option] })).toMatchObject([
      { file: `--set-image ${option}` },
    ]);
  });
});

test.each([
  ['registry.example.com/Team/App:V1', 'registry.example.com/team/app:V1'],
  ['https://registry.example.com/Team/App:1', 'registry.example.com/team/app:1'],
  ['nginx :1.25', 'nginx:1.25'],
  ['app:', 'app'],
])('%s may mean %s', (image, meant) => {
  expect(found(podOf({ containers: [{ name: 'app', image }] }))[0]?.message).toMatch(
    `; did you mean ${meant}?`,
  );
});

test.each(['app@sha256:abc', '<image>'])('nothing is guessed of %s', (image) => {
  expect(found(podOf({ containers: [{ name: 'app', image }] }))[0]?.message).toMatch(
    /: invalid reference format[^;]*$/,
  );
});

test('a comment silences it, as any rule', () => {
  const text =
    'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  containers:\n    - name: a\n      image: App:1 # windlass-ignore: invalid-image-name\n';
  expect(found(text)).toEqual([]);
});

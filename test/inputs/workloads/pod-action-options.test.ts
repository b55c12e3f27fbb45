import { expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, stream } from '../reading.ts';

const pods = stream(
  podYaml('web-0', '{ containers: [{ name: a, image: redis }] }'),
  podYaml('api', '{ containers: [{ name: a, image: redis }] }'),
);

test('pods are deleted at that time, and others take their place', () => {
  const { input, warnings } = accepted(pods, { deletePods: ['default/web-*=5m'] });
  expect(warnings).toEqual([]);
  const web = input.pods.find(({ name }) => name === 'web-0');
  expect(input.podActions).toMatchObject([
    {
      kind: 'delete',
      atMicros: 3e8,
      uids: [web?.uid],
      replacement: { spec: { name: expect.stringMatching(/^web-0/) } },
    },
  ]);
});

test('a pattern that no pod has is refused, with the name that was probably meant', () => {
  const expected = 'the name of a pod or workload, such as web-0';
  expect(errorsOf(pods, { deletePods: ['wb-0=5m', 'shop-*=5m'] })).toEqual([
    {
      code: 'OPTION',
      file: '--delete-pods wb-0=5m',
      message: 'no pod has this name',
      expected,
      hint: 'did you mean web-0?',
    },
    { code: 'OPTION', file: '--delete-pods shop-*=5m', message: 'no pod has this name', expected },
  ]);
});

test.each([
  ['web-0', 'not of the form pods=time'],
  ['=5m', 'not of the form pods=time'],
  ['web-0=soon', '"soon" is not a duration'],
])('%s is refused', (option, message) => {
  expect(errorsOf(pods, { deletePods: [option] })).toMatchObject([
    { code: 'OPTION', file: `--delete-pods ${option}`, message },
  ]);
});

const web = (containers: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  replicas: 3\n  selector: { matchLabels: { a: web } }\n  template: { metadata: { labels: { a: web } }, spec: { containers: [${containers}] } }\n`;
const one = web('{ name: app, image: web:1 }');
const two = web('{ name: app, image: web:1 }, { name: log, image: log:1 }');

test.each([
  [one, 'web=host:5000/web:2,5m'],
  [one, 'Deployment/web:app=host:5000/web:2,5m'],
  [two, 'web:app=host:5000/web:2,5m'],
])('a workload rolls out its new image then', (text, option) => {
  const { input, warnings } = accepted(text, { setImages: [option] });
  expect(warnings).toEqual([]);
  expect(input.podActions).toMatchObject([{ kind: 'rollout', atMicros: 3e8, lines: [{}, {}, {}] }]);
  const rollout = input.podActions?.[0];
  const images =
    rollout?.kind === 'rollout' ? rollout.lines.map(({ spec }) => spec.containers[0]?.image) : [];
  expect(images).toEqual(Array.from({ length: 3 }, () => 'host:5000/web:2'));
});

test('a workload that is not there gets no image', () => {
  expect(errorsOf(one, { setImages: ['wep=web:2,5m'] })).toMatchObject([
    {
      code: 'OPTION',
      file: '--set-image wep=web:2,5m',
      message: 'no pod has this name',
      hint: 'did you mean web?',
    },
  ]);
});

test('a pod that was deleted before is another matter: the option may fit at another time', () => {
  const [first] = accepted(one).input.pods;
  const { warnings } = accepted(one, { deletePods: [`${first?.name}=1m`, `${first?.name}=5m`] });
  expect(warnings).toEqual([
    `--delete-pods ${first?.name}=5m: no pod that exists at that time has this name`,
  ]);
});

test.each([
  [one, 'web', 'not of the form workload=image,time'],
  [one, 'web=web:2', 'not of the form workload=image,time'],
  [one, 'web=web:2,soon', '"soon" is not a duration'],
  [one, 'web:log=web:2,5m', 'the pods have no container "log"'],
  [two, 'web=web:2,5m', 'the pods have several containers'],
])('%#: --set-image %s is refused', (text, option, message) => {
  expect(errorsOf(text, { setImages: [option] })).toMatchObject([
    { code: 'OPTION', file: `--set-image ${option}`, message },
  ]);
});

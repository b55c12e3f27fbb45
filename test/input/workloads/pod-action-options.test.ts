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
    { kind: 'delete', atMicros: 3e8, uids: [web?.uid], replacement: { spec: { name: expect.stringMatching(/^web-0/) } } },
  ]);
});

test('a name that no pod has is told', () => {
  expect(accepted(pods, { deletePods: ['wb-0=5m'] }).warnings).toEqual([
    '--delete-pods wb-0=5m: no pod that exists at that time has this name',
  ]);
});

test.each([
  ['web-0', 'not of the form pods=time'],
  ['=5m', 'not of the form pods=time'],
  ['web-0=soon', '"soon" is not a duration'],
])('%s is refused', (option, message) => {
  expect(errorsOf(pods, { deletePods: [option] })).toMatchObject([{ code: 'OPTION', file: `--delete-pods ${option}`, message }]);
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
  const images = rollout?.kind === 'rollout' ? rollout.lines.map(({ spec }) => spec.containers[0]?.image) : [];
  expect(images).toEqual(Array.from({ length: 3 }, () => 'host:5000/web:2'));
});

test('what changes nothing is told', () => {
  expect(accepted(one, { setImages: ['wep=web:2,5m'] }).warnings).toEqual([
    '--set-image wep=web:2,5m: no pod that exists at that time has this name',
  ]);
});

test.each([
  [one, 'web', 'not of the form workload=image,time'],
  [one, 'web=web:2', 'not of the form workload=image,time'],
  [one, 'web=web:2,soon', '"soon" is not a duration'],
  [one, 'web:log=web:2,5m', 'the pods have no container "log"'],
  [two, 'web=web:2,5m', 'the pods have several containers'],
])('%#: --set-image %s is refused', (text, option, message) => {
  expect(errorsOf(text, { setImages: [option] })).toMatchObject([{ code: 'OPTION', file: `--set-image ${option}`, message }]);
});

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

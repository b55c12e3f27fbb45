import { expect, test } from 'vitest';
import { accepted, podYaml, refused } from '../reading.ts';

const pod = podYaml('web', '{ containers: [{ name: a, image: redis }] }');
const placesOf = (mirrors: readonly string[], runtimeConfig: readonly string[] = []) =>
  accepted(pod, { mirrors, runtimeConfig }).input.nodes[0]?.registryHosts?.['docker.io']?.map(
    ({ host }) => host,
  );

test('--mirror: a mirror is asked first, several in their order, and the registry last', () => {
  expect(placesOf(['docker.io=https://mirror.example'])).toEqual(['mirror.example', 'docker.io']);
  expect(placesOf(['docker.io=https://a.example', 'docker.io=b.example:5000'])).toEqual([
    'a.example',
    'b.example:5000',
    'docker.io',
  ]);
  expect(placesOf(['docker.io=https://a.example,https://b.example'])).toEqual([
    'a.example',
    'b.example',
    'docker.io',
  ]);
  expect(placesOf(['docker.io=new.example'], ['hosts.docker.io=old.example'])).toEqual([
    'new.example',
    'docker.io',
  ]);
  expect(accepted(pod, { mirrors: ['docker.io=https://mirror.example'] }).input.registries).toHaveProperty([
    'mirror.example',
  ]);
});

test.each([
  'docker.io',
  'docker.io=',
  '=https://m.example',
  'docker.io=ftp://m.example',
  'docker.io=a.example,,b.example',
])('--mirror %s is refused', (option) => {
  expect(refused(pod, { mirrors: [option] })).toEqual([
    `--mirror ${option} OPTION not of the form registry=address`,
  ]);
});

test('a mirror of a registry from which no image comes is warned of', () => {
  const warningsOf = (...mirrors: string[]) => accepted(pod, { mirrors }).warnings;
  expect(warningsOf('docker.oi=https://m.example')).toEqual([
    '--mirror docker.oi=https://m.example: no image comes from "docker.oi"; did you mean docker.io?',
  ]);
  expect(
    warningsOf('docker.io=m.example', 'index.docker.io=m.example', '*=m.example', '_default=m.example'),
  ).toEqual([]);
});

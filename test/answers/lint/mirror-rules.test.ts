import { expect, it } from 'vitest';
import { lint } from '../../../src/answers/lint/lint.ts';
import { podYaml } from '../../inputs/reading.ts';
import { config, hosts } from '../../inputs/runtimes/runtime-reading.ts';

const containers = "{ containers: [{ name: a, image: 'node:22' }, { name: b, image: quay.io/a/b:1 }] }";
const pods = { name: 'pods.yaml', text: podYaml('x', containers) };
const found = (...files: Parameters<typeof lint>[0]) =>
  lint([pods, ...files], { runtime: 'containerd://1.7.24', presentImages: ['*pause*'] })
    .filter(({ rule }) => /mirror-without|server-of|web-site|without-address/.test(rule))
    .map(({ rule, file, line, column, message }) => ({ rule, file, line, column, message }));

it('names the mirror, the server and the line of each', () => {
  const ofDockerHub = hosts(
    'docker.io',
    'server = "https://docker.io"\n\n[host."https://harbor.example/v2/hub"]\ncapabilities = ["pull", "resolve"]\n',
  );
  expect(found(ofDockerHub)).toEqual([
    {
      rule: 'web-site-as-registry',
      file: 'certs.d/docker.io/hosts.toml',
      line: 1,
      column: 10,
      message: 'images of docker.io are looked for at a web site, whose page is taken for the image',
    },
    {
      rule: 'mirror-without-api',
      file: 'certs.d/docker.io/hosts.toml',
      line: 3,
      column: 1,
      message:
        'a mirror of docker.io is asked at https://harbor.example/v2/hub/v2, where no API of a registry is',
    },
  ]);
});

it('finds a server of _default once for each registry that it replaces', () => {
  const server = hosts('_default', 'server = "https://registry-1.docker.io"\n[host."https://m.example"]\n');
  expect(found(server).map(({ message }) => message)).toEqual([
    'images of quay.io are looked for at docker.io, which has only its own',
    'images of registry.k8s.io are looked for at docker.io, which has only its own',
  ]);
  expect(found(hosts('quay.io', 'server = "*"\n[host."https://m.example"]\n'))).toMatchObject([
    { rule: 'registry-without-address', line: 1 },
  ]);
});

it('finds an endpoint of config.toml by its list', () => {
  const text =
    'version = 2\n[plugins."io.containerd.grpc.v1.cri".registry.mirrors."docker.io"]\nendpoint = ["https://a.example",\n  "https://b.example/hub"]\n';
  expect(found(config(text))).toMatchObject([
    { rule: 'mirror-without-api', file: 'etc/config.toml', line: 3, column: 12 },
  ]);
});

it('finds nothing in mirrors that can work', () => {
  const text =
    'server = "https://registry-1.docker.io"\n[host."https://harbor.example/v2/hub"]\noverride_path = true\n[host."https://jfrog.example/artifactory/api/docker/hub"]\n[host."https://nexus.example:8082"]\n';
  expect(found(hosts('docker.io', text), hosts('_default', '[host."https://m.example/v2"]\n'))).toEqual([]);
});

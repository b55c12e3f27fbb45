import { expect, test } from 'vitest';
import { hostOfUrl } from '../../../src/input/runtimes/host-of-url.ts';
import { isRuntimeFile, registryOfFile, runtimeFileKind } from '../../../src/input/runtimes/runtime-file.ts';

test.each([
  ['config.toml', true],
  ['/etc/crio/crio.CONF', true],
  ['config.toml.yaml', false],
  ['toml', false],
  ['pods.yaml', false],
])('%s is a runtime’s file: %s', (name, isOne) => {
  expect(isRuntimeFile({ name })).toBe(isOne);
});

test.each([
  ['certs.d/r.io/hosts.toml', {}, 'hosts'],
  ['certs.d\\r.io\\Hosts.toml', { version: 2 }, 'hosts'],
  ['hosts.toml', null, 'hosts'],
  ['my-hosts.toml', {}, undefined],
  ['hosts.toml.conf', {}, undefined],
  ['x.toml', { crio: {}, version: 1 }, 'crio'],
  ['x.toml', { plugins: {}, server: '' }, 'containerd'],
  ['x.toml', { imports: [] }, 'containerd'],
  ['x.toml', { disabled_plugins: [] }, 'containerd'],
  ['x.toml', { version: 3 }, 'containerd'],
  ['x.toml', { server: '' }, 'hosts'],
  ['x.toml', { host: {} }, 'hosts'],
  ['x.toml', { hosts: {} }, undefined],
  ['x.toml', null, undefined],
  ['x.toml', 'version', undefined],
])('%s with %j is of the kind %s', (name, value, kind) => {
  expect(runtimeFileKind(name, value)).toBe(kind);
});

test.each([
  ['certs.d/docker.io/hosts.toml', 'docker.io'],
  ['C:\\certs.d\\host_5000_\\hosts.toml', 'host:5000'],
  ['a/my_host_5000_x/hosts.toml', 'my_host_5000_x'],
  ['a/host_port_/hosts.toml', 'host_port_'],
  ['certs.d/hosts.toml', undefined],
  ['/hosts.toml', undefined],
  ['./hosts.toml', undefined],
  ['../hosts.toml', undefined],
  ['hosts.toml', undefined],
])('%s is of the registry %s', (name, registry) => {
  expect(registryOfFile(name)).toBe(registry);
});

test.each([
  ['https://m.io:5000/v2/cache?x=1', 'm.io:5000'],
  ['HTTP://m.io', 'm.io'],
  ['https://u:secret@m.io', 'm.io'],
  ['m.io:5000/cache', 'm.io:5000'],
  ['localhost', 'localhost'],
  ['https://index.docker.io', 'docker.io'],
  ['unix+ssh://m.io', undefined],
  ['ftp://m.io', undefined],
  ['https://', undefined],
  ['', undefined],
  ['not a host', undefined],
])('%s is of the host %s', (address, host) => {
  expect(hostOfUrl(address)).toBe(host);
});

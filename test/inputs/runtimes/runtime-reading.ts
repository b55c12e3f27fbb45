import { formatInputError } from '../../../src/inputs/documents/input-error.ts';
import type { SourceText } from '../../../src/inputs/documents/source-document.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import type { NodeInput, SimulationInput } from '../../../src/run/simulation-input.ts';
import { podYaml } from '../reading.ts';

const pod = {
  name: 'pod.yaml',
  text: podYaml('x', '{ containers: [{ name: a, image: redis }, { name: b, image: r.io/app:1 }] }'),
};

/** Reads these files of a runtime beside a pod with two images. */
export function read(files: readonly SourceText[], options: RunRequest = {}) {
  return readInput([pod, ...files], options);
}

interface Accepted extends SimulationInput {
  readonly readings: readonly string[];
  readonly node: Partial<NodeInput>;
}

/** The input that they make, with its node. */
export function accepted(files: readonly SourceText[], options: RunRequest = {}): Accepted {
  const result = read(files, options);
  if (!result.ok) throw new Error(result.errors.map(formatInputError).join('\n'));
  return { ...result.input, readings: result.input.readings ?? [], node: result.input.nodes[0] ?? {} };
}

/** A config.toml of containerd. */
export const config = (text: string): SourceText => ({ name: 'etc/config.toml', text });

/** The hosts.toml of a registry. */
export const hosts = (registry: string, text: string): SourceText => ({
  name: `certs.d/${registry}/hosts.toml`,
  text,
});

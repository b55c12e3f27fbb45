import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConformanceTrace } from '../../src/conformance/conformance-trace.ts';
import { parseScript } from '../../src/conformance/parse-script.ts';
import { parseTrace } from '../../src/conformance/parse-trace.ts';
import type { Script } from '../../src/conformance/script.ts';
import type { Profile } from '../../src/kubelet/profile.ts';
import { profiles } from '../../src/kubelet/profiles/profiles.ts';
import { root } from '../tidy/sources.ts';

/** The scripts of test/conformance/basic.ndjson.gz, in order. */
export function basicScripts(): Script[] {
  return linesOf('basic.ndjson.gz').map((line) => {
    const parsed = parseScript(line);
    if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
    return parsed.script;
  });
}

/** The traces in a folder of test/conformance: `v1.36.3/basic.ndjson.gz`. */
export function tracesIn(file: string): ConformanceTrace[] {
  return linesOf(file).map((line) => {
    const parsed = parseTrace(line);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed.trace;
  });
}

/** The profile of a release, `1.36`. */
export function profileOf(release: string): Profile {
  const profile = profiles.find((known) => known.release === release);
  if (profile === undefined) throw new Error(`no profile ${release}`);
  return profile;
}

function linesOf(file: string): string[] {
  const bytes = readFileSync(join(root, 'test/conformance', file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trimEnd().split('\n');
}

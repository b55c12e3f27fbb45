import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConformanceTrace } from '../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import { parseScriptOf, parseTrace } from '../../../src/proof/conformance/parse-script.ts';
import type { NamedScript, ScriptKind, ScriptTrace } from '../../../src/proof/conformance/script-kind.ts';
import type { Profile } from '../../../src/rules/kubelet/profile.ts';
import { profiles } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { root } from '../../tidy/sources.ts';

/** The image manager's scripts, in order. */
export function basicScripts(): Script[] {
  return scriptsOf(imageManagerKind);
}

/** The scripts of a kind that are checked in, in order. */
export function scriptsOf<S extends NamedScript>(kind: ScriptKind<S>): S[] {
  return linesOf(`${dataNameOf(kind)}.ndjson.gz`).map((line) => {
    const parsed = parseScriptOf(kind, line);
    if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
    return parsed.script;
  });
}

/** What the real code of a release (`1.36.3`) did with them; undefined where that is not recorded. */
export function recordedTraces(kind: ScriptKind, version: string): ScriptTrace[] | undefined {
  const file = `v${version}/${dataNameOf(kind)}.ndjson.gz`;
  return existsSync(join(root, 'test/proof/conformance', file)) ? tracesIn(file) : undefined;
}

/** The traces in a folder of test/proof/conformance: `v1.36.3/basic.ndjson.gz`. */
export function tracesIn<T extends ScriptTrace = ConformanceTrace>(file: string): T[] {
  return linesOf(file).map((line) => {
    const parsed = parseTrace<T>(line);
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

/** The image manager came first, and its files have the name that they had then. */
function dataNameOf({ kind }: Pick<ScriptKind, 'kind'>): string {
  return kind === imageManagerKind.kind ? 'basic' : kind.replace('imagemanager-', '');
}

function linesOf(file: string): string[] {
  const bytes = readFileSync(join(root, 'test/proof/conformance', file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trimEnd().split('\n');
}

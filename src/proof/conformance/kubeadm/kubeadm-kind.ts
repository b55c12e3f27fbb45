import { smallest } from '../../../rules/collections/extremes.ts';
import { selectKubeadmRules } from '../../../rules/kubeadm/select-kubeadm-rules.ts';
import { racesExclusion } from '../exclusions.ts';
import type { ComparedPart, ScriptKind, ScriptTrace, TraceEntry } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type KubeadmScript, scriptSchema } from './script-schema.ts';

/** Calls of kubeadm's container runtime util on a scripted host. Mirrors cmd/kubeadm/app/util/runtime. */
export const kubeadmKind: ScriptKind<KubeadmScript> = {
  kind: 'kubeadm',
  recorded: ['1.38.0-beta.0', '1.37.2', '1.36.3', '1.30.14'],
  unit: 'call',
  schema: scriptSchema,
  problemsOf: () => [],
  runnerOf(version) {
    const selection = selectKubeadmRules(version);
    if ('error' in selection) return selection;
    const { rules, note } = selection;
    return { version: rules.version, note, run: (script, _, engine) => runScript(script, rules, engine) };
  },
  comparedPart: comparedBeforeCall,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
  // A status without `config` is printed as Go's protobuf text.
  kept: ['info'],
};

/**
 * Returns the parts of two traces before the first call in which an image is pulled twice at once
 * (`call 1: app:1 twice`).
 */
function comparedBeforeCall(expected: ScriptTrace, actual: ScriptTrace): ComparedPart {
  const races = expected.races ?? [];
  if (races.length === 0) return { expected: expected.trace, actual: actual.trace };
  const first = smallest(races.map((race) => Number.parseInt(race.slice('call '.length), 10)));
  const isBefore = (entry: TraceEntry): boolean =>
    !('call' in entry && typeof entry.call === 'number' && entry.call >= first);
  return {
    expected: expected.trace.filter(isBefore),
    actual: actual.trace.filter(isBefore),
    excludedBy: racesExclusion.id,
  };
}

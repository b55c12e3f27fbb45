import { selectKubeadmRules } from '../../kubeadm/select-kubeadm-rules.ts';
import { racesExclusion } from '../exclusions.ts';
import type { ComparedPart, ScriptKind, ScriptTrace, TraceEntry } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type KubeadmScript, type ScriptOutcome, scriptSchema } from './script-schema.ts';

/** Calls of kubeadm's container runtime util on a scripted host. Mirrors cmd/kubeadm/app/util/runtime. */
export const kubeadmKind: ScriptKind<KubeadmScript> = {
  kind: 'kubeadm',
  recorded: ['1.37.2', '1.36.3', '1.30.14'],
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
  simpler: simplerScripts,
};

/** Returns the parts of two traces before the first call in which an image is pulled twice at once (`call 1: app:1 twice`). */
function comparedBeforeCall(expected: ScriptTrace, actual: ScriptTrace): ComparedPart {
  const races = expected.races ?? [];
  if (races.length === 0) return { expected: expected.trace, actual: actual.trace };
  const first = Math.min(...races.map((race) => Number.parseInt(race.slice('call '.length), 10)));
  const isBefore = (entry: TraceEntry): boolean => !('call' in entry && typeof entry.call === 'number' && entry.call >= first);
  return { expected: expected.trace.filter(isBefore), actual: actual.trace.filter(isBefore), excludedBy: racesExclusion.id };
}

type Outcomes = NonNullable<KubeadmScript['exec']>;

/** Returns slightly simpler scripts, the biggest simplifications first. `shrinkScript` removes calls. */
function* simplerScripts(script: KubeadmScript): Generator<KubeadmScript> {
  const { crictl: _, ...withoutCrictl } = script;
  if (script.crictl !== undefined) yield withoutCrictl;
  for (const field of ['exec', 'cri'] as const) {
    const { [field]: outcomes, ...others } = script;
    if (outcomes === undefined) continue;
    yield others;
    for (const simpler of simplerOutcomes(outcomes)) yield { ...script, [field]: simpler };
  }
  for (const [index, call] of script.calls.entries()) {
    for (const field of ['images', 'ids', 'existing', 'known'] as const) {
      for (const place of call[field]?.keys() ?? []) {
        yield { ...script, calls: script.calls.with(index, { ...call, [field]: call[field]?.toSpliced(place, 1) ?? [] }) };
      }
    }
    if (call.ifNotPresent === true) yield { ...script, calls: script.calls.with(index, { ...call, ifNotPresent: false }) };
  }
}

function* simplerOutcomes(outcomes: Outcomes): Generator<Outcomes> {
  for (const [line, list] of Object.entries(outcomes)) {
    const { [line]: _, ...others } = outcomes;
    yield others;
    for (const index of list.keys()) {
      if (list.length > 1) yield { ...outcomes, [line]: list.toSpliced(index, 1) };
      for (const simpler of simplerOutcome(list[index] ?? {})) yield { ...outcomes, [line]: list.with(index, simpler) };
    }
  }
}

function* simplerOutcome(outcome: ScriptOutcome): Generator<ScriptOutcome> {
  for (const field of Object.keys(outcome)) {
    // A status without `config` is printed as Go's protobuf text, which is not compared.
    if (field !== 'info') yield Object.fromEntries(Object.entries(outcome).filter(([name]) => name !== field));
  }
}

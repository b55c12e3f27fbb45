import type { KubeadmScript, ScriptOutcome } from './script-schema.ts';

type Outcomes = NonNullable<KubeadmScript['exec']>;

/** Returns slightly simpler scripts, the biggest simplifications first. `shrinkScript` removes calls. */
export function* simplerScripts(script: KubeadmScript): Generator<KubeadmScript> {
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

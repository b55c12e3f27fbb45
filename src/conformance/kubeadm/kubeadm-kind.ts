import { selectKubeadmRules } from '../../kubeadm/select-kubeadm-rules.ts';
import type { ScriptKind } from '../script-kind.ts';
import { comparedBeforeCall } from './compared-before-call.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type KubeadmScript, scriptSchema } from './script-schema.ts';
import { simplerScripts } from './simpler-scripts.ts';

/** Calls of kubeadm's container runtime util over a scripted host: cmd/kubeadm/app/util/runtime. */
export const kubeadmKind: ScriptKind<KubeadmScript> = {
  kind: 'kubeadm',
  recorded: ['1.36.3', '1.30.14'],
  unit: 'call',
  schema: scriptSchema,
  problemsOf: () => [],
  runnerOf(version) {
    const selection = selectKubeadmRules(version);
    if ('error' in selection) return selection;
    const { rules, note } = selection;
    return { version: rules.version, note, run: (script) => runScript(script, rules) };
  },
  comparedPart: comparedBeforeCall,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
  simpler: simplerScripts,
};

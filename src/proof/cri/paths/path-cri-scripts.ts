import { generatePaths } from '../../models/exploration/generate-paths.ts';
import type { ModelPath, PathStrategy } from '../../models/exploration/path-goals.ts';
import type { MachineModel } from '../../models/machine-model.ts';
import { contentStoreModel } from '../../models/runtime/content-store-model.ts';
import { fetchModel } from '../../models/runtime/fetch/fetch-model.ts';
import { imageServiceModel } from '../../models/runtime/image-service-model.ts';
import { runtimePullModel } from '../../models/runtime/runtime-pull-model.ts';
import { type CriScript, criScriptProblems } from '../cri-script.ts';
import type { PlannedCriScript } from '../cri-session.ts';
import type { CriScriptDraft } from './cri-script-draft.ts';
import { realizeFetch } from './realize-fetch.ts';
import { realizeContentStore, realizeImageService } from './realize-image-service.ts';
import { realizeRuntimePull } from './realize-runtime-pull.ts';

/** The charts of a runtime, and how a path of each becomes a script. */
const realizations: readonly {
  readonly model: MachineModel;
  readonly realize: (path: ModelPath) => CriScriptDraft | undefined;
}[] = [
  { model: runtimePullModel, realize: realizeRuntimePull },
  { model: fetchModel, realize: realizeFetch },
  { model: imageServiceModel, realize: realizeImageService },
  { model: contentStoreModel, realize: realizeContentStore },
];

/** The machines whose paths are scripts for a runtime. */
export const criMachines: readonly string[] = realizations.map(({ model }) => model.id);

/**
 * Returns scripts that make a runtime walk the paths of the charts of the simulated one. Paths that differ only in
 * what neither a client nor a registry can cause are one script.
 */
export function pathCriScripts(
  strategy: PathStrategy,
  machines: readonly string[] = criMachines,
): readonly PlannedCriScript[] {
  const seen = new Set<string>();
  return realizations
    .filter(({ model }) => machines.includes(model.id))
    .flatMap(({ model, realize }) => {
      let number = 0;
      return generatePaths(model, { strategy }).paths.flatMap((path): PlannedCriScript[] => {
        const script = realize(path)?.script('path');
        if (script === undefined || isSeen(script, seen)) return [];
        number += 1;
        const named = { ...script, name: `${model.id}-${number}` };
        const problems = criScriptProblems(named);
        if (problems.length > 0) throw new Error(`pathCriScripts: ${named.name}: ${problems.join('; ')}`);
        return [{ origin: { group: 'paths', machine: model.id, path: pathText(path) }, script: named }];
      });
    });
}

function isSeen(script: CriScript, seen: Set<string>): boolean {
  const text = JSON.stringify(script);
  if (seen.has(text)) return true;
  seen.add(text);
  return false;
}

/** Returns `a tag → HTTP.ANSWERED (401 bearer) → TOKEN.READY`. */
function pathText({ start, steps }: ModelPath): string {
  return [start, ...steps.map(({ event }) => event)].join(' → ');
}

import { closest } from 'fastest-levenshtein';
import type { MachineModel } from '../models/machine-model.ts';
import { models } from '../models/models.ts';
import { CommandError } from './command-error.ts';
import { exitCode } from './exit-code.ts';

/** Returns the models of these machines (`imagePull`, `image-pull`), each once and in our order; all of them where none is named. Throws a usage error. */
export function modelsNamed(names: readonly string[]): readonly MachineModel[] {
  const asked = new Set(names.map((name) => modelNamed(name)));
  return names.length === 0 ? models : models.filter((model) => asked.has(model));
}

/** Returns the model of this machine (`imagePull`, `image-pull`). Throws a usage error that names the nearest. */
export function modelNamed(name: string): MachineModel {
  const found = models.find(({ id }) => plain(id) === plain(name));
  if (found !== undefined) return found;
  const ids = models.map(({ id }) => id);
  const plainest = closest(plain(name), ids.map(plain));
  const nearest = ids.find((id) => plain(id) === plainest);
  throw new CommandError(exitCode.usage, `there is no machine ${name}. Did you mean ${nearest}? These are known:\n  ${ids.join('\n  ')}`);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}

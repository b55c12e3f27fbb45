import { compiledEngine } from './compiled/compiled-engine.ts';
import { defaultEngine, type Engine, type EngineName } from './engine.ts';
import { xstateEngine } from './xstate-engine.ts';

const engines: Readonly<Record<EngineName, Engine>> = { xstate: xstateEngine, compiled: compiledEngine };

/** The engine of this name; without one, the one that runs are made with. */
export function selectEngine(name: EngineName = defaultEngine): Engine {
  return engines[name];
}

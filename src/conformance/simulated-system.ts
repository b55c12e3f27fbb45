import type { NamedScript, ScriptRunner, ScriptTrace } from './script-kind.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** Returns the simulator for a kind of scripts as a system under test, in this process. Its promise rejects if the runner throws. */
export function simulatedSystem<S extends NamedScript, T extends ScriptTrace>(
  runner: Pick<ScriptRunner<S>, 'version'> & { run(script: S): T },
): SystemUnderTest<S, T> {
  return {
    name: `windlass ${runner.version}`,
    run: async (script) => runner.run(script),
    close: async () => {},
  };
}

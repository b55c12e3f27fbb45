import type { Profile } from '../kubelet/profile.ts';
import { type RunScriptOptions, runScript } from './run-script.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** The simulator as a system under test, in this process. Rejects where `runScript` throws. */
export function simulatedKubelet(profile: Profile, options: RunScriptOptions = {}): SystemUnderTest {
  return {
    name: `windlass ${profile.version}`,
    run: async (script) => runScript(script, profile, options),
    close: async () => {},
  };
}

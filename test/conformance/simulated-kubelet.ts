import { runScript } from '../../src/conformance/imagemanager/run-script.ts';
import type { Script } from '../../src/conformance/imagemanager/script.ts';
import type { WorldOptions } from '../../src/conformance/script-world.ts';
import { type ImageManagerUnderTest, simulatedSystem } from '../../src/conformance/system-under-test.ts';
import type { Profile } from '../../src/rules/kubelet/profile.ts';

/**
 * Returns the simulated image manager of a profile as a system under test, in this process. Its promise
 * rejects if `runScript` throws.
 */
export function simulatedKubelet(profile: Profile, options: WorldOptions = {}): ImageManagerUnderTest {
  return simulatedSystem({
    version: profile.version,
    run: (script: Script) => runScript(script, profile, options),
  });
}

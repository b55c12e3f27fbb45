import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import type { WorldOptions } from '../../../src/proof/conformance/script-world.ts';
import {
  type ImageManagerUnderTest,
  simulatedSystem,
} from '../../../src/proof/conformance/system-under-test.ts';
import type { Profile } from '../../../src/rules/kubelet/profile.ts';

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

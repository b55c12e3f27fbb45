import type { Profile } from '../../kubelet/profile.ts';
import { simulatedSystem } from '../simulated-system.ts';
import type { ImageManagerUnderTest } from './image-manager-under-test.ts';
import { type RunScriptOptions, runScript } from './run-script.ts';
import type { Script } from './script.ts';

/** Returns the simulated image manager of a profile as a system under test, in this process. Its promise rejects if `runScript` throws. */
export function simulatedKubelet(profile: Profile, options: RunScriptOptions = {}): ImageManagerUnderTest {
  return simulatedSystem({ version: profile.version, run: (script: Script) => runScript(script, profile, options) });
}

import type {
  ConformanceTrace,
  Entry,
} from '../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import type {
  Script,
  ScriptCall,
  ScriptKubelet,
} from '../../../src/proof/conformance/imagemanager/script.ts';
import { judgeTrace } from '../../../src/proof/model-testing/judge-trace.ts';
import type { Profile } from '../../../src/rules/kubelet/profile.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

/** A call of a pod of its own, `IfNotPresent`, unless said otherwise. */
export function call(at: number, id: string, more: Partial<ScriptCall> = {}): ScriptCall {
  return {
    at,
    id,
    pod: { namespace: 'ns', name: id, uid: id },
    image: 'web',
    policy: 'IfNotPresent',
    ...more,
  };
}

/** The image `web` pulls in a second and `gone` fails after one; parallel, no throttle, the gate off. */
export function scriptOf(
  calls: readonly ScriptCall[],
  kubelet: Partial<ScriptKubelet> = {},
  runtime: Partial<Script['runtime']> = {},
): Script {
  return {
    name: 'script',
    kubelet: {
      serializeImagePulls: false,
      maxParallelImagePulls: null,
      registryPullQPS: 0,
      registryBurst: 0,
      imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
      ...kubelet,
    },
    featureGates: { KubeletEnsureSecretPulledImages: false },
    runtime: {
      images: [],
      pulls: {
        'web:latest': [{ takesMs: 1_000, ref: 'sha256:web', size: 5 }],
        'gone:latest': [{ takesMs: 1_000, error: '404' }],
      },
      ...runtime,
    },
    calls,
  };
}

/**
 * What the simulator does with the script, with some entries changed, dropped (undefined) or made several.
 */
export function traced(
  script: Script,
  change: (entry: Entry, index: number) => Entry | readonly Entry[] | undefined = (entry) => entry,
  profile: Profile = v1_36,
): ConformanceTrace {
  const { trace, ...rest } = runScript(script, profile);
  return { ...rest, trace: trace.flatMap((entry, index) => change(entry, index) ?? []) };
}

/** The properties that the trace breaks, each with its first message. */
export function brokenBy(
  script: Script,
  trace: ConformanceTrace,
  profile: Profile = v1_36,
): Record<string, string> {
  const broken: Record<string, string> = {};
  for (const { property, violation } of judgeTrace(script, trace, profile))
    broken[property] ??= violation.message;
  return broken;
}

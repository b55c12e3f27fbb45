import type fc from 'fast-check';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { readInput } from '../../inputs/read-input.ts';
import { randomScript } from '../conformance/imagemanager/random-script.ts';
import { imageName } from '../conformance/imagemanager/random-script-values.ts';
import type { Script, ScriptCall } from '../conformance/imagemanager/script.ts';
import { wholeNodeInput } from '../whole-node/whole-node-input.ts';

/** What is drawn. */
export interface ArbitraryOptions {
  /**
   * Only names, policies, settings and documents as people write them: no name that a release refuses, and no
   * settings under which a release panics. False if absent, because bugs are found at the edges.
   */
  readonly isOrdinary?: boolean;
}

export interface ScriptOptions extends ArbitraryOptions {
  /** The most calls of a script; 160 if absent. */
  readonly callsMax?: number;
}

/** Returns random scripts of the conformance protocol. Most are small, each has an aim, and they shrink. */
export function scripts({ isOrdinary = false, callsMax }: ScriptOptions = {}): fc.Arbitrary<Script> {
  const drawn = randomScript({
    oddNames: !isOrdinary,
    panics: !isOrdinary,
    ...(callsMax === undefined ? {} : { callsMax }),
  });
  return isOrdinary ? drawn.map(withPolicies) : drawn;
}

const policies: readonly string[] = ['IfNotPresent', 'Always', 'Never'];

/** The API server admits three policies, and fills in an absent one. */
function withPolicies(script: Script): Script {
  const admitted = ({ policy, ...call }: ScriptCall) => ({
    ...call,
    policy: policies.includes(policy) ? policy : 'IfNotPresent',
  });
  return { ...script, calls: script.calls.map(admitted) };
}

/** Returns settings of a kubelet as scripts and `imageManager` take them, with their edges. */
export function settings(
  options: ArbitraryOptions = {},
): fc.Arbitrary<Script['kubelet'] & { readonly featureGates?: NonNullable<Script['featureGates']> }> {
  return scripts({ ...options, callsMax: 1 }).map(({ kubelet, featureGates }) =>
    featureGates === undefined ? kubelet : { ...kubelet, featureGates },
  );
}

/** Returns image names as written in pods. With all names, some are refused by a release. */
export function imageNames({ isOrdinary = false }: ArbitraryOptions = {}): fc.Arbitrary<string> {
  return imageName(!isOrdinary);
}

/** Returns calls of `EnsureImageExists`, in the order of their times, with ids of their own. */
export function calls(options: ScriptOptions = {}): fc.Arbitrary<readonly ScriptCall[]> {
  return scripts(options).map((script) => script.calls);
}

/**
 * Returns the manifests, KubeletConfiguration and Scenario of small clusters, for `readInput`: every kind of
 * fault, registry and workload that an input may have.
 */
export function wholeNodes({
  isOrdinary = false,
}: ArbitraryOptions = {}): fc.Arbitrary<readonly SourceText[]> {
  const drawn = isOrdinary ? wholeNodeInput.map((sources) => sources.map(withKnownHost)) : wholeNodeInput;
  // One in a hundred says something twice, which is an error of inputs.
  return drawn.filter((sources) => readInput(sources, {}).ok);
}

/** Returns Scenarios, as the text of a file: nodes, images, registries and faults without pods. */
export function scenarios(options: ArbitraryOptions = {}): fc.Arbitrary<SourceText> {
  return wholeNodes(options).map(scenarioOf);
}

/** Images of the host that no registry has become images of one that there is. */
function withKnownHost({ name, text }: SourceText): SourceText {
  return { name, text: text.replaceAll('nowhere.example/', 'r.io/') };
}

function scenarioOf(sources: readonly SourceText[]): SourceText {
  const found = sources.find(({ text }) => /^kind: Scenario$/m.test(text));
  if (found === undefined) throw new Error('a whole node has a Scenario');
  return { name: 'scenario.yaml', text: found.text };
}

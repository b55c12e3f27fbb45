import { ownerText } from '../../../rules/kubelet/pods/pod.ts';
import type { Terminal } from '../terminal.ts';

/** A word that may stand at the cursor; one that ends in `=` goes on with a value. */
export interface Candidate {
  readonly value: string;
  /** What it means, where a shell can show it. */
  readonly words?: string;
}

/** What may stand at the cursor. `files`: also names of files, which the shell knows best. */
export interface Candidates {
  readonly values: readonly Candidate[];
  readonly files?: true;
}

export const anyFile: Candidates = { values: [], files: true };

/** Returns the names as candidates. */
function namesOnly(names: readonly string[]): Candidates {
  return { values: names.map((value) => ({ value })) };
}

/** What the values of an option or argument depend on. */
interface ValueContext {
  /** What is typed of the value. */
  readonly typed: string;
  /** The inputs that the command line names. */
  readonly inputs: readonly string[];
  readonly terminal: Terminal;
}

/** Returns the values of an option or argument. */
export type Values = (context: ValueContext) => Promise<Candidates>;

const fault: Values = async ({ typed }) => {
  const { faultForms } = await import('../../../inputs/scenario/fault-rows.ts');
  const written = typed.slice(0, typed.lastIndexOf(' ') + 1);
  const form = faultForms().find(({ kind }) => typed.startsWith(`${kind} `));
  if (form === undefined) return { values: faultForms().map(({ kind, words }) => ({ value: kind, words })) };
  const fields = new Set([...form.fields.map(({ name }) => name), 'from', 'until', 'for']);
  const names = [...fields].filter((name) => !typed.includes(` ${name}=`));
  return { values: names.map((name) => ({ value: `${written}${name}=` })) };
};

const machines: Values = async () =>
  namesOnly(
    (await import('../../../charts/statechart/machine-groups.ts')).machineGroups.flatMap((group) =>
      group.machines.map(({ id }) => id),
    ),
  );

const machinesWithPaths: Values = async () =>
  namesOnly((await import('../../../proof/models/models.ts')).kubeletModels.map(({ id }) => id));

const imageManagerMachines: Values = async () =>
  namesOnly((await import('../../../proof/models/models.ts')).imageManagerModels.map(({ id }) => id));

const releases: Values = async () =>
  namesOnly(
    (await import('../../../rules/kubelet/profiles/profiles.ts')).profiles
      .map(({ release }) => release)
      .reverse(),
  );

const registries: Values = async () => {
  const { knownRegistries } = await import('../../../inputs/scenario/known-registries.ts');
  return namesOnly(knownRegistries.flatMap(({ hosts }) => hosts).map((host) => `${host}=`));
};

const kubeletSettings: Values = async ({ typed }) => {
  const [{ kubeletControls }, { newestRelease }] = await Promise.all([
    import('../../page/what-if/kubelet-controls.ts'),
    import('../../../rules/kubelet/profiles/profiles.ts'),
  ]);
  return settings(
    typed,
    kubeletControls(newestRelease).flatMap(({ controls }) =>
      controls.map(({ field, byDefault, ...control }) => ({ ...control, name: field, byDefault })),
    ),
  );
};

const lintRules: Values = async () =>
  namesOnly((await import('../../../answers/lint/lint-rules.ts')).lintRules.map(({ id }) => id));

/**
 * The values of each option by its name, and of each argument by `command argument`. Modules are loaded for
 * the one that is asked for.
 */
export const optionValues: Readonly<Record<string, Values>> = {
  '--set': kubeletSettings,
  '--vary': kubeletSettings,
  '--a': kubeletSettings,
  '--b': kubeletSettings,
  '--runtime-config': async ({ typed }) => {
    const { runtimeControls, runtimeValues } = await import('../../page/what-if/runtime-control.ts');
    const values = runtimeValues(newestRuntime, {});
    return settings(
      typed,
      runtimeControls(newestRuntime).map((control) => ({
        ...control,
        byDefault: values.get(control.name) ?? '',
      })),
    );
  },
  '--kubelet-flag': async () => {
    const { flagFields } = await import('../../../inputs/kubelet-sources/kubelet-flags.ts');
    return { values: [...flagFields].map(([flag, field]) => ({ value: `--${flag}=`, words: field })) };
  },
  '--kubelet-version': releases,
  '--kubernetes-version': releases,
  '--runtime': async () => namesOnly([newestRuntime, 'containerd://1.7', 'containerd://1.6', 'cri-o://1.34']),
  '--node-profile': async () => {
    const { nodeProfiles } = await import('../../../inputs/nodes/node-profiles.ts');
    return { values: Object.entries(nodeProfiles).map(([value, { words }]) => ({ value, words })) };
  },
  '--platform': async () => namesOnly(['linux/amd64', 'linux/arm64']),
  '--link': async () => namesOnly(['100Mbit/s', '1Gbit/s', '10Gbit/s', 'unlimited']),
  '--fault': fault,
  '--mirror': registries,
  '--pull-limit': registries,
  '--machine': imageManagerMachines,
  '--only': lintRules,
  '--ignore': lintRules,
  '--show': lintRules,
  '--kind': async () =>
    namesOnly(
      (await import('../../../proof/conformance/script-kinds.ts')).scriptKinds.map(({ kind }) => kind),
    ),
  '--invariant': async () =>
    namesOnly((await import('../../../run/invariants/trace-verdicts.ts')).verdictNames),
  '--pod': async (context) => namesOnly((await namesOfInputs(context)).pods),
  '--node': async (context) => namesOnly((await namesOfInputs(context)).nodes),
  '--owner': async (context) => namesOnly((await namesOfInputs(context)).owners),
  '--image-size': async (context) =>
    namesOnly((await namesOfInputs(context)).images.map((image) => `${image}=`)),
  '--cold-images': async (context) => namesOnly((await namesOfInputs(context)).images),
  'example name': async () => {
    const examples = await (await import('../files/examples.ts')).readExamples();
    return { values: examples.map(({ name, title }) => ({ value: name, words: title })) };
  },
  'schema name': async () => {
    const { jsonKinds, schemaName } = await import('../../../reports/json/json-kinds.ts');
    return namesOnly(['scenario', ...jsonKinds.map(schemaName)]);
  },
  'machines machines': machines,
  'coverage machines': machinesWithPaths,
  'paths machine': machinesWithPaths,
  'init file': async () => anyFile,
};

const newestRuntime = 'containerd://2.4';

interface Setting {
  readonly name: string;
  readonly kind: string;
  readonly choices: readonly string[];
  readonly byDefault: string;
  readonly hint: string;
}

/** `name=`, and after the sign the values that the setting can have, or the one that it has by default. */
function settings(typed: string, all: readonly Setting[]): Candidates {
  const chosen = all.find(({ name }) => typed.startsWith(`${name}=`));
  if (chosen === undefined)
    return { values: all.map(({ name, hint }) => ({ value: `${name}=`, words: hint })) };
  const { name, kind, choices, byDefault } = chosen;
  const known =
    kind === 'switch'
      ? ['true', 'false']
      : choices.length > 0
        ? choices
        : [byDefault].filter((value) => value !== '');
  const values = known.map(
    (value): Candidate => ({
      value: `${name}=${value}`,
      ...(value === byDefault ? { words: 'the default' } : {}),
    }),
  );
  return { values };
}

/** What a person is ready to wait for after a press of Tab. */
const inputLengthMax = 2_000_000;

/**
 * Returns the names of pods, their owners, nodes and images in the inputs. None if an input is wrong, large,
 * or stdin.
 */
async function namesOfInputs({
  inputs,
  terminal,
}: ValueContext): Promise<Readonly<Record<'pods' | 'owners' | 'nodes' | 'images', readonly string[]>>> {
  const none = { pods: [], owners: [], nodes: [], images: [] };
  if (inputs.length === 0 || inputs.includes('-')) return none;
  const [{ readSources }, { readInput }] = await Promise.all([
    import('../files/read-sources.ts'),
    import('../../../inputs/read-input.ts'),
  ]);
  const sources = await readSources(inputs, { cwd: terminal.cwd, stdin: terminal.stdin }, []).catch(() => []);
  if (sources.reduce((sum, { text }) => sum + text.length, 0) > inputLengthMax) return none;
  const result = readInput(sources, {});
  if (!result.ok) return none;
  const { pods, nodes, images } = result.input;
  return {
    pods: pods.map(({ namespace, name }) => `${namespace}/${name}`),
    owners: [...new Set(pods.map(({ owner }) => ownerText(owner)))].filter((owner) => owner !== ''),
    nodes: nodes.map(({ name }) => name),
    images: Object.keys(images),
  };
}

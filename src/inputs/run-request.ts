import { policyChoices } from '../rules/kubelet/tried-policies.ts';
import { diskKindNames, isDiskKindName } from '../rules/runtime/disk/disk-kinds.ts';
import { shownValue } from './documents/check-shape.ts';
import type { Problems } from './documents/problems.ts';
import { redactedText } from './documents/redacted-text.ts';
import { limits } from './limits.ts';
import { isNodeProfileName, nodeProfileNames } from './nodes/node-profiles.ts';
import { isProviderChoice, providerChoices } from './providers/provider-choice.ts';
import { redactedFlag, redactedSetting } from './redacted-option.ts';
import { parseByteRate, parseByteSize, parseDuration } from './scenario/quantities.ts';
import { platformExample, platformPattern } from './scenario/quantity-shapes.ts';

/** The greatest seed that is accepted; the least is 0. */
export const seedMax = 2 ** 31 - 1;

/** The greatest draw of sizes that is accepted. */
export const sizeDrawMax = 999;

/** The names and help texts of one entry of a request. */
export interface RequestOption {
  /** The flag on the command line, with its value, such as `duration`, unless it is a switch. */
  readonly flag: string;
  readonly takes?: string;
  /** The title on the page. */
  readonly title: string;
  /** Its effect, for help texts and hints. */
  readonly help: string;
  /** `texts` may be given several times; `switch` is given or not. */
  readonly kind: 'text' | 'texts' | 'number' | 'switch';
  readonly check?: Check;
  /** Returns a value without credentials, where more of it is hidden than `redactedText` hides. */
  readonly redacted?: (value: string) => string;
}

/** A check that does not depend on the files: no such `noun`. */
interface Check {
  readonly noun: string;
  readonly expected: string;
  readonly isRight: (value: string | number) => boolean;
}

function wholeNumber(noun: string, least: number, most: number): Check {
  return {
    noun,
    expected: `a whole number from ${least} to ${most}`,
    isRight: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

/**
 * Everything that changes a run besides its files, one row each. The command line, the page, shared links and
 * checks use these rows.
 */
export const runRequestOptions = {
  set: {
    flag: '--set',
    takes: 'field=value',
    title: 'KubeletConfiguration',
    help: 'change a field of the KubeletConfiguration, such as maxParallelImagePulls=5',
    kind: 'texts',
    redacted: redactedSetting,
  },
  kubeletFlags: {
    flag: '--kubelet-flag',
    takes: 'flag',
    title: 'kubelet flags',
    help: "a flag of the kubelet's command line, such as '--serialize-image-pulls=false'; wins over all files",
    kind: 'texts',
    redacted: redactedFlag,
  },
  kubeletVersion: {
    flag: '--kubelet-version',
    takes: 'version',
    title: 'kubelet version',
    help: 'the kubelet release to simulate, such as 1.31; wins over what a Node says',
    kind: 'text',
  },
  runtime: {
    flag: '--runtime',
    takes: 'runtime',
    title: 'runtime',
    help: 'the container runtime of every node, such as containerd://1.6 or containerd://2.4',
    kind: 'text',
    check: {
      noun: 'container runtime',
      expected: 'one such as containerd://2.4',
      isRight: (value) => /^[a-z][\w.-]*:\/\/\S+$/.test(String(value)),
    },
  },
  runtimeConfig: {
    flag: '--runtime-config',
    takes: 'name=value',
    title: 'container runtime',
    help: "an option of the runtime's own configuration, such as max_concurrent_downloads=6",
    kind: 'texts',
  },
  provider: {
    flag: '--provider',
    takes: 'name',
    title: 'provider',
    help: 'whose node image the nodes have, such as eks-al2023 or k3s (windlass providers lists them); none for upstream defaults',
    kind: 'text',
    check: {
      noun: 'provider',
      expected: `one of ${providerChoices.join(', ')}`,
      isRight: isProviderChoice,
    },
  },
  policy: {
    flag: '--policy',
    takes: 'name',
    title: 'policy',
    help: 'what to try that no released kubelet has: coalesce joins the pulls of one image on a node; none for the kubelet as it is',
    kind: 'text',
    check: {
      noun: 'policy',
      expected: `one of ${policyChoices.join(', ')}`,
      isRight: (value) => policyChoices.includes(String(value)),
    },
  },
  platform: {
    flag: '--platform',
    takes: 'platform',
    title: 'platform',
    help: 'the platform of the nodes, such as linux/arm64',
    kind: 'text',
    check: {
      noun: 'platform',
      expected: platformExample,
      isRight: (value) => platformPattern.test(String(value)),
    },
  },
  imageSizes: {
    flag: '--image-size',
    takes: 'image=size',
    title: 'image sizes',
    help: 'the compressed size of an image, such as app=300MB',
    kind: 'texts',
  },
  sizeDraw: {
    flag: '--size-draw',
    takes: 'n',
    title: 'draw of sizes',
    help: 'which sizes images have that you did not give: 0 is the likeliest, others are drawn, as answers of many runs name them',
    kind: 'number',
    check: wholeNumber('draw of sizes', 0, sizeDrawMax),
  },
  link: {
    flag: '--link',
    takes: 'rate',
    title: 'node link',
    help: 'the network link of every node, such as 1Gbit/s, 10MB/s or unlimited',
    kind: 'text',
    check: {
      noun: 'rate',
      expected: 'a rate above 0 such as 1Gbit/s (bits), 10MB/s (bytes) or unlimited',
      isRight: (value) => parseByteRate(String(value)) !== undefined,
    },
  },
  memory: {
    flag: '--memory',
    takes: 'size',
    title: 'memory',
    help: 'the memory of every node, such as 32GiB, of which a tenth holds unpacked files before they are written',
    kind: 'text',
    check: {
      noun: 'size',
      expected: 'a size such as 32GiB',
      isRight: (value) => Number(parseByteSize(String(value))) > 0,
    },
  },
  diskKind: {
    flag: '--disk-kind',
    takes: 'name',
    title: 'kind of disk',
    help: `the kind of every node's disk: ${diskKindNames.join(', ')}`,
    kind: 'text',
    check: {
      noun: 'kind of disk',
      expected: `one of ${diskKindNames.join(', ')}`,
      isRight: (value) => isDiskKindName(String(value)),
    },
  },
  diskBandwidth: {
    flag: '--disk-bandwidth',
    takes: 'rate',
    title: 'disk bandwidth',
    help: "what every node's disk writes a second, such as 125MiB/s or unlimited",
    kind: 'text',
    check: {
      noun: 'rate',
      expected: 'a rate above 0 such as 125MiB/s or unlimited',
      isRight: (value) => parseByteRate(String(value)) !== undefined,
    },
  },
  nodeProfile: {
    flag: '--node-profile',
    takes: 'name',
    title: 'kind of node',
    help: `the kind of machine, where the inputs do not say: ${nodeProfileNames.join(', ')}`,
    kind: 'text',
    check: {
      noun: 'kind of node',
      expected: `one of ${nodeProfileNames.join(', ')}`,
      isRight: isNodeProfileName,
    },
  },
  nodes: {
    flag: '--nodes',
    takes: 'n',
    title: 'nodes to make',
    help: "how many nodes to make (wins over a Scenario's nodes.count); added to Node objects",
    kind: 'number',
    check: wholeNumber('number of nodes', 1, limits.nodes),
  },
  join: {
    flag: '--join',
    takes: 'nodes',
    title: 'nodes that join',
    help: "nodes that are requested during the run, such as '10 at 0s, 10 at 2m' or 'pool-a: 3 at 1m'; wins over a Scenario's nodes.joins",
    kind: 'texts',
  },
  leave: {
    flag: '--leave',
    takes: 'nodes',
    title: 'nodes that leave',
    help: "nodes that go during the run, such as 'node-1 at 5m' or 'pool-a-* at 5m'; controllers make their pods again elsewhere",
    kind: 'texts',
  },
  autoscale: {
    flag: '--autoscale',
    takes: 'nodes',
    title: 'autoscaler',
    help: "how many nodes an autoscaler requests at most for pods that no node takes, such as 38, 'pool-a: 38' or '38 of 5 pods' where CPU or memory let a node have 5",
    kind: 'text',
  },
  replicas: {
    flag: '--replicas',
    takes: 'workload=n',
    title: 'replicas',
    help: 'how many pods a workload has, such as web=20 or Deployment/web=20; * is any text',
    kind: 'texts',
  },
  cold: {
    flag: '--cold',
    title: 'cold start',
    help: 'start with no image on any node, whatever Nodes and the Scenario list',
    kind: 'switch',
  },
  coldImages: {
    flag: '--cold-images',
    takes: 'pattern',
    title: 'cold images',
    help: "start without these images on any node, such as 'app/*'; * is any text",
    kind: 'texts',
  },
  presentImages: {
    flag: '--present-images',
    takes: 'pattern',
    title: 'images present',
    help: "start with these images on every node, such as 'app/*'; * is any text",
    kind: 'texts',
  },
  mirrors: {
    flag: '--mirror',
    takes: 'registry=address',
    title: 'mirrors',
    help: 'a mirror to ask before the registry, such as docker.io=https://mirror.example',
    kind: 'texts',
  },
  pullLimits: {
    flag: '--pull-limit',
    takes: 'registry=pulls/time',
    title: 'pull limits',
    help: 'how many pulls a registry allows each node, such as docker.io=100/6h; all nodes together: docker.io=100/6h,shared; docker.io=none',
    kind: 'texts',
  },
  faults: {
    flag: '--fault',
    takes: 'words',
    title: 'faults',
    help: "what goes wrong, such as 'registryDown registry=ghcr.io from=0s until=40s'; windlass init shows all kinds",
    kind: 'texts',
  },
  faultsUntil: {
    flag: '--faults-until',
    takes: 'duration',
    title: 'end of faults',
    help: 'when faults are over, such as 5m; 0s: there are none; only one kind: registryDown=5m',
    kind: 'texts',
  },
  deletePods: {
    flag: '--delete-pods',
    takes: 'pods=time',
    title: 'deleted pods',
    help: "delete these pods then, such as 'web-*=5m'; others take their place",
    kind: 'texts',
  },
  setImages: {
    flag: '--set-image',
    takes: 'workload=image,time',
    title: 'new images',
    help: "roll out a new image then, such as web=registry.example/web:2,5m; one container of several: 'web:app=…'",
    kind: 'texts',
  },
  horizon: {
    flag: '--for',
    takes: 'duration',
    title: 'horizon',
    help: 'how long to simulate at most, such as 15m',
    kind: 'text',
    check: {
      noun: 'horizon',
      expected: 'a duration above zero, such as 90s, 15m or 1h30m',
      isRight: (value) => Number(parseDuration(String(value))) > 0,
    },
  },
  seed: {
    flag: '--seed',
    takes: 'n',
    title: 'seed',
    help: 'the seed of all random choices: the same seed gives the same run',
    kind: 'number',
    check: wholeNumber('seed', 0, seedMax),
  },
} as const satisfies Readonly<Record<string, RequestOption>>;

export type RunRequestName = keyof typeof runRequestOptions;

interface ValueOf {
  readonly text: string;
  readonly texts: readonly string[];
  readonly number: number;
  readonly switch: true;
}

/**
 * The settings of a run besides its files, as the command line, a link, the page and a program give them.
 * Each has precedence over the files. It is plain data: texts as on the command line, such as
 * `horizon: '15m'`.
 */
export type RunRequest = {
  readonly [Name in RunRequestName]?: ValueOf[(typeof runRequestOptions)[Name]['kind']];
};

/** The rows with their names, for code that treats all of them alike. */
export const runRequestRows = Object.entries(runRequestOptions) as readonly (readonly [
  RunRequestName,
  RequestOption,
])[];

/**
 * Returns what was expected of an entry that is wrong whatever the files say; undefined if it is not wrong.
 */
export function expectedOf(name: RunRequestName, value: string | number): string | undefined {
  const { check }: RequestOption = runRequestOptions[name];
  return check === undefined || check.isRight(value) ? undefined : check.expected;
}

/** Adds the errors of the request that do not depend on the files. */
export function checkRunRequest(request: RunRequest, problems: Problems): void {
  for (const [name, { flag, check }] of runRequestRows) {
    const value = request[name];
    if (
      check === undefined ||
      typeof value === 'object' ||
      value === undefined ||
      value === true ||
      check.isRight(value)
    )
      continue;
    problems.add({ code: 'OPTION', file: `${flag} ${value}`, option: { name }, ...refusalOf(value, check) });
  }
}

/** Returns the error for a value that a check refuses. */
export function refusalOf(
  value: string | number,
  { noun, expected }: Check,
): { readonly message: string; readonly expected: string } {
  return { message: `${shownValue(value)} is not a valid ${noun}`, expected };
}

/** Returns the request without empty entries, in the order of the rows: equal requests are equal as JSON. */
export function sparseRequest(request: RunRequest): RunRequest {
  const entries = runRequestRows.map(([name]) => [name, request[name]] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/**
 * Returns the request without credentials: no run needs them, and texts of a request are shown in errors,
 * headers and command lines.
 */
export function redactedRequest(request: RunRequest): RunRequest {
  const entries = runRequestRows.flatMap(([name, { redacted = redactedText }]) => {
    const value = request[name];
    if (value === undefined) return [];
    const shown =
      typeof value === 'string' ? redacted(value) : Array.isArray(value) ? value.map(redacted) : value;
    return [[name, shown] as const];
  });
  return { ...request, ...Object.fromEntries(entries) };
}

/**
 * Returns the command that makes the same run, for a POSIX shell:
 * `windlass run web.yaml --set serializeImagePulls=false --seed 1`.
 */
export function runCommandLine(inputs: readonly string[], request: RunRequest): string {
  return commandLineOf('run', inputs, request);
}

/**
 * Returns the command line of any command that takes the options of a run, for a POSIX shell, with more
 * options after them.
 */
export function commandLineOf(
  command: string,
  inputs: readonly string[],
  request: RunRequest,
  more: readonly (readonly [flag: string, value?: string])[] = [],
): string {
  const shown = redactedRequest(request);
  const options = runRequestRows.flatMap(([name, { flag }]) =>
    [shown[name] ?? []]
      .flat()
      .flatMap((value) => (value === true ? [flag] : [flag, shellWord(String(value))])),
  );
  const files = inputs.map((input) => shellWord(redactedText(/^-./.test(input) ? `./${input}` : input)));
  const others = more.flatMap(([flag, value]) => [
    flag,
    ...(value === undefined ? [] : [shellWord(redactedText(value))]),
  ]);
  return ['windlass', command, ...files, ...options, ...others].join(' ');
}

/** Returns the text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return text === '-' || (/^[\w./:=@%+,-]+$/.test(text) && !text.startsWith('-'))
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}

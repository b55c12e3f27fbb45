import { Option } from 'commander';
import { stageOfRun } from '../../../answers/what-if/runs/time-left.ts';
import { findKnownImage } from '../../../inputs/known-images/find-known-image.ts';
import { type JsonFields, jsonText } from '../../../reports/json/json-text.ts';
import { type PrePull, prePulls } from '../../../reports/phases/pre-pulls.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import {
  formatPrePullEvents,
  formatPrePullTimeline,
  kubeadmLines,
  prePullText,
} from '../../../reports/timeline/pre-pull-timeline.ts';
import { controlPlaneImages } from '../../../rules/kubeadm/control-plane-images.ts';
import { type PrePullPolicy, prePullPolicies } from '../../../rules/kubeadm/pre-pull-plan.ts';
import { selectKubeadmRules } from '../../../rules/kubeadm/select-kubeadm-rules.ts';
import { defaultRelease } from '../../../rules/kubelet/profiles/profiles.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { formatRecords } from '../../../trace/write-trace.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, quietOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { inputOfFiles } from '../files/input-or-fail.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { describeEnd, noticeLines } from '../run/describe-run.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { simulateOrFail } from '../run/simulate-or-fail.ts';
import { type Terminal, tellNote, tellWarning, textOptionsFor } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

const outputs = ['timeline', 'events', 'summary', 'json', 'trace'] as const;
const modes = ['preflight', 'config'] as const;

interface PrePullOptions {
  readonly kubernetesVersion: string;
  readonly parallel?: true;
  readonly policy?: PrePullPolicy;
  readonly as: (typeof modes)[number];
  readonly image: readonly string[];
  readonly imageRepository: string;
  readonly output: (typeof outputs)[number];
  readonly out?: string;
  readonly quiet?: true;
  readonly verbose?: true;
}

export const help: CommandHelp = {
  about: [
    'Simulates what kubeadm pulls on a new control-plane node, in this order: kube-apiserver, kube-controller-manager, kube-scheduler, kube-proxy, coredns, pause, etcd. A Scenario among the inputs sets the link, registries, faults, images that are there already, and sizes.',
    'kubeadm tries each image five times, without a wait between the tries. The exit code is 4 if an image could not be pulled.',
  ],
  examples: [
    ['How long does the pull take?', 'windlass prepull'],
    ['How much faster is it in parallel?', 'windlass prepull --kubernetes-version 1.30 --parallel'],
    ['What does kubeadm config images pull do?', 'windlass prepull --as config -o events'],
    [
      'How long over a slow link?',
      'windlass prepull slow-link.yaml --policy Always --runtime containerd://1.6',
    ],
    ['How long do my own images take?', 'windlass prepull --image app=400MB --image sidecar -o json'],
  ],
};

/** `windlass prepull`: kubeadm's pull of images on a node, before anything runs on it. */
export const add: AddCommand = (command, terminal, end) => {
  addRequestOptions(command, [
    'runtime',
    'runtimeConfig',
    'imageSizes',
    'nodes',
    'cold',
    'mirrors',
    'pullLimits',
    'seed',
  ])
    .argument('[inputs...]', 'a Scenario, image listings, Nodes: files, folders, globs, or - for stdin')
    .option('--kubernetes-version <version>', 'the release of kubeadm and of the images', defaultRelease)
    .option(
      '--parallel',
      'pull all images at once (imagePullSerial: false; since v1.30); without it, one after the other',
    )
    .addOption(
      new Option(
        '--policy <policy>',
        'imagePullPolicy (default: IfNotPresent; with --as config: Always)',
      ).choices(prePullPolicies),
    )
    .addOption(
      new Option(
        '--as <what>',
        'what to simulate; preflight: kubeadm init, config: kubeadm config images pull',
      )
        .choices(modes)
        .default('preflight'),
    )
    .option(
      '--image <image>',
      "pull this image instead of kubeadm's; a size may follow, as in app=300MB; repeatable",
      repeatable,
      [],
    )
    .option('--image-repository <host>', "the registry of kubeadm's images", 'registry.k8s.io')
    .addOption(new Option('-o, --output <what>', 'what to print').choices(outputs).default('timeline'))
    .option('--out <file>', 'write to this file instead of stdout; it appears when it is complete')
    .option(...quietOption)
    .option('-v, --verbose', 'assumptions in full')
    .action(async (inputs: string[], options: PrePullOptions) => {
      end(await prepull(inputs, options, terminal));
    });
};

async function prepull(
  inputs: readonly string[],
  options: PrePullOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const selection = selectKubeadmRules(options.kubernetesVersion);
  if ('error' in selection)
    throw new CommandError(exitCode.usage, `--kubernetes-version: ${selection.error}`);
  const { rules, release, patch } = selection;
  checkUsage(options, rules.pullsInParallel, rules.version);
  const listed = controlPlaneImages(release, patch, options.imageRepository);
  const own = options.image.map((image) => image.split('=')[0] ?? image);
  const images = own.length > 0 ? own : listed.images.map(({ name }) => name);
  const isConfig = options.as === 'config';
  const plan = {
    images: images.map(withTag),
    parallel: options.parallel === true,
    policy: options.policy ?? (isConfig ? 'Always' : 'IfNotPresent'),
    release: rules.release,
    ...(isConfig ? { stopsAtError: true } : {}),
  } as const;
  const sizes = (own.length > 0 ? [] : listed.images).flatMap(({ name, officialName }) => {
    const known = findKnownImage(officialName);
    return known === undefined ? [] : [{ name, bytes: known.row.bytes }];
  });
  const request = requestOf(options);
  const imageSizes = [...(request.imageSizes ?? []), ...options.image.filter((image) => image.includes('='))];
  const result = await inputOfFiles(inputs, { prePull: { plan, sizes }, ...request, imageSizes }, terminal, [
    options.out,
  ]);
  const quietly = forNotes(terminal, options);
  const progress = new Progress(quietly);
  const { header, records, end } = await progress.during(() =>
    simulateOrFail(
      result.input,
      { onProgress: (moment) => progress.note(stageOfRun(moment)) },
      new Interruption(quietly),
    ),
  );
  const notes = [selection.note, own.length > 0 ? undefined : listed.note].flatMap((note) =>
    note === undefined ? [] : [`${note}.`],
  );
  const nodes = header.nodes
    .map(
      ({ name, runtime, runtimeMeasured }) =>
        `${name} · ${runtime}${runtimeMeasured === false ? ' (not measured)' : ''}`,
    )
    .join('; ');
  const sizesNote =
    own.length > 0
      ? []
      : ['Sizes of the images are those of published listings of such nodes (docs/images.md).'];
  for (const line of [
    `seed ${header.seed} · ${nodes}`,
    ...notes,
    ...sizesNote,
    ...noticeLines(header, options.verbose),
  ])
    tellNote(quietly, line);
  const all = prePulls(records);
  const text = outputOf(options, records, all, textOptionsFor(options.out, terminal));
  writeOutput(options.out, text, terminal);
  if (end.reason === 'interrupted') {
    tellWarning(terminal, describeEnd(end, header));
    return exitCode.interrupted;
  }
  const missing = all
    .flatMap((prePull) => prePull.images)
    .filter(({ state }) => state !== 'pulled' && state !== 'present');
  if (missing.length === 0 || plan.policy === 'Never') return exitCode.ok;
  throw new CommandError(exitCode.violated, `${countText(missing.length, 'image')} could not be pulled`);
}

/**
 * Adds the kubelet's default tag, so that pods and pre-pulls name the same image. Registries and names stay
 * as written.
 */
function withTag(image: string): string {
  return image.includes('@') || image.slice(image.lastIndexOf('/') + 1).includes(':')
    ? image
    : `${image}:latest`;
}

function checkUsage({ parallel, as }: PrePullOptions, pullsInParallel: boolean, version: string): void {
  const wrong = (message: string) => new CommandError(exitCode.usage, message);
  if (parallel === true && as === 'config')
    throw wrong('--parallel cannot be used with --as config, which always pulls one after the other');
  if (parallel === true && !pullsInParallel)
    throw wrong(`--parallel: kubeadm ${version} pulls one after the other; it came with 1.30`);
}

function outputOf(
  options: PrePullOptions,
  records: readonly TraceRecord[],
  all: readonly PrePull[],
  text: TextOptions,
): string {
  const said = all.flatMap((prePull) => kubeadmLines(prePull, options.as)).map((line) => `${line}\n`);
  switch (options.output) {
    case 'trace':
      return [...formatRecords(records)].join('');
    case 'json':
      return jsonText('PrePullList', { seed: headerSeed(records), items: all.map(withoutPhases) });
    case 'events':
      return formatPrePullEvents(records, text);
    case 'summary':
      return `${all.map((prePull) => `${prePull.node} · ${prePullText(prePull)}\n`).join('')}${said.join('')}`;
    case 'timeline':
      return `${formatPrePullTimeline(records, text)}\nkubeadm prints:\n${said.join('')}`;
  }
}

function headerSeed([first]: readonly TraceRecord[]): number | null {
  return first?.type === 'header' ? first.seed : null;
}

/** Returns the pre-pull without the phases, which only the picture needs. */
function withoutPhases({ images, ...prePull }: PrePull): JsonFields<'PrePullList'>['items'][number] {
  return { ...prePull, images: images.map(({ phases: _, ...image }) => image) };
}

import { shortDuration } from '../../../rules/kubelet/configuration/value-text.ts';
import type { RuntimeOptions } from '../../../rules/runtime/profiles/runtime-options.ts';
import { selectRuntimeProfile } from '../../../rules/runtime/profiles/select-runtime-profile.ts';

/** An option of the container runtime's own configuration that can be changed in the panel. */
interface RuntimeControl {
  /** The option's name for `--runtime-config`. */
  readonly name: string;
  readonly kind: 'switch' | 'number' | 'duration' | 'choice';
  /** The values of a choice. */
  readonly choices: readonly string[];
  /** An explanation in plain words. */
  readonly hint: string;
}

interface KnownControl extends Omit<RuntimeControl, 'choices'>, Partial<Pick<RuntimeControl, 'choices'>> {
  readonly option: keyof RuntimeOptions;
  /** Returns the current value in the spelling of the runtime's configuration. */
  readonly value: (options: RuntimeOptions) => string;
}

/**
 * containerd's default number of downloads. It stands in one place of the configuration while the value in
 * another place is used.
 */
const downloadsByDefault = 3;

const ofOneNode: readonly KnownControl[] = [
  {
    name: 'use_local_image_pull',
    option: 'path',
    kind: 'switch',
    hint: "pull by containerd's client library, as 1.x did, instead of its transfer service",
    value: ({ path }) => String(path === 'local'),
  },
  {
    name: 'io.containerd.transfer.v1.local.max_concurrent_downloads',
    option: 'path',
    kind: 'number',
    hint: 'how many layers and manifests come at once, of the whole node, through the transfer service; 0: no limit',
    value: ({ path, maxConcurrentDownloads }) =>
      String(path === 'local' ? downloadsByDefault : maxConcurrentDownloads),
  },
  {
    name: 'max_concurrent_downloads',
    option: 'path',
    kind: 'number',
    hint: 'of the CRI plugin: any other number than 3 makes containerd pull by its local path, silently',
    value: ({ path, maxConcurrentDownloads }) =>
      String(path === 'local' ? maxConcurrentDownloads : downloadsByDefault),
  },
  {
    name: 'max_concurrent_unpacks',
    option: 'maxConcurrentUnpacks',
    kind: 'number',
    hint: 'how many layers are unpacked at once on the node, of one image too; 1: one after another in each image',
    value: ({ maxConcurrentUnpacks }) => String(maxConcurrentUnpacks),
  },
];

const ofEachPull: KnownControl = {
  name: 'max_concurrent_downloads',
  option: 'maxConcurrentDownloads',
  kind: 'number',
  hint: 'how many layers of each pull come at once; 0: no limit',
  value: ({ maxConcurrentDownloads }) => String(maxConcurrentDownloads),
};

const ofAll: readonly KnownControl[] = [
  {
    name: 'image_pull_progress_timeout',
    option: 'imagePullProgressTimeoutMicros',
    kind: 'duration',
    hint: 'a pull of which no byte has come for so long is cancelled; 0s: never',
    value: ({ imagePullProgressTimeoutMicros }) => shortDuration(imagePullProgressTimeoutMicros),
  },
  {
    name: 'snapshotter',
    option: 'snapshotter',
    kind: 'choice',
    choices: ['overlayfs', 'native'],
    hint: 'native copies the whole tree below for each layer',
    value: ({ snapshotter }) => snapshotter,
  },
];

/** Returns the options that a runtime, `containerd://2.4`, knows. */
export function runtimeControls(runtime: string): readonly RuntimeControl[] {
  return known(runtime).map((control) => ({ choices: [], ...control }));
}

/**
 * Returns the values of these controls by name, in the spelling of the runtime's configuration, while `given`
 * is set in it.
 */
export function runtimeValues(runtime: string, given: Partial<RuntimeOptions>): ReadonlyMap<string, string> {
  const { options } = selectRuntimeProfile(runtime, given).profile;
  return new Map(known(runtime).map(({ name, value }) => [name, value(options)]));
}

function known(runtime: string): readonly KnownControl[] {
  const { settable } = selectRuntimeProfile(runtime).profile;
  const downloads = settable.includes('path') ? ofOneNode : [ofEachPull];
  return [...downloads, ...ofAll].filter(({ option }) => settable.includes(option));
}

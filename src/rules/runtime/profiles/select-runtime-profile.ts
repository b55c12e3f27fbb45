import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';
import {
  completeProfile,
  containerd16,
  containerd17,
  containerd21,
  containerd24,
  criO,
} from './runtime-profiles.ts';

/**
 * Returns the profile for what `Node.status.nodeInfo.containerRuntimeVersion` or an option says
 * (`containerd://2.1.3`), with these options of its configuration in force instead of its defaults. The note
 * says what was not measured.
 */
export function selectRuntimeProfile(runtime: string, options: Partial<RuntimeOptions> = {}): NearestProfile {
  const { profile, ...nearest } = nearestRuntimeProfile(runtime);
  return {
    profile: { ...withRuntimeOptions(profile, options), isMeasured: nearest.note === undefined },
    ...nearest,
  };
}

/**
 * Returns the profile with these options in force, as far as the runtime can be set so: others stay as they
 * are. Only the transfer service unpacks several layers at once.
 */
export function withRuntimeOptions(profile: RuntimeProfile, given: Partial<RuntimeOptions>): RuntimeProfile {
  const all: RuntimeOptions = { ...profile.options, ...settableOptions(profile, given) };
  return completeProfile({
    ...profile,
    options: all.path !== 'transfer' ? { ...all, maxConcurrentUnpacks: 1 } : all,
  });
}

/**
 * Returns those of the options that the runtime can be set by. Every containerd can have a snapshotter that pulls in its
 * place, and no CRI-O.
 */
export function settableOptions(
  { settable, options: { path } }: RuntimeProfile,
  given: Partial<RuntimeOptions>,
): Partial<RuntimeOptions> {
  const names = path === 'copy' ? settable : [...settable, ...ofSnapshotters];
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** The options that stand for a snapshotter beside containerd's own. */
export const ofSnapshotters: readonly (keyof RuntimeOptions)[] = ['parallelPull', 'lazyPull'];

/**
 * The tag of DefaultSandboxImage for releases of containerd in which it differs from their profile's
 * (internal/cri/config).
 */
const pauseTags: Readonly<Record<string, string>> = { '2.0': '3.10', '2.2': '3.10.1' };

interface NearestProfile {
  readonly profile: RuntimeProfile;
  /** A sentence without its full stop, which every output of a run has whose runtime was not measured. */
  readonly note: string | undefined;
  /** It is neither containerd nor CRI-O. */
  readonly isGuess?: true;
}

/**
 * Returns the profile for a runtime as `Node.status.nodeInfo.containerRuntimeVersion` names it, its own
 * defaults in force. 1.6, 1.7, 2.1 and 2.4 of containerd were measured; others run on the nearest, with what their
 * source or documentation says.
 */
export function nearestRuntimeProfile(runtime: string): NearestProfile {
  const [, name = '', major = '', minor = '', patch = ''] =
    /^([a-z][\w.-]*):\/\/v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(runtime) ?? [];
  // The kubelet reports cri-o://, and people also write the name of its binary.
  if (name === 'cri-o' || name === 'crio') {
    const imagePullProgressTimeoutMicros = crioProgressTimeout(Number(major), Number(minor || '0'), patch);
    return {
      profile: { ...criO, options: { ...criO.options, imagePullProgressTimeoutMicros } },
      note: `${runtime}: not measured; it runs on CRI-O's documented defaults and the figures of containerd 2.4`,
    };
  }
  if (name !== 'containerd') {
    const note = `${runtime}: not measured; it runs on the figures and error texts of containerd 2.4`;
    return { profile: containerd24, note, isGuess: true };
  }
  return containerd(runtime, Number(major), Number(minor || '0'), patch === '' ? undefined : Number(patch));
}

/** The first patches of CRI-O without a progress timeout: the first releases after its change 9133. */
const firstWithoutTimeout: Readonly<Record<number, number>> = { 30: 13, 31: 8, 32: 4 };

/**
 * The default of CRI-O's `pull_progress_timeout`: 10 s since 1.30 (its change 7887, at first without a setting),
 * and none from the patches of May 2025 on (9133). A version without a patch is taken for the newest.
 */
function crioProgressTimeout(major: number, minor: number, patch: string): number {
  const first = major === 1 ? firstWithoutTimeout[minor] : undefined;
  return first !== undefined && patch !== '' && Number(patch) < first ? 10_000_000 : 0;
}

function containerd(
  runtime: string,
  major: number,
  minor: number,
  patch: number | undefined,
): NearestProfile {
  if (major < 1 || (major === 1 && minor < 7)) {
    const measured = major === 1 && minor === 6;
    return {
      profile: containerd16,
      note: measured ? undefined : `${runtime}: not measured; it runs on the profile containerd://1.6`,
    };
  }
  if (major === 1 || (major === 2 && minor === 0)) {
    const measured = major === 1 && minor === 7;
    const early = measured && patch !== undefined && patch < 11;
    const options = {
      ...containerd17.options,
      imagePullProgressTimeoutMicros: early ? 60_000_000 : 300_000_000,
    };
    return {
      profile: { ...containerd17, options, sandboxImage: releaseSandboxImage(containerd17, major, minor) },
      note: measured ? undefined : `${runtime}: not measured; it runs on the profile containerd://1.7`,
    };
  }
  if (major === 2 && minor === 1) return { profile: containerd21, note: undefined };
  if (major === 2 && minor === 4) return { profile: containerd24, note: undefined };
  const sandboxImage = releaseSandboxImage(containerd24, major, minor);
  const isOlder = major === 2 && minor < 4;
  const like21 = major === 2 && minor === 2 ? retriesOf21 : {};
  const own = major === 2 && minor === 2 ? ', with retries and error texts as 2.1 has them' : '';
  return {
    profile: completeProfile({ ...containerd24, sandboxImage, countsIdleTime: isOlder, ...like21 }),
    note: `${runtime}: not measured; it runs on the profile containerd://2.4${own}`,
  };
}

/** What 2.2 has of 2.1 (core/remotes/docker/resolver.go and the CRI plugin of 2.2.9). */
const retriesOf21 = { requestsMax: containerd21.requestsMax, wording: containerd21.wording };

function releaseSandboxImage(
  { sandboxImage }: RuntimeProfile,
  major: number,
  minor: number,
): RuntimeProfile['sandboxImage'] {
  const tag = pauseTags[`${major}.${minor}`];
  return tag === undefined ? sandboxImage : { ...sandboxImage, name: `registry.k8s.io/pause:${tag}` };
}

import type { ImageManager } from '../../../machines/pull/image-manager.ts';
import { defaultKubeletSettings } from '../../rules/kubelet/configuration/kubelet-configuration.ts';
import type { KubeletSettings } from '../../rules/kubelet/configuration/settings.ts';
import type { NodeTimings } from '../../rules/kubelet/pods/timings.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import type { StubWorld } from './stub-world.ts';

/** Every wait has a different length, so that a confusion of two of them shows. */
export const modelTimings: NodeTimings = {
  podSyncMicros: 6_000,
  volumeMountMicros: 300_000,
  sandboxMicros: 100_000,
  sandboxStopMicros: 70_000,
  createContainerMicros: 20_000,
  startContainerMicros: 30_000,
  imageStatusMicros: 2_000,
  imageSizeMicros: 13_000,
  relistPeriodMicros: 1_000_000,
  relistMicros: 5_000,
  kubeletStartMicros: 3_000_000,
  rebootMicros: 30_000_000,
  kubeletUptimeMicros: 3_600_000_000,
  imageGcRoundMicros: 0,
  removeImageMicros: 250_000,
  unpackBytesPerSecond: 1_000_000,
};

/** The settings of the nodes in models: one pod at a time, pulls one by one. */
export const modelSettings: KubeletSettings = {
  ...defaultKubeletSettings,
  imagePullCredentialsVerificationPolicy: '',
  maxPods: 1,
};

/** Returns an image manager of stubs. */
export function modelImageManager({ recorder, clock, neighbour }: StubWorld, profile: Profile): ImageManager {
  return {
    profile,
    verifiesCredentials: false,
    clock,
    recorder,
    imageService: neighbour('imageService'),
    slots: neighbour('slots'),
    throttle: neighbour('throttle'),
    backOff: neighbour('backOff'),
    records: neighbour('records'),
  };
}

function layer(name: string) {
  return { digest: `sha256:${name}`, bytes: 1_000, unpackedBytes: 3_000 };
}

/** Returns an image of these layers with 1,000 bytes each. Layers with the same name are the same layer. */
export function modelImage(name: string, ...layers: readonly string[]): Image {
  return {
    name,
    ref: `sha256:${name}`,
    index: false,
    configBytes: 100,
    layers: layers.map(layer),
    source: 'scenario',
  };
}

import {
  type Script,
  type ScriptCall,
  type ScriptKubelet,
  type ScriptRuntime,
  unhurriedKubelet,
} from '../conformance/imagemanager/script.ts';
import { digestOf } from './real-world.ts';

/**
 * A handwritten script for what a path through states cannot aim at: the exact edge of a window, the key of
 * an entry, a slot that must come back.
 */
interface BoundaryScript {
  /** The machine that it is about. */
  readonly machine: string;
  /** What must hold, in one sentence. */
  readonly path: string;
  readonly script: Script;
}

type Call = Partial<ScriptCall> & Pick<ScriptCall, 'at'>;

interface Sketch {
  readonly machine: string;
  readonly says: string;
  readonly kubelet?: Partial<ScriptKubelet>;
  readonly runtime: Partial<ScriptRuntime>;
  /** The calls: of pod `a`, for the image `root`, with policy Always unless they say otherwise. */
  readonly calls: readonly Call[];
  readonly isGateOn?: boolean;
}

function pod(name: string): Pick<ScriptCall, 'pod'> {
  return { pod: { namespace: 'ns', name, uid: name } };
}

function windows(initialMs: number, maxMs: number): Partial<ScriptKubelet> {
  return { imagePullBackOff: { initialMs, maxMs } };
}

const failsAtOnce = { pulls: { 'root:latest': [{ error: 'boom' }] } };
const failsLater = { pulls: { 'root:latest': [{ takesMs: 1000, error: 'boom' }] } };
const succeedsLater = { pulls: { 'root:latest': [{ takesMs: 5000, ref: digestOf('root'), size: 4096 }] } };

const sketches: readonly Sketch[] = [
  {
    machine: 'pullBackOff',
    says: 'a window counts from the end of the failed pull, is open at its very end, doubles, and stops at the maximum',
    kubelet: windows(10_000, 40_000),
    runtime: failsLater,
    calls: [0, 10_999.999, 11_000, 31_999.999, 32_000, 72_999.999, 73_000, 113_999.999, 114_000].map(
      (at) => ({ at }),
    ),
  },
  {
    machine: 'pullBackOff',
    says: 'an entry expires after twice the maximum, not at it',
    kubelet: windows(10_000, 20_000),
    runtime: failsAtOnce,
    calls: [0, 10_000, 50_000, 65_000, 90_000.001, 100_000.001].map((at) => ({ at })),
  },
  {
    machine: 'pullBackOff',
    says: 'a success in between forgets nothing',
    kubelet: windows(10_000, 40_000),
    runtime: {
      pulls: { 'root:latest': [{ error: 'boom' }, { ref: digestOf('root'), size: 1 }, { error: 'boom' }] },
    },
    calls: [0, 10_000, 20_000, 35_000, 40_000].map((at) => ({ at })),
  },
  {
    machine: 'pullBackOff',
    says: 'the first window may be longer than the maximum',
    kubelet: windows(20_000, 5000),
    runtime: failsAtOnce,
    calls: [0, 6000, 10_000, 10_000.001].map((at) => ({ at })),
  },
  {
    machine: 'pullBackOff',
    says: 'failures that overlap each double the window',
    kubelet: windows(10_000, 300_000),
    runtime: failsLater,
    calls: [0, 0, 0, 30_000, 40_999.999, 41_000].map((at) => ({ at })),
  },
  {
    machine: 'pullBackOff',
    says: 'the key is the pod and the image as it is written',
    runtime: failsAtOnce,
    calls: [
      { at: 0 },
      { at: 1000 },
      { at: 1000, image: 'root:latest' },
      { at: 1000, image: 'other' },
      { at: 1000, ...pod('b') },
      { at: 2000, image: 'other' },
    ],
  },
  {
    machine: 'pullSlots',
    says: 'a pull that fails gives its slot back',
    kubelet: { maxParallelImagePulls: 1 },
    runtime: failsLater,
    calls: ['a', 'b', 'c'].map((name) => ({ at: 0, ...pod(name) })),
  },
  {
    machine: 'pullSlots',
    says: 'a pull that the throttle refuses gives its slot back',
    kubelet: { maxParallelImagePulls: 1, registryPullQPS: 0.001, registryBurst: 1 },
    runtime: succeedsLater,
    calls: ['a', 'b', 'c'].map((name) => ({ at: 0, ...pod(name) })),
  },
  {
    machine: 'pullSlots',
    says: 'a pull that waited does not look again whether the image has come',
    kubelet: { maxParallelImagePulls: 1 },
    runtime: succeedsLater,
    calls: ['a', 'b'].map((name) => ({ at: 0, policy: 'IfNotPresent', ...pod(name) })),
  },
  {
    machine: 'serialPuller',
    says: 'a pull that fails lets the next one go on',
    kubelet: { serializeImagePulls: true },
    runtime: failsLater,
    calls: ['a', 'b', 'c'].map((name) => ({ at: 0, ...pod(name) })),
  },
  {
    machine: 'pullThrottle',
    says: 'the token is taken with the slot, not with the call',
    kubelet: { maxParallelImagePulls: 1, registryPullQPS: 1, registryBurst: 1 },
    runtime: succeedsLater,
    calls: ['a', 'b', 'c'].map((name) => ({ at: 0, ...pod(name) })),
  },
  {
    machine: 'pullThrottle',
    says: 'a refusal spends nothing, and a token is back to the microsecond',
    kubelet: { registryPullQPS: 5, registryBurst: 2 },
    runtime: { pulls: { 'root:latest': [{ ref: digestOf('root'), size: 1 }] } },
    calls: [0, 0, 0, 199.999, 200, 399.999, 400].map((at, index) => ({ at, ...pod(`pod-${index}`) })),
  },
  {
    machine: 'imagePull',
    says: 'the errors that CRI names keep their name, in the back-off too',
    runtime: {
      pulls: {
        'root:latest': [{ error: 'RegistryUnavailable: connection refused' }],
        'other:latest': [{ error: 'SignatureValidationFailed: no key' }],
      },
    },
    calls: [{ at: 0 }, { at: 1000 }, { at: 2000, image: 'other' }, { at: 3000, image: 'other' }],
  },
  {
    machine: 'imagePull',
    says: "the runtime gets the pod's annotations and its runtime handler",
    runtime: succeedsLater,
    calls: ['IfNotPresent', 'Always'].map((policy, index) => ({
      at: index * 10_000,
      policy,
      pod: { namespace: 'ns', name: 'a', uid: 'a', annotations: { team: 'web' } },
      runtimeHandler: 'kata',
    })),
  },
  {
    machine: 'pullRecords',
    says: 'while one pod pulls an image that was there, another pulls it too, and Never does not find it',
    runtime: { ...succeedsLater, images: [{ image: 'root:latest', ref: digestOf('root'), size: 4096 }] },
    calls: [
      { at: 0 },
      { at: 1000, policy: 'IfNotPresent', ...pod('b') },
      { at: 1000, policy: 'Never', ...pod('c') },
    ],
    isGateOn: true,
  },
  {
    machine: 'pullRecords',
    says: 'a pull that fails leaves the record of the one that succeeded',
    runtime: { pulls: { 'root:latest': [{ ref: digestOf('root'), size: 1 }, { error: 'boom' }] } },
    calls: [{ at: 0 }, { at: 1000, ...pod('b') }, { at: 2000, policy: 'IfNotPresent', ...pod('c') }],
    isGateOn: true,
  },
];

/**
 * Scripts at the edges of the image manager's rules. They are the same for every release, each with its own
 * answer.
 */
export const boundaryScripts: readonly BoundaryScript[] = sketches.map(
  ({ machine, says, kubelet, runtime, calls, isGateOn = false }, index) => ({
    machine,
    path: says,
    script: {
      name: `${machine} edge ${index + 1}`,
      kubelet: { ...unhurriedKubelet, ...kubelet },
      featureGates: { KubeletEnsureSecretPulledImages: isGateOn },
      runtime: { images: [], ...runtime },
      calls: calls.map((call, place) => ({
        id: `c${place + 1}`,
        image: 'root',
        policy: 'Always',
        ...pod('a'),
        ...call,
      })),
    },
  }),
);

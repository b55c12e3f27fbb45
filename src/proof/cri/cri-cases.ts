import type { CriScript } from './cri-script.ts';
import type { PlannedCriScript } from './cri-session.ts';

const web = { name: 'web', layers: ['base', 'web'] };
const api = { name: 'api', layers: ['base', 'api'] };
const job = { name: 'job', layers: ['job'] };
/** Layers that take an eighth of a second. */
const slow = { layerBytes: 20_000, registry: { bytesPerSecond: 160_000 } };

/** Situations that neither the charts have nor chance brings together often. */
const cases: readonly CriScript[] = [
  {
    name: 'tag-moves',
    images: [web, job],
    steps: [
      { do: 'pull', image: 'web' },
      { do: 'move', image: 'web', to: 'job' },
      { do: 'pull', image: 'web' },
      { do: 'remove', image: 'web', by: 'id' },
      { do: 'pull', image: 'web' },
    ],
  },
  {
    name: 'tag-moves-while-registry-fails',
    images: [web, job],
    faults: [{ kind: 'badStatus', request: 'manifest', status: 403, image: 'job', times: 1 }],
    steps: [
      { do: 'pull', image: 'job', by: 'digest' },
      { do: 'pull', image: 'web' },
      { do: 'move', image: 'web', to: 'job' },
      { do: 'pull', image: 'web' },
    ],
  },
  {
    name: 'three-pulls-at-once',
    images: [web, api, job],
    ...slow,
    steps: [
      { do: 'pull', image: 'web', until: 'start' },
      { do: 'pull', image: 'api', until: 'start' },
      { do: 'pull', image: 'job', until: 'start' },
      { do: 'wait' },
      { do: 'remove', image: 'api', by: 'id' },
    ],
  },
  {
    name: 'one-image-three-times-at-once',
    images: [web],
    ...slow,
    steps: [
      { do: 'pull', image: 'web', until: 'start' },
      { do: 'pull', image: 'web', by: 'digest', until: 'start' },
      { do: 'pull', image: 'web', until: 'layer' },
      { do: 'wait' },
    ],
  },
  {
    name: 'another-is-removed-while-it-pulls',
    images: [api, job],
    ...slow,
    steps: [
      { do: 'pull', image: 'job' },
      { do: 'pull', image: 'api', until: 'layer' },
      { do: 'remove', image: 'job', by: 'id' },
      { do: 'wait' },
      { do: 'pull', image: 'job' },
    ],
  },
  {
    name: 'the-base-is-removed-while-it-pulls',
    images: [web, api],
    ...slow,
    steps: [
      { do: 'pull', image: 'web' },
      { do: 'pull', image: 'api', until: 'layer' },
      { do: 'remove', image: 'web', by: 'id' },
      { do: 'wait' },
    ],
  },
  {
    name: 'only-alice-may',
    images: [web],
    registry: { authentication: 'bearer', isPrivate: true, redirects: true },
    steps: [
      { do: 'pull', image: 'web' },
      { do: 'pull', image: 'web', as: 'alice' },
      { do: 'pull', image: 'web', as: 'mallory' },
      { do: 'pull', image: 'web' },
      { do: 'remove', image: 'web', by: 'id' },
      { do: 'pull', image: 'web', as: 'mallory' },
    ],
  },
  {
    name: 'only-alice-may-by-password',
    images: [web],
    registry: { authentication: 'basic', isPrivate: true, redirects: true },
    steps: [
      { do: 'pull', image: 'web', as: 'mallory' },
      { do: 'pull', image: 'web', as: 'alice' },
      { do: 'pull', image: 'web' },
    ],
  },
  {
    name: 'cut-bodies-without-ranges',
    images: [web],
    layerBytes: 20_000,
    registry: { ignoresRanges: true },
    faults: [{ kind: 'cutBody', afterBytes: 5_000, image: 'web', times: 2 }],
    steps: [
      { do: 'pull', image: 'web' },
      { do: 'pull', image: 'web' },
    ],
  },
  {
    name: 'wrong-bytes-for-both',
    images: [{ name: 'web', layers: ['base'] }, api],
    ...slow,
    faults: [{ kind: 'wrongDigest', image: 'web', times: 1 }],
    steps: [
      { do: 'pull', image: 'web', until: 'layer' },
      { do: 'pull', image: 'api' },
    ],
  },
  {
    name: 'registry-that-stays-broken',
    images: [web],
    faults: [{ kind: 'badStatus', request: 'layer', status: 503 }],
    steps: [
      { do: 'pull', image: 'web' },
      { do: 'pull', image: 'web' },
    ],
  },
  {
    name: 'by-tag-digest-and-id',
    images: [web],
    steps: [
      { do: 'pull', image: 'web', by: 'digest' },
      { do: 'remove', image: 'web', by: 'digest' },
      { do: 'pull', image: 'web', by: 'digest' },
      { do: 'pull', image: 'web' },
      { do: 'remove', image: 'web', by: 'digest' },
      { do: 'pull', image: 'web', by: 'digest' },
      { do: 'remove', image: 'web', by: 'id' },
      { do: 'remove', image: 'web', by: 'id' },
    ],
  },
];

/** Returns the scripts that are written by hand. */
export function criCases(): readonly PlannedCriScript[] {
  return cases.map((script) => ({ origin: { group: 'cases' }, script }));
}

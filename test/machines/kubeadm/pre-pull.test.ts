import { describe, expect, it } from 'vitest';
import { prePullMachine } from '../../../machines/kubeadm/pre-pull.ts';
import type { ImageServiceAnswer, ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import type { PrePullPlan } from '../../../src/rules/kubeadm/pre-pull-plan.ts';
import { imageServiceOf, kubeadmWorld, prePullRecords } from './kubeadm-world.ts';

const plan = (changes: Partial<PrePullPlan> = {}): PrePullPlan => ({
  images: ['a:1', 'b:1'],
  parallel: false,
  policy: 'Always',
  release: '1.36',
  ...changes,
});

/**
 * A node whose image service answers each call after a second; images in `broken` cannot be pulled, those in
 * `present` are there.
 */
function prePull({
  broken = [],
  present = [],
}: {
  readonly broken?: readonly string[];
  readonly present?: readonly string[];
} = {}) {
  const world = kubeadmWorld();
  const answer = ({ type, image }: ImageServiceRequest): ImageServiceAnswer => {
    if (type === 'IMAGE_STATUS.REQUESTED') {
      return {
        type: 'IMAGE_STATUS.ANSWERED',
        imageRef: present.includes(image) ? `sha256:${image}` : '',
        sizeBytes: 1,
      };
    }
    return broken.includes(image)
      ? { type: 'IMAGE_PULL.FAILED', error: 'denied' }
      : { type: 'IMAGE_PULL.SUCCEEDED', imageRef: 'x' };
  };
  const imageService = imageServiceOf(world, answer, 1_000_000);
  const machine = world.start(prePullMachine, {
    name: 'pre-pull',
    recorder: world.recorder,
    clock: world.clock,
    imageService,
  });
  return {
    ...world,
    begin: (of: PrePullPlan) => machine.send({ type: 'PRE_PULL.REQUESTED', plan: of }),
    reboot: () => machine.send({ type: 'NODE.REBOOTED' }),
    runTo: (seconds: number) => world.run(seconds * 1_000_000),
    openPulls: () => Object.keys(machine.getSnapshot().children),
    /** What the pre-puller itself tells: beginnings and ends, each with its errors. */
    told: () =>
      world.observed.flatMap(({ actor, atMicros, observation: one }) =>
        one.type === 'prePull' && actor === 'pre-pull'
          ? [`${atMicros / 1000} ${[one.state, ...(one.errors ?? [])].join('; ')}`]
          : [],
      ),
  };
}

// ImagePullCheck of cmd/kubeadm/app/preflight/checks.go, v1.36.3
describe('images one after the other', () => {
  it('begin when the one before has come, in the pre-puller’s name', () => {
    const world = prePull();
    world.begin(plan());
    world.runTo(10);
    expect(world.log).toEqual(['0 pull a:1 by pre-pull/image-1-1', '1000 pull b:1 by pre-pull/image-1-2']);
    expect(world.told()).toEqual(['0 started', '2000 finished']);
    expect(world.openPulls()).toEqual([]);
    expect(world.observed[0]?.observation).toMatchObject({
      images: ['a:1', 'b:1'],
      parallel: false,
      policy: 'Always',
      kubeadmVersion: '1.36.3',
    });
  });

  it('go on after one that could not be had, and end with an error for each', () => {
    const world = prePull({ broken: ['a:1', 'c:1'] });
    world.begin(plan({ images: ['a:1', 'b:1', 'c:1'] }));
    world.runTo(60);
    expect(world.log.filter((line) => line.includes('b:1'))).toEqual(['5000 pull b:1 by pre-pull/image-1-2']);
    const error = (image: string) => `failed to pull image ${image}: failed to pull image ${image}: denied`;
    expect(world.told().at(-1)).toBe(`11000 finished; ${error('a:1')}; ${error('c:1')}`);
  });

  // `kubeadm config images pull` returns at the first error.
  it('end with the first failure where that is wanted', () => {
    const world = prePull({ broken: ['b:1'] });
    world.begin(plan({ images: ['a:1', 'b:1', 'c:1'], stopsAtError: true }));
    world.runTo(60);
    expect(world.log.some((line) => line.includes('c:1'))).toBe(false);
    expect(world.told().at(-1)).toMatch(/^6000 finished; failed to pull image b:1/);
  });

  it('are looked for first with IfNotPresent, and left alone with Never', () => {
    const world = prePull({ present: ['a:1'] });
    world.begin(plan({ policy: 'IfNotPresent' }));
    world.runTo(10);
    expect(world.log).toEqual([
      '0 status a:1 by pre-pull/image-1-1',
      '1000 status b:1 by pre-pull/image-1-2',
      '2000 pull b:1 by pre-pull/image-1-2',
    ]);
    world.begin(plan({ policy: 'Never' }));
    expect(world.log).toHaveLength(3);
    expect(world.told().slice(2)).toEqual(['10000 started', '10000 finished']);
  });
});

describe('images all at once', () => {
  it('are all asked for at the same instant, and end with the last', () => {
    const world = prePull({ broken: ['b:1'] });
    world.begin(plan({ images: ['a:1', 'b:1', 'c:1'], parallel: true }));
    world.runTo(60);
    expect(world.log.slice(0, 3)).toEqual(
      [1, 2, 3].map((n) => `0 pull ${['a', 'b', 'c'][n - 1]}:1 by pre-pull/image-1-${n}`),
    );
    expect(world.told()).toEqual([
      '0 started',
      '5000 finished; failed to pull image b:1: failed to pull image b:1: denied',
    ]);
  });

  it('fail together as one error, independent of their order in the list', () => {
    const world = prePull({ broken: ['a:1', 'b:1'] });
    world.begin(plan({ parallel: true, release: '1.30' }));
    world.runTo(60);
    expect(world.told().at(-1)).toMatch(
      /^5000 finished; \[failed to pull image a:1: .*, failed to pull image b:1: .*\]$/s,
    );
  });

  it('of an empty list are there already', () => {
    const world = prePull();
    world.begin(plan({ images: [], parallel: true }));
    expect(world.told()).toEqual(['0 started', '0 finished']);
  });
});

it('takes one list after the other, each with names and errors of its own', () => {
  const world = prePull({ broken: ['a:1'] });
  world.begin(plan({ images: ['a:1'] }));
  world.begin(plan({ images: ['b:1'] }));
  world.runTo(60);
  expect(world.log.at(-1)).toBe('5000 pull b:1 by pre-pull/image-2-1');
  expect(world.told().slice(2)).toEqual(['5000 started', '6000 finished']);
});

describe('a node that goes down', () => {
  it('loses its pulls under way and its waiting lists; answers that come later are ignored', () => {
    const world = prePull();
    world.begin(plan({ parallel: true }));
    world.begin(plan({ images: ['c:1'] }));
    world.at(500_000, world.reboot);
    world.runTo(10);
    expect(world.log.map((line) => line.split(' ')[2])).toEqual(['a:1', 'b:1']);
    expect(world.told()).toEqual(['0 started', '500 interrupted']);
    expect(world.openPulls()).toEqual([]);
    expect(prePullRecords(world.observed).some((line) => line.includes('pulled'))).toBe(false);
    world.begin(plan({ images: ['d:1'] }));
    world.runTo(20);
    expect(world.log.at(-1)).toBe('10000 pull d:1 by pre-pull/image-2-1');
    expect(world.told().slice(2)).toEqual(['10000 started', '11000 finished']);
    expect(world.unhandled).toEqual([]);
  });

  it('has nothing to interrupt where no pre-pull runs', () => {
    const world = prePull();
    world.reboot();
    expect(world.observed).toEqual([]);
    expect(world.unhandled).toEqual([]);
  });
});

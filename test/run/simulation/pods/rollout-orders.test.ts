import { describe, expect, it } from 'vitest';
import { deploymentUpdate } from '../../../../src/inputs/workloads/rollout-strategy.ts';
import type { PodSpec } from '../../../../src/rules/kubelet/pods/pod.ts';
import type { PodLife, PodRecord } from '../../../../src/run/simulation/controllers/controller.ts';
import { Rollout } from '../../../../src/run/simulation/controllers/rollout.ts';
import type { RolloutStrategy } from '../../../../src/run/simulation-input.ts';
import { accepted } from '../../../inputs/reading.ts';
import { recordsOf, scenarioYaml, takes } from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// Orders worked out by hand from `reconcileNewReplicaSet` and `reconcileOldReplicaSets`
// (pkg/controller/deployment/rolling.go), pkg/controller/daemon/update.go and `updateStatefulSet` (v1.36.3).

const template = accepted(
  'apiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec: { containers: [{ name: a, image: old }] }\n',
).input.pods[0];
const specOf = (uid: string, image: string): PodSpec => {
  if (template === undefined) throw new Error('no pod');
  return {
    ...template,
    uid,
    name: uid,
    containers: template.containers.map((container) => ({ ...container, image })),
  };
};

const arrivalOf = (uid: string) => ({ type: 'pod', state: 'added', pod: { uid }, at: 0 }) as PodRecord;

/** A controller and what it sees, without kubelets: a deleted pod is gone at once. */
class Play {
  readonly #lives = new Map<string, PodLife>();
  readonly #rollout: Rollout;
  readonly #unready: string[] = [];

  constructor(strategy: RolloutStrategy, pods: number) {
    const olds = Array.from({ length: pods }, (_, index) => specOf(`old-${index}`, 'old'));
    const news = olds.map((_, index) => specOf(`new-${index}`, 'new'));
    for (const { uid } of olds) this.#lives.set(uid, { state: 'live', isReady: true });
    const lines = olds.flatMap(({ uid }, index) =>
      news[index] === undefined ? [] : [{ uids: [uid], spec: news[index] }],
    );
    const specs = new Map([...olds, ...news].map((spec) => [spec.uid, spec]));
    this.#rollout = new Rollout({ kind: 'rollout', atMicros: 0, strategy, lines, delayMicros: 0 }, specs);
  }

  /** What the controller does until it has to wait: `+3` pods made, `-2` deleted. */
  moves(): string[] {
    for (const told: string[] = []; ; ) {
      const { creates, deletes } = this.#rollout.moves(this.#lives);
      if (creates.length + deletes.length === 0) return told;
      for (const uid of creates) {
        const life = { state: 'live', isReady: false } as const;
        this.#rollout.observe(arrivalOf(uid), life);
        this.#lives.set(uid, life);
        this.#unready.push(uid);
      }
      for (const uid of deletes) this.#lives.delete(uid);
      if (creates.length > 0) told.push(`+${creates.length}`);
      if (deletes.length > 0) told.push(`-${deletes.length}`);
    }
  }

  /** So many of the new pods get ready. */
  ready(count = Infinity): this {
    for (const uid of this.#unready.splice(0, count)) this.#lives.set(uid, { state: 'live', isReady: true });
    return this;
  }
}

describe('a Deployment of ten pods, by default 25 % more and 25 % fewer (3 and 2)', () => {
  const play = () => {
    const update = deploymentUpdate(undefined);
    if (typeof update === 'string') throw new Error(update);
    return new Play(update.strategyFor(10), 10);
  };

  it('whose new pods get ready together', () => {
    const run = play();
    expect([run.moves(), run.ready().moves(), run.ready().moves(), run.ready().moves()]).toEqual([
      ['+3', '-2', '+2'],
      ['-5', '+5'],
      ['-3'],
      [],
    ]);
  });

  it('whose new pods get ready one by one', () => {
    const run = play();
    expect(run.moves()).toEqual(['+3', '-2', '+2']);
    const each = Array.from({ length: 10 }, () => run.ready(1).moves());
    expect(each).toEqual([
      ...Array.from({ length: 5 }, () => ['-1', '+1']),
      ...Array.from({ length: 3 }, () => ['-1']),
      [],
      [],
    ]);
  });

  it('whose new pods never get ready', () => {
    const run = play();
    run.moves();
    expect([run.moves(), run.moves()]).toEqual([[], []]);
  });
});

describe('a StatefulSet of five pods', () => {
  type Begin = 'ready' | 'starting' | 'missing';

  /**
   * The controller's moves by pod, `+3 new`, when it looks first, and then each time that all pods there are
   * ready.
   */
  function movesOf(
    begin: readonly Begin[],
    { partition = 0, oneByOne = true, broken = '' } = {},
  ): string[][] {
    const olds = begin.map((_, index) => specOf(`old-${index}`, 'old'));
    const nexts = begin.map((_, index) => specOf(`next-${index}`, index < partition ? 'old' : 'new'));
    const specs = new Map([...olds, ...nexts].map((spec) => [spec.uid, spec]));
    const lives = new Map<string, PodLife>();
    for (const [index, state] of begin.entries())
      if (state !== 'missing') lives.set(`old-${index}`, { state: 'live', isReady: state === 'ready' });
    const lines = nexts.map((spec, index) => ({ uids: [`old-${index}`], spec })).reverse();
    const rollout = new Rollout(
      { kind: 'rollout', atMicros: 0, strategy: { kind: 'ordered', oneByOne }, lines, delayMicros: 0 },
      specs,
    );
    const words = (sign: string, uid: string) =>
      `${sign}${uid.slice(-1)} ${specs.get(uid)?.containers[0]?.image}`;
    const turns: string[][] = [];
    for (;;) {
      const told: string[] = [];
      for (;;) {
        const { creates, deletes } = rollout.moves(lives);
        if (creates.length + deletes.length === 0) break;
        for (const uid of deletes) lives.delete(uid);
        for (const uid of creates) {
          const life = { state: 'live', isReady: false } as const;
          rollout.observe(arrivalOf(uid), life);
          lives.set(uid, life);
        }
        told.push(...deletes.map((uid) => words('-', uid)), ...creates.map((uid) => words('+', uid)));
      }
      turns.push(told);
      const unready = [...lives].filter(
        ([uid, life]) => life.state === 'live' && !life.isReady && uid !== broken,
      );
      if (unready.length === 0) return turns;
      for (const [uid] of unready) lives.set(uid, { state: 'live', isReady: true });
    }
  }

  const replaced = (...ordinals: readonly number[]) =>
    ordinals.map((ordinal) => [`-${ordinal} old`, `+${ordinal} new`]);
  const twoOfFive: readonly Begin[] = ['ready', 'ready', 'starting', 'missing', 'missing'];
  const all: readonly Begin[] = ['ready', 'ready', 'ready', 'ready', 'ready'];

  it.each<[string, readonly Begin[], Parameters<typeof movesOf>[1], string[][]]>([
    ['that all run', all, {}, [...replaced(4, 3, 2, 1, 0), []]],
    ['that all run, partition 3', all, { partition: 3 }, [...replaced(4, 3), []]],
    [
      'of which the third starts: the rest come first, with the new template, and then it goes back from there',
      twoOfFive,
      {},
      [[], ['+3 new'], ['+4 new'], ...replaced(2, 1, 0), []],
    ],
    [
      'of which the third starts, partition 1',
      twoOfFive,
      { partition: 1 },
      [[], ['+3 new'], ['+4 new'], ...replaced(2, 1), []],
    ],
    [
      'of which the third starts, partition 4: the fourth comes with the old one',
      twoOfFive,
      { partition: 4 },
      [[], ['+3 old'], ['+4 new'], []],
    ],
    ['of which the third starts and never gets ready', twoOfFive, { broken: 'old-2' }, [[]]],
    [
      'of which the first is missing, partition 2',
      ['missing', ...all.slice(1)],
      { partition: 2 },
      [['+0 old'], ...replaced(4, 3, 2), []],
    ],
    ['whose new pods never get ready', all, { broken: 'next-4' }, replaced(4)],
    [
      'with podManagementPolicy Parallel, of which the third never gets ready: it is replaced in its turn',
      ['ready', 'ready', 'starting', 'ready', 'ready'],
      { oneByOne: false, broken: 'old-2' },
      [...replaced(4, 3, 2, 1, 0), []],
    ],
    [
      'with podManagementPolicy Parallel, of which the last is broken: it does not hold itself up',
      ['ready', 'ready', 'ready', 'ready', 'starting'],
      { oneByOne: false, broken: 'old-4' },
      [...replaced(4, 3, 2, 1, 0), []],
    ],
  ])('%s', (_, begin, options, expected) => {
    expect(movesOf(begin, options)).toEqual(expected);
  });
});

describe('one pod', () => {
  const [old, fresh] = [specOf('old', 'old'), specOf('new', 'new')];
  const rolloutOf = (strategy: RolloutStrategy) =>
    new Rollout(
      { kind: 'rollout', atMicros: 0, strategy, lines: [{ uids: [old.uid], spec: fresh }], delayMicros: 0 },
      new Map([old, fresh].map((spec) => [spec.uid, spec])),
    );

  it('that is over does not hold up the new one, with Recreate', () => {
    const lives = new Map<string, PodLife>([[old.uid, { state: 'over', reason: 'Failed' }]]);
    expect(rolloutOf({ kind: 'recreate' }).moves(lives)).toEqual({ deletes: [], creates: [fresh.uid] });
  });

  it('that is being deleted does', () => {
    expect(rolloutOf({ kind: 'recreate' }).moves(new Map([[old.uid, { state: 'deleting' }]]))).toEqual({
      deletes: [],
      creates: [],
    });
  });

  it('of a StatefulSet that was made and has not arrived is not made twice', () => {
    const rollout = rolloutOf({ kind: 'ordered', oneByOne: true });
    rollout.noteRequest(old.uid);
    expect(rollout.moves(new Map()).creates).toEqual([]);
    const life = { state: 'live', isReady: true } as const;
    rollout.observe(arrivalOf(old.uid), life);
    expect(rollout.moves(new Map([[old.uid, life]]))).toEqual({ deletes: [old.uid], creates: [] });
    expect(rollout.moves(new Map()).creates).toEqual([fresh.uid]);
  });
});

describe('whole runs', () => {
  const faults = [takes('sim.local/old:1', '1s'), takes('sim.local/new:1', '1s')];
  const movesOf = (kind: string, spec: string, nodes = 1) => {
    const workload = `apiVersion: apps/v1\nkind: ${kind}\nmetadata: { name: web }\nspec: { ${spec} template: { spec: { automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers: [{ name: app, image: 'sim.local/old:1' }] } } }\n---\n`;
    const change = "imageChanges: [{ match: web, at: 60s, image: 'sim.local/new:1' }]";
    const run = runYaml(
      workload + scenarioYaml(faults, `horizon: 5m\nnodes: { count: ${nodes} }\n${change}`),
    );
    return recordsOf(run, 'pod').flatMap(({ at, state, pod, node }) =>
      at < 60_000 || state === 'deleting' ? [] : [`${state} ${pod.name.slice(0, 5)} ${node}`],
    );
  };

  it('a DaemonSet with maxUnavailable 1: node after node', () => {
    const moves = movesOf('DaemonSet', '', 3).map((move) => move.replace(/web-\w+/, 'web'));
    expect(moves).toEqual(
      ['node-1', 'node-2', 'node-3'].flatMap((node) => [`deleted web ${node}`, `added web ${node}`]),
    );
  });

  it('a StatefulSet with partition 2: the last two, the last one first', () => {
    const moves = movesOf('StatefulSet', 'replicas: 4, updateStrategy: { rollingUpdate: { partition: 2 } },');
    expect(moves).toEqual(
      ['web-3', 'web-2'].flatMap((name) => [`deleted ${name} node-1`, `added ${name} node-1`]),
    );
  });
});

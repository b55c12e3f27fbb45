import { expect, it } from 'vitest';
import {
  daemonSetUpdate,
  deploymentUpdate,
  statefulSetUpdate,
  type TemplateUpdate,
} from '../../../../src/inputs/workloads/rollout-strategy.ts';
import type { PodLife, PodRecord } from '../../../../src/run/simulation/controllers/controller.ts';
import { Rollout } from '../../../../src/run/simulation/controllers/rollout.ts';
import type { PodActionInput, RolloutStrategy } from '../../../../src/run/simulation-input.ts';
import { container, podOf } from '../../../rules/kubelet/pod-fixtures.ts';
import { recordedIn } from '../../../rules/kubelet/recorded.ts';

// What the real controllers do next in random rollouts (scripts/oracle/record-rollouts.mjs).

interface Moves {
  readonly creates: readonly string[];
  readonly deletes: readonly string[];
}

type Lines = Extract<PodActionInput, { kind: 'rollout' }>['lines'];

const lives: Readonly<Record<string, PodLife>> = {
  ready: { state: 'live', isReady: true },
  starting: { state: 'live', isReady: false },
  deleting: { state: 'deleting' },
  over: { state: 'over', reason: 'Failed' },
};

/** A workload's pods, told by words such as `old ready`; those to come are `new`. */
class Pods {
  readonly #specs = new Map<string, Lines[number]['spec']>();
  readonly #lives = new Map<string, PodLife>();

  add(uid: string, image: string, state?: string) {
    const spec = { ...podOf({}), uid, name: uid, containers: [{ ...container('app'), image }] };
    this.#specs.set(uid, spec);
    const life = lives[state ?? ''];
    if (life !== undefined) this.#lives.set(uid, life);
    return spec;
  }

  /** What a controller does when it looks once, or until it has to wait. */
  moves(strategy: RolloutStrategy, lines: Lines, isOneLook: boolean): Moves {
    const rollout = new Rollout(
      { kind: 'rollout', atMicros: 0, strategy, lines, delayMicros: 0 },
      this.#specs,
    );
    const [creates, deletes]: [string[], string[]] = [[], []];
    for (;;) {
      const looked = rollout.moves(this.#lives);
      creates.push(...looked.creates);
      deletes.push(...looked.deletes);
      if (isOneLook || looked.creates.length + looked.deletes.length === 0) return { creates, deletes };
      for (const uid of looked.creates) {
        rollout.observe({ type: 'pod', state: 'added', pod: { uid }, at: 0 } as PodRecord, lives.starting);
        this.#lives.set(uid, { state: 'live', isReady: false });
      }
      for (const uid of looked.deletes) this.#lives.set(uid, { state: 'deleting' });
    }
  }
}

function strategyOf(update: TemplateUpdate, pods: number): RolloutStrategy {
  if (typeof update === 'string') throw new Error(update);
  return update.strategyFor(pods);
}

function expectSame<Case>(name: string, ours: (given: Case) => unknown, real: (given: Case) => unknown) {
  const recorded = recordedIn<Case>(new URL(`recorded-${name}.ndjson.gz`, import.meta.url));
  expect(recorded.length).toBeGreaterThan(500);
  expect(recorded.filter((one) => JSON.stringify(ours(one)) !== JSON.stringify(real(one)))).toEqual([]);
}

interface ReplicaSets {
  readonly replicas: number;
  readonly maxSurge: number | string;
  readonly maxUnavailable: number | string;
  readonly olds: readonly { readonly replicas: number; readonly available: number }[];
  readonly new: { readonly replicas: number; readonly available: number };
  readonly answer: readonly number[];
}

it('ReplicaSets have the sizes that the real controller gives them next', () => {
  const ours = ({ replicas, olds, new: fresh, maxSurge, maxUnavailable }: ReplicaSets) => {
    const pods = new Pods();
    const lines = Array.from({ length: replicas }, (_, index) => {
      const state = index >= fresh.replicas ? undefined : index < fresh.available ? 'ready' : 'starting';
      return { uids: [] as string[], spec: pods.add(`new-${index}`, 'new', state) };
    });
    let place = 0;
    for (const [set, of] of olds.entries()) {
      for (let index = 0; index < of.replicas; index++) {
        const { uid } = pods.add(
          `${set}-${index}`,
          `old-${set}`,
          index < of.available ? 'ready' : 'starting',
        );
        lines[place++ % replicas]?.uids.push(uid);
      }
    }
    const strategy = strategyOf(deploymentUpdate({ rollingUpdate: { maxSurge, maxUnavailable } }), replicas);
    const { creates, deletes } = pods.moves(strategy, lines, true);
    const left = olds.map(
      (of, set) => of.replicas - deletes.filter((uid) => uid.startsWith(`${set}-`)).length,
    );
    return [...left, fresh.replicas + creates.length];
  };
  expectSame<ReplicaSets>('deployments', ours, ({ answer }) => answer);
});

interface Daemons {
  readonly maxSurge: number | string;
  readonly maxUnavailable: number | string;
  readonly nodes: readonly (readonly string[])[];
  readonly answer: Moves;
}

it('pods of a DaemonSet come and go as the real controller wants it', () => {
  const ours = ({ maxSurge, maxUnavailable, nodes }: Daemons) => {
    const pods = new Pods();
    const lines = nodes.map((words, node) => {
      const [[oldState], [freshState]] = ['old', 'new'].map((revision) =>
        words.flatMap((word) => (word.startsWith(revision) ? [word.slice(4)] : [])),
      ) as [string[], string[]];
      return {
        uids: [pods.add(`old-${node}`, 'old', oldState).uid],
        spec: pods.add(`new-${node}`, 'new', freshState),
      };
    });
    const strategy = strategyOf(
      daemonSetUpdate({ rollingUpdate: { maxSurge, maxUnavailable } }),
      nodes.length,
    );
    const { creates, deletes } = pods.moves(strategy, lines, false);
    return { creates: creates.map((uid) => uid.slice(4)), deletes };
  };
  // Which of the old pods that are ready comes next, chance decides upstream.
  const counted = ({ creates, deletes }: Moves, nodes: Daemons['nodes']) => {
    const nameOf = (pod: string) =>
      `${nodes[Number(pod.replace('old-', ''))]}` === 'old ready' ? 'one of them' : pod;
    return { creates: creates.map(nameOf).toSorted(), deletes: deletes.map(nameOf).toSorted() };
  };
  expectSame<Daemons>(
    'daemonsets',
    (given) => counted(ours(given), given.nodes),
    ({ answer }) => answer,
  );
});

interface Ordered {
  readonly partition: number;
  readonly isParallel: boolean;
  readonly pods: readonly string[];
  /** 1.37 has the feature MaxUnavailableStatefulSet. */
  readonly answer: Readonly<Record<'1.36' | '1.37', Moves>>;
}

it('pods of a StatefulSet come and go as the real controller wants it', () => {
  const ours = ({ partition, isParallel, pods: words }: Ordered) => {
    const pods = new Pods();
    const image = (ordinal: number) => (ordinal < partition ? 'old' : 'new');
    const lines = words.map((word, ordinal) => {
      const [revision = '', state] = word.split(' ');
      return {
        uids: [pods.add(`${ordinal} ${revision}`, revision, state).uid],
        spec: pods.add(`${ordinal} ${image(ordinal)} next`, image(ordinal)),
      };
    });
    const strategy = strategyOf(
      statefulSetUpdate({ rollingUpdate: { partition } }, !isParallel),
      words.length,
    );
    const { creates, deletes } = pods.moves(strategy, lines.toReversed(), true);
    return {
      creates: creates.map((uid) => uid.replace(' next', '')).toSorted(),
      deletes: deletes.toSorted(),
    };
  };
  expectSame<Ordered>('statefulsets', ours, ({ answer }) => answer['1.36']);
  expectSame<Ordered>(
    'statefulsets',
    (given) => (given.isParallel ? 'not modelled' : ours(given)),
    ({ isParallel, answer }) => (isParallel ? 'not modelled' : answer['1.37']),
  );
});

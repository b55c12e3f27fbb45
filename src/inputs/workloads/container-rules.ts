import type { PodOwner } from '../../rules/kubelet/pods/pod.ts';
import { defaultOf } from '../defaults.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import { podSelector } from './pod-selector.ts';

export interface ContainerEnd {
  /** null means that it runs for ever. */
  readonly runsForMicros: number | null;
  readonly exitCode: number;
  /** null means that it ignores SIGTERM. */
  readonly stopsInMicros: number | null;
  /** From its start until it is ready; absent: it is at once. */
  readonly startupMicros?: number;
}

/** The role of a container, which decides how it ends. */
export type ContainerRole = 'init' | 'sidecar' | 'job' | 'app';

interface PodIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly owner?: PodOwner;
}

/**
 * How long containers run and how they end: by the Scenario's first entry that matches, otherwise by the
 * container's role.
 */
export class ContainerRules {
  readonly #rules;
  readonly #scenario: ReadScenario;
  readonly #defaults: Readonly<Record<ContainerRole, number | null>>;
  readonly #used = new Set<number>();

  constructor(scenario: ReadScenario) {
    this.#scenario = scenario;
    this.#rules = (scenario.value.containers ?? []).map((rule) => ({
      ...rule,
      selects: podSelector(rule.match ?? '*'),
    }));
    this.#defaults = {
      init: micros(scenario.value.initContainerDuration ?? defaultOf('initContainerDuration')),
      job: micros(scenario.value.jobDuration ?? defaultOf('jobDuration')),
      sidecar: null,
      app: null,
    };
  }

  /**
   * Whether the end of a container depends on its pod, so that pods of one template cannot share their
   * containers.
   */
  get dependOnPods(): boolean {
    return this.#rules.length > 0;
  }

  endOf(pod: PodIdentity, container: string, role: ContainerRole): ContainerEnd {
    const index = this.#rules.findIndex(
      (rule) => (rule.container ?? container) === container && rule.selects(pod),
    );
    const rule = this.#rules[index];
    const byRole = this.#defaults[role];
    if (rule === undefined)
      return { runsForMicros: byRole, exitCode: 0, stopsInMicros: micros(defaultOf('stopsIn')) };
    this.#used.add(index);
    const runsForMicros =
      rule.runsFor === 'forever' ? null : rule.runsFor === undefined ? byRole : micros(rule.runsFor);
    const stopsInMicros = rule.stopsIn === 'never' ? null : micros(rule.stopsIn ?? defaultOf('stopsIn'));
    const end = { runsForMicros, exitCode: rule.exitCode ?? 0, stopsInMicros };
    const startupMicros = rule.startup === undefined ? 0 : micros(rule.startup);
    // An init container is over when it ends.
    return startupMicros === 0 || role === 'init' ? end : { ...end, startupMicros };
  }

  /** Warns of entries that matched no container. To be called when all pods are built. */
  warnOfUnused(problems: Problems): void {
    for (const index of this.#rules.keys()) {
      if (!this.#used.has(index))
        problems.warn(
          'this entry of containers matches no container',
          within(this.#scenario, 'containers', index),
        );
    }
  }
}

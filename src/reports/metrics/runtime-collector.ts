import { metricIn, kubeletMetricsTable as table } from '../../rules/kubelet/kubelet-metrics.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf } from '../../trace/record.ts';
import {
  type CountedMetrics,
  type MetricCollector,
  MetricCounter,
  type MetricFamily,
  MetricHistogram,
} from './metric-family.ts';

interface Call {
  readonly operation: string;
  readonly fromMs: number;
}

/** The kubelet's calls to the container runtime whose beginnings and ends are in the trace. */
export class RuntimeCollector implements MetricCollector {
  readonly #calls = new MetricCounter(table.runtimeOperations);
  readonly #errors = new MetricCounter(table.runtimeOperationsErrors);
  readonly #durations: MetricHistogram;
  readonly #sandboxes = new MetricHistogram(table.runPodSandboxDuration);
  readonly #sandboxErrors = new MetricCounter(table.runPodSandboxErrors);
  readonly #startedPods = new MetricCounter(table.startedPods);
  readonly #startedPodsErrors = new MetricCounter(table.startedPodsErrors);
  readonly #counted: CountedMetrics;
  /** The active calls by actor, or by pod and container. */
  readonly #underWay = new Map<string, Call>();

  constructor({ release }: Pick<Profile, 'release'>) {
    this.#durations = new MetricHistogram(metricIn(table.runtimeOperationsDuration, release));
    this.#counted = [
      this.#calls,
      this.#errors,
      this.#durations,
      this.#sandboxes,
      this.#sandboxErrors,
      this.#startedPods,
      this.#startedPodsErrors,
    ];
  }

  readonly readings: Readings = {
    runtime: (record) => this.#noteCall(record),
    'runtime-return': ({ actor, at, error }) => this.#end(actor, at, error !== undefined),
    pull: (record) => this.#noteLooked(record),
    container: (record) => this.#noteContainer(record),
    sandbox: (record) => this.#noteSandbox(record),
    imageGC: ({ state }) => this.#noteRemoval(state),
  };

  restart(): void {
    for (const metric of this.#counted) metric.clear();
    this.#underWay.clear();
  }

  families(): MetricFamily[] {
    return this.#counted.map((metric) => metric.family());
  }

  /** GetImageRef and GetImageSize are the same call of the CRI: ImageStatus. */
  #noteCall({ actor, at, op }: RecordOf<'runtime'>): void {
    this.#begin(actor, op === 'PullImage' ? 'pull_image' : 'image_status', at);
  }

  /** The next state of the pull shows that the runtime has answered. */
  #noteLooked({ actor, at, state }: RecordOf<'pull'>): void {
    if (this.#underWay.get(actor)?.operation === 'image_status')
      this.#end(actor, at, state === 'inspectFailed');
  }

  #noteContainer({ pod, container, state, at }: RecordOf<'container'>): void {
    const key = `${pod.uid}/${container}`;
    if (state === 'creating') this.#begin(key, 'create_container', at);
    else if (state === 'created') {
      this.#end(key, at, false);
      this.#begin(key, 'start_container', at);
    } else if (state === 'running') this.#end(key, at, false);
  }

  #noteSandbox({ pod, state, at }: RecordOf<'sandbox'>): void {
    const fromMs = this.#underWay.get(pod.uid)?.fromMs;
    // If the image of the sandbox must be pulled, the call begins with that.
    if (state === 'pullingImage' || (state === 'creating' && fromMs === undefined)) {
      this.#startedPods.add();
      this.#begin(pod.uid, 'run_podsandbox', at);
    } else if (state === 'ready' || state === 'failed') {
      // The trace does not have the runtime handler. Nearly every pod has none.
      const labels = { runtime_handler: '' };
      if (fromMs !== undefined) this.#sandboxes.observe(at - fromMs, labels);
      this.#end(pod.uid, at, state === 'failed');
      if (state === 'failed') this.#sandboxErrors.add(labels);
      if (state === 'failed') this.#startedPodsErrors.add();
    }
  }

  #noteRemoval(state: RecordOf<'imageGC'>['state']): void {
    if (state === 'finished') return;
    this.#calls.add({ operation_type: 'remove_image' });
    if (state === 'failed') this.#errors.add({ operation_type: 'remove_image' });
  }

  /** The kubelet counts a call when it has ended. */
  #begin(key: string, operation: string, fromMs: number): void {
    this.#underWay.set(key, { operation, fromMs });
  }

  #end(key: string, atMs: number, failed: boolean): void {
    const call = this.#underWay.get(key);
    if (call === undefined) return;
    this.#underWay.delete(key);
    const labels = { operation_type: call.operation };
    this.#calls.add(labels);
    this.#durations.observe(atMs - call.fromMs, labels);
    if (failed) this.#errors.add(labels);
  }
}

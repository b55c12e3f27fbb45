import type { Actor } from 'xstate';
import { plegMachine } from '../../../../machines/kubelet/pleg.ts';
import type { PlegEmitted, RelistEnded, StatusAnswer } from '../../../../machines/kubelet/pleg-protocol.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import type { HistogramTotals } from '../../../rules/kubelet/go/go-duration.ts';
import { eventsIn } from '../../../rules/kubelet/pleg/lifecycle-events.ts';
import { plegHealth } from '../../../rules/kubelet/pleg/pleg-health.ts';
import { writesEvents } from '../../../rules/kubelet/pleg/pleg-rules.ts';
import { cached, findCacheEntry } from '../../../rules/kubelet/pleg/pod-cache.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import { microsOf, msOf } from '../script-time.ts';
import { ScriptWorld } from '../script-world.ts';
import { EntryLog, type PlegEntry, statusEntry } from './entry-log.ts';
import { PlegMetrics, RunningCounts } from './pleg-metrics.ts';
import type { PlegScript, PlegStep } from './script-schema.ts';
import { ScriptedRuntime } from './scripted-runtime.ts';

export interface PlegOptions {
  readonly totals: HistogramTotals;
  readonly engine?: EngineName | undefined;
}

/** A PLEG with its cache and channel, over a script's runtime, and what it has done so far. */
export class ScriptedPleg {
  readonly #world: ScriptWorld;
  readonly #log = new EntryLog();
  readonly #counts = new RunningCounts();
  readonly #metrics = new PlegMetrics();
  readonly #runtime: ScriptedRuntime;
  readonly #isDrainedByItself: boolean;
  readonly #profile: Profile;
  readonly #totals: HistogramTotals;
  readonly #pleg: Actor<typeof plegMachine>;
  /** The getNewerThan steps without an answer yet. */
  readonly #blocked = new Map<number, string>();

  constructor(script: PlegScript, profile: Profile, { totals, engine }: PlegOptions) {
    this.#profile = profile;
    this.#totals = totals;
    this.#isDrainedByItself = script.drain !== 'manual';
    const gates = script.featureGates ?? {};
    this.#world = new ScriptWorld({ engine });
    this.#runtime = new ScriptedRuntime(this.#world, this.#log, this.#counts);
    this.#pleg = this.#world.create(plegMachine, {
      name: 'pleg',
      recorder: this.#world.recorder(),
      clock: this.#world.clock,
      runtime: this.#runtime.actor,
      rules: profile.pleg,
      relistsOnDemand: isFeatureGateOn('PLEGOnDemandRelist', profile.release, gates),
      isEvented: writesEvents(profile, gates),
      hasCache: true,
      channelCapacity: script.channelCapacity,
      lastRelistMicros: undefined,
      firstRelistMicros: undefined,
      relistPeriodMicros: microsOf(script.relistPeriodMs),
      relistThresholdMicros: microsOf(script.relistThresholdMs),
    });
    this.#pleg.on('*', (emitted) => this.#hear(emitted));
    this.#pleg.start();
  }

  get nowMicros(): number {
    return this.#world.nowMicros;
  }

  get races(): readonly string[] {
    return this.#runtime.races;
  }

  /** Runs to this moment and lets it settle. */
  runTo(micros: number): void {
    this.#world.runTo(micros);
    this.#log.settle();
  }

  /** Lets this moment settle. */
  settle(): void {
    this.runTo(this.nowMicros);
  }

  /**
   * Runs until the relists that the script asked for have ended. Those that come by themselves are cut off.
   */
  finishRelists(): void {
    while (this.#isBusyByRequest()) this.runTo(this.nowMicros + 1000);
  }

  /** Returns the entries, with the waiting callers and the metrics at the end. */
  finish(): readonly PlegEntry[] {
    // The interval is observed when a relist begins, even if the end of the script cuts it off.
    const { context, value } = this.#pleg.getSnapshot();
    const { uid, intervalMicros } = context.relist;
    if (value !== 'idle' && uid === undefined && intervalMicros !== undefined)
      this.#metrics.intervals.push(intervalMicros);
    this.#pleg.stop();
    const done = this.#log.settled;
    const at = done.at(-1)?.at ?? 0;
    const blocked = [...this.#blocked].map(([step, uid]): PlegEntry => ({ at, type: 'blocked', uid, step }));
    return [...done, ...blocked, ...this.#metrics.entries(this.#counts, at, this.#totals)];
  }

  act(step: PlegStep, index: number): void {
    if ('set' in step) this.#runtime.pods = step.set.pods;
    else if ('getPodsError' in step) this.#runtime.listError = step.getPodsError;
    else if ('podStatusError' in step)
      for (const [uid, said] of Object.entries(step.podStatusError)) this.#runtime.setOutcomes(uid, said);
    else if ('latency' in step) this.#setLatency(step.latency);
    else if ('relist' in step) this.#pleg.send({ type: 'GLOBAL_RELIST.REQUESTED' });
    else if ('start' in step) this.#pleg.send({ type: 'START.REQUESTED' });
    else if ('stop' in step) this.#pleg.send({ type: 'STOP.REQUESTED' });
    else if ('update' in step) this.#update(step.update);
    else if ('healthy' in step) this.#askHealth();
    else if ('cacheGet' in step) this.#get(step.cacheGet);
    else if ('getNewerThan' in step) this.#getNewerThan(step.getNewerThan, index);
    else if ('requestReinspect' in step) this.#requestReinspect(step.requestReinspect);
    else if ('requestRelist' in step) this.#requestRelist(step.requestRelist);
    else for (const entry of this.#drained()) this.#log.add(entry, { of: 'step' });
  }

  #isBusyByRequest(): boolean {
    const { context, value } = this.#pleg.getSnapshot();
    return (
      items(context.waitingRelists).includes('asked') || (value !== 'idle' && context.relist.by === 'asked')
    );
  }

  #setLatency({ getPodsMs, getPodStatusMs }: { getPodsMs: number; getPodStatusMs: number }): void {
    this.#runtime.listMs = getPodsMs;
    this.#runtime.statusMs = getPodStatusMs;
  }

  #update({
    relistPeriodMs,
    relistThresholdMs,
  }: {
    relistPeriodMs: number;
    relistThresholdMs: number;
  }): void {
    const periods = {
      relistPeriodMicros: microsOf(relistPeriodMs),
      relistThresholdMicros: microsOf(relistThresholdMs),
    };
    this.#pleg.send({ type: 'UPDATE.REQUESTED', ...periods });
  }

  #askHealth(): void {
    const {
      input: { rules },
      relistThresholdMicros,
      relistTimeMicros,
    } = this.#pleg.getSnapshot().context;
    const { isHealthy, message } = plegHealth(rules, relistTimeMicros, this.nowMicros, relistThresholdMicros);
    if (relistTimeMicros !== undefined) this.#metrics.lastSeenSeconds = Math.floor(relistTimeMicros / 1e6);
    this.#log.add(this.#entry('healthy', { ok: isHealthy, ...(message === undefined ? {} : { message }) }), {
      of: 'step',
    });
  }

  #get(uid: string): void {
    const {
      input: { rules },
      cache,
    } = this.#pleg.getSnapshot().context;
    const { status, error } = cached(cache, uid);
    const entry = findCacheEntry(cache, uid);
    const times = {
      ...(entry === undefined ? {} : { modifiedMs: msOf(entry.modifiedMicros) }),
      ...(entry === undefined || !rules.relistsPods ? {} : { observedMs: msOf(entry.observedMicros) }),
      ...(cache.globalMicros === undefined ? {} : { globalMs: msOf(cache.globalMicros) }),
    };
    const fields = { uid, status: statusEntry(status), ...(error === undefined ? {} : { error }), ...times };
    this.#log.add(this.#entry('cache-get', fields), { of: 'step' });
  }

  #getNewerThan({ uid, minTimeMs }: { uid: string; minTimeMs: number }, step: number): void {
    this.#blocked.set(step, uid);
    const requester = createListener(`step ${step}`, (answer: StatusAnswer) => {
      this.#blocked.delete(step);
      const error = answer.type === 'STATUS.FAILED' ? { error: answer.error } : {};
      this.#log.add(this.#entry('newer', { uid, step, status: statusEntry(answer.podStatus), ...error }), {
        of: 'newer',
        step,
      });
    });
    this.#pleg.send({ type: 'STATUS.REQUESTED', uid, minMicros: microsOf(minTimeMs), requester });
  }

  #requestReinspect(uid: string): void {
    if (this.#profile.pleg.sendsPodSync) this.#pleg.send({ type: 'REINSPECTION.REQUESTED', uid });
    else this.#log.add(this.#entry('unsupported', { op: 'requestReinspect' }), { of: 'step' });
  }

  #requestRelist(uid: string): void {
    if (this.#profile.pleg.relistsPods) this.#pleg.send({ type: 'RELIST.REQUESTED', uid });
    else this.#log.add(this.#entry('unsupported', { op: 'requestRelist' }), { of: 'step' });
  }

  #drained(): readonly PlegEntry[] {
    const events = eventsIn(this.#pleg.getSnapshot().context.channel);
    this.#pleg.send({ type: 'CHANNEL.WATCHED', reader: createListener('reader', () => {}) });
    this.#pleg.send({ type: 'CHANNEL.LEFT' });
    return events.map((event) => this.#entry('pleg-event', event));
  }

  #hear(emitted: PlegEmitted): void {
    if (emitted.type === 'relistEnded') this.#hearEnd(emitted);
    else this.#hearWrite(emitted);
  }

  #hearWrite(emitted: Extract<PlegEmitted, { type: 'cacheWritten' }>): void {
    const { op, uid, status, error, timestampMicros } = emitted;
    this.#runtime.inspected.add(uid);
    const written = {
      status: statusEntry(status),
      ...(error === undefined ? {} : { error }),
      timestampMs: msOf(timestampMicros),
    };
    const relist = this.#runtime.relists;
    this.#log.add(this.#entry('cache', { op, uid, ...(op === 'Set' ? written : {}) }), {
      of: 'relist',
      relist,
      phase: 'pod',
    });
  }

  #hearEnd({ uid, tookMicros, intervalMicros, timestampMicros, discarded, panic }: RelistEnded): void {
    (uid === undefined ? this.#metrics.relists : this.#metrics.podRelists).push(tookMicros);
    if (intervalMicros !== undefined) this.#metrics.intervals.push(intervalMicros);
    this.#metrics.discarded += discarded;
    const of = (phase: 'podEvents' | 'updating' | 'counting') =>
      ({ of: 'relist', relist: this.#runtime.relists, phase }) as const;
    if (panic !== undefined) this.#log.add(this.#entry('panic', { message: panic }), of('counting'));
    if (timestampMicros === undefined) return;
    const op = uid === undefined ? { op: 'UpdateTime' } : { op: 'SetObservedTime', uid };
    this.#log.add(this.#entry('cache', { ...op, timestampMs: msOf(timestampMicros) }), of('updating'));
    if (this.#isDrainedByItself) for (const entry of this.#drained()) this.#log.add(entry, of('podEvents'));
    if (discarded === 0) return;
    this.#log.add(this.#entry('discarded', { count: discarded }), of('counting'));
    if (this.#runtime.inspected.size > 1) this.#runtime.race('events discarded');
  }

  #entry(type: string, fields: Omit<PlegEntry, 'at' | 'type'>): PlegEntry {
    return { at: this.#world.nowMs, type, ...fields };
  }
}

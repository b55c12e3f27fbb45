import { shrinkScript } from '../conformance/shrink-script.ts';
import { criRun } from './cri-run.ts';
import { type CriScript, criScriptShape } from './cri-script.ts';
import type { CriTrace } from './cri-trace.ts';
import { NoImageServiceError } from './image-service.ts';
import { criProperties } from './properties/cri-properties.ts';
import type { CriJudgement, CriProperty } from './properties/cri-property.ts';
import { type CriEnvironment, runCriScript } from './run-cri-script.ts';

/** Where a script comes from: a path of a statechart, what is written by hand, the random stream, or a file. */
export type CriOrigin =
  | { readonly group: 'paths'; readonly machine: string; readonly path: string }
  | { readonly group: 'cases' }
  | { readonly group: 'random' }
  | { readonly group: 'replay' };

export interface PlannedCriScript {
  readonly origin: CriOrigin;
  readonly script: CriScript;
}

export interface CriTestPlan {
  readonly environment: CriEnvironment;
  readonly scripts: readonly PlannedCriScript[];
  /** The names of properties that are not judged. */
  readonly without?: readonly string[] | undefined;
  /** Whether the session is to end: asked after each script. */
  readonly isStopped?: () => boolean;
  /** Ends at the first script that violates something. */
  readonly endsAtFirst?: boolean | undefined;
  /** How many scripts may be tried to make one small; absent: 150. */
  readonly shrinkRunsMax?: number | undefined;
  /** Names the folder of the n-th run, in which no image was before. */
  readonly folder: (run: number) => string;
  readonly onProgress?: (progress: CriTestProgress) => void;
}

export interface CriTestProgress {
  readonly phase: 'running' | 'shrinking';
  readonly scripts: number;
  readonly scriptsAll: number;
}

/** A property that a trace breaks, at the first place. */
export interface BrokenCriProperty {
  readonly property: string;
  readonly judgement: CriJudgement;
}

export interface CriScriptResult {
  readonly origin: CriOrigin;
  readonly script: CriScript;
  readonly tookMs: number;
  readonly broken: readonly BrokenCriProperty[];
}

/** What all traces together say about one property. */
export interface CriPropertyVerdict {
  readonly name: string;
  readonly says: string;
  readonly source: string;
  /** At how many places of all traces it held, and at how many not. */
  readonly held: number;
  readonly violated: number;
  /** The names of the scripts that violate it. */
  readonly scripts: readonly string[];
}

/** The smallest script that shows that a property does not hold. */
export interface CriFinding {
  readonly property: CriProperty;
  readonly result: CriScriptResult;
  readonly script: CriScript;
  readonly shrinkRuns: number;
  /** False if the script does not show it again: it is by chance, or of what came before. */
  readonly isRepeatable: boolean;
  readonly judgement: CriJudgement;
  /** What happened in the run that shows it. */
  readonly trace: CriTrace;
}

export interface CriReport {
  /** `containerd v1.7.28` */
  readonly system: string;
  readonly results: readonly CriScriptResult[];
  /** The number of scripts that were left out, since it had stopped answering, or the session was ended. */
  readonly notRun: number;
  /** The script in which the runtime stopped to answer at all; it is not judged. */
  readonly goneIn?: string;
  readonly properties: readonly CriPropertyVerdict[];
  /** One for each property that is violated. */
  readonly findings: readonly CriFinding[];
}

/** So many scripts in a row with a call that is not answered end the session: each costs a whole time limit. */
const silentInARowMax = 3;
const shrinkRunsDefault = 150;
/** How often a script is run again until it shows the same once more. */
const repeatsMax = 3;
/** How often it is looked whether the session is to end. */
const patienceMs = 100;
/** A script that shows something by waiting is not made smaller for ever. */
const shrinkMsMax = 30_000;

/**
 * Runs scripts on a container runtime, judges what it and the registry have done by properties, and makes the first
 * script that violates each of them small. Rejects if the runtime does not answer at all, or does not ask the registry.
 */
export async function criSession(plan: CriTestPlan): Promise<CriReport> {
  return await new CriSession(plan).run();
}

/** The runtime does not ask the registry of the scripts, so that all scripts would fail by that. */
export class RegistryNotReachedError extends Error {
  constructor(reason: string) {
    super(`the runtime does not ask the registry of the scripts: ${reason}`);
    this.name = 'RegistryNotReachedError';
  }
}

const plainPull: CriScript = {
  name: 'plain-pull',
  images: [{ name: 'web', layers: ['web'] }],
  steps: [{ do: 'pull', image: 'web' }],
};

interface Tally {
  held: number;
  violated: number;
  readonly scripts: string[];
}

class CriSession {
  readonly #plan: CriTestPlan;
  readonly #properties: readonly CriProperty[];
  readonly #tallies: ReadonlyMap<string, Tally>;
  readonly #results: CriScriptResult[] = [];
  readonly #traces = new Map<string, { readonly result: CriScriptResult; readonly trace: CriTrace }>();
  #runs = 0;
  #goneIn: string | undefined;

  constructor(plan: CriTestPlan) {
    this.#plan = plan;
    this.#properties = criProperties.filter(({ name }) => !plan.without?.includes(name));
    this.#tallies = new Map(
      this.#properties.map(({ name }) => [name, { held: 0, violated: 0, scripts: [] }]),
    );
  }

  async run(): Promise<CriReport> {
    const { scripts } = this.#plan;
    const system = await this.#version();
    await this.#reachRegistry();
    for (const planned of scripts) {
      await this.#judge(planned);
      this.#progress('running');
      if (this.#goneIn !== undefined) break;
      const latest = this.#results.slice(-silentInARowMax);
      if (latest.length === silentInARowMax && latest.every(isSilent)) break;
      if (this.#plan.isStopped?.()) break;
      if (this.#plan.endsAtFirst && this.#traces.size > 0) break;
    }
    const findings: CriFinding[] = [];
    for (const property of this.#properties) {
      const first = this.#traces.get(property.name);
      if (first !== undefined) findings.push(await this.#finding(property, first.result, first.trace));
    }
    return {
      system,
      results: this.#results,
      notRun: scripts.length - this.#results.length,
      ...(this.#goneIn === undefined ? {} : { goneIn: this.#goneIn }),
      properties: this.#properties.map(({ name, says, source }) => {
        const tally = this.#tallies.get(name) ?? { held: 0, violated: 0, scripts: [] };
        return { name, says, source, ...tally };
      }),
      findings,
    };
  }

  /** Returns the version of the runtime. Rejects if it does not come in time, or the session is to end. */
  async #version(): Promise<string> {
    const { service, wait, answerMsMax } = this.#plan.environment;
    const late = async (): Promise<never> => {
      for (let waitedMs = 0; waitedMs < answerMsMax && !this.#plan.isStopped?.(); waitedMs += patienceMs)
        await wait(patienceMs);
      throw new NoImageServiceError(`nothing came within ${answerMsMax / 1000} s`);
    };
    return await Promise.race([service.version(), late()]);
  }

  /** Whether a runtime that could not be reached by a call answers none. */
  async #isGone({ entries }: CriTrace): Promise<boolean> {
    if (!entries.some((entry) => entry.type === 'answer' && entry.code === 'Unavailable')) return false;
    return await this.#version().then(
      () => false,
      () => true,
    );
  }

  /** Throws a `RegistryNotReachedError` if a plain pull fails without a request. */
  async #reachRegistry(): Promise<void> {
    const { entries } = await this.#trace(plainPull);
    const isAsked = entries.some(({ type }) => type === 'request');
    const failed = entries.find((entry) => entry.type === 'answer' && entry.code !== 'OK');
    if (!isAsked && failed?.type === 'answer')
      throw new RegistryNotReachedError(failed.message ?? 'no answer');
  }

  #progress(phase: CriTestProgress['phase']): void {
    const { onProgress, scripts } = this.#plan;
    onProgress?.({ phase, scripts: this.#results.length, scriptsAll: scripts.length });
  }

  async #trace(script: CriScript): Promise<CriTrace> {
    this.#runs += 1;
    return await runCriScript(script, this.#plan.folder(this.#runs), this.#plan.environment);
  }

  async #judge({ origin, script }: PlannedCriScript): Promise<void> {
    const { nowMs } = this.#plan.environment;
    const startMs = nowMs();
    const trace = await this.#trace(script);
    if (await this.#isGone(trace)) {
      this.#goneIn = script.name;
      return;
    }
    const run = criRun(trace);
    const broken: BrokenCriProperty[] = [];
    const result: CriScriptResult = { origin, script, tookMs: nowMs() - startMs, broken };
    for (const { name, judge } of this.#properties) {
      const judgements = judge(run);
      const violations = judgements.filter(({ violation }) => violation !== undefined);
      const tally = this.#tallies.get(name);
      if (tally === undefined) throw new Error(`criSession: no tally of ${name}`);
      tally.held += judgements.length - violations.length;
      tally.violated += violations.length;
      const [judgement] = violations;
      if (judgement === undefined) continue;
      tally.scripts.push(script.name);
      broken.push({ property: name, judgement });
      if (!this.#traces.has(name)) this.#traces.set(name, { result, trace });
    }
    this.#results.push(result);
  }

  /** Returns the smallest script with a violation of the property. */
  async #finding(property: CriProperty, result: CriScriptResult, first: CriTrace): Promise<CriFinding> {
    const { environment, shrinkRunsMax = shrinkRunsDefault } = this.#plan;
    const { nowMs } = environment;
    const startMs = nowMs();
    const violationIn = (trace: CriTrace): CriJudgement | undefined =>
      property.judge(criRun(trace)).find(({ violation }) => violation !== undefined);
    let [smallest, latest] = [result.script, first];
    let isRepeatable = false;
    const shows = async (script: CriScript): Promise<boolean> => {
      const isOver = this.#goneIn !== undefined || this.#plan.isStopped?.() === true;
      if (isOver || nowMs() - startMs > shrinkMsMax) return false;
      this.#progress('shrinking');
      const trace = await this.#trace(script);
      if (violationIn(trace) === undefined) return false;
      [smallest, latest, isRepeatable] = [script, trace, true];
      return true;
    };
    // What hangs on a moment may need some tries.
    for (let tries = 0; tries < repeatsMax && !isRepeatable; tries += 1) await shows(result.script);
    const { runs } = isRepeatable
      ? await shrinkScript(result.script, criScriptShape, shows, shrinkRunsMax)
      : { runs: 0 };
    const judgement = violationIn(latest);
    if (judgement === undefined) throw new Error(`criSession: ${property.name} is not violated`);
    return { property, result, script: smallest, shrinkRuns: runs, isRepeatable, judgement, trace: latest };
  }
}

function isSilent({ broken }: CriScriptResult): boolean {
  return broken.some(({ property }) => property === 'every-call-is-answered');
}

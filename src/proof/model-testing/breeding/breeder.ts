import { smallest } from '../../../rules/collections/extremes.ts';
import { RandomStreams } from '../../../run/simulation/random-streams.ts';
import type { ConformanceTrace } from '../../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../../conformance/imagemanager/script.ts';
import { minimalCover } from '../../models/exploration/minimal-cover.ts';
import type { PlannedScript } from '../test-report.ts';
import { answerFeatures } from './answer-features.ts';
import { bredScript, type Chance, lastMicros, type Parent } from './breed-script.ts';
import type { RunObserver } from './run-observer.ts';

/** A script that showed something new, with everything that it reached. */
interface Kept extends Parent {
  readonly features: ReadonlySet<string>;
  /** Whether every session has it anyway, so that no corpus need keep it. */
  readonly isAlwaysRun: boolean;
  /** How many children it has; who has few comes first. */
  children: number;
}

/**
 * Breeds scripts: changes those that reached something new, of the model (transitions, pairs of them, outcomes
 * of guards from both sides) or in the answers of the system. The same seed, scripts and answers give the same
 * children.
 */
export class Breeder {
  readonly #seen = new Map<string, number>();
  readonly #kept: Kept[] = [];
  readonly #chance: Chance;

  constructor(seed: number) {
    const streams = new RandomStreams(seed);
    this.#chance = () => streams.draw('breeding');
  }

  /** Notes what a script reached in the model and how the system answered it; undefined if it did not. */
  learn(
    { origin, script }: PlannedScript,
    observer: RunObserver,
    answer: ConformanceTrace | undefined,
  ): void {
    const features = new Set([
      ...observer.features,
      ...(answer === undefined ? [] : answerFeatures(answer, script)),
    ]);
    const isNew = [...features].some((feature) => !this.#seen.has(feature));
    for (const feature of features) this.#seen.set(feature, (this.#seen.get(feature) ?? 0) + 1);
    if (!isNew || script.calls.length === 0) return;
    const isAlwaysRun = origin.group === 'paths';
    const edgesMicros = [...observer.edgesMicros].filter((edge) => edge <= lastMicros);
    this.#kept.push({ script, edgesMicros, features, isAlwaysRun, children: 0 });
  }

  /** Returns one more script; undefined before anything was learnt. */
  next(): Script | undefined {
    const parent = this.#choose();
    const other = this.#kept[Math.floor(this.#chance() * this.#kept.length)];
    if (parent === undefined || other === undefined) return undefined;
    parent.children += 1;
    return bredScript(parent, other, this.#chance);
  }

  /**
   * Returns the scripts that together reach everything that was reached and that no path reaches: few, because
   * what others reach too is left out.
   */
  corpus(): readonly Script[] {
    const paths = this.#kept.filter(({ isAlwaysRun }) => isAlwaysRun);
    const reachedByPaths = new Set(paths.flatMap(({ features }) => [...features]));
    const candidates = this.#kept.flatMap(({ script, features, isAlwaysRun }) => {
      const goals = new Set([...features].filter((feature) => !reachedByPaths.has(feature)));
      return isAlwaysRun ? [] : [{ script, goals, cost: 0 }];
    });
    return minimalCover(candidates).map(({ candidate: { script } }) => script);
  }

  /** Returns the better of a few: one that reached what is rare, with few children. */
  #choose(): Kept | undefined {
    let best: Kept | undefined;
    let bestWorth = -1;
    for (let tries = 0; tries < 4; tries += 1) {
      const kept = this.#kept[Math.floor(this.#chance() * this.#kept.length)];
      if (kept === undefined) return undefined;
      const rarest = smallest([...kept.features].map((feature) => this.#seen.get(feature) ?? 1));
      const worth = 1 / (rarest * (1 + kept.children));
      if (worth > bestWorth) [best, bestWorth] = [kept, worth];
    }
    return best;
  }
}

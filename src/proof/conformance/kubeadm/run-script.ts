import type { Actor } from 'xstate';
import type { RuntimeCallEnded, RuntimeMade } from '../../../../machines/kubeadm/kubeadm-protocol.ts';
import { kubeadmRuntimeMachine } from '../../../../machines/kubeadm/kubeadm-runtime.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import type { KubeadmRules } from '../../../rules/kubeadm/kubeadm-rules.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { ScriptTrace } from '../script-kind.ts';
import { ScriptWorld } from '../script-world.ts';
import type { KubeadmScript } from './script-schema.ts';
import { type KubeadmEntry, ScriptedHost } from './scripted-host.ts';

/**
 * Runs a script with the simulated kubeadm: one runtime is made, then the calls run one after the other.
 * Throws a `SimulationError` if an actor fails or gets an event without a transition.
 */
export function runScript(
  script: KubeadmScript,
  rules: KubeadmRules,
  engine?: EngineName,
): ScriptTrace<KubeadmEntry> {
  const trace = new Run(script, rules, engine).trace();
  // If no runtime could be made, nothing is called.
  const races = trace.some(({ type, error }) => type === 'new' && error === undefined) ? racesOf(script) : [];
  return { script: script.name, trace, ...(races.length === 0 ? {} : { races }) };
}

class Run {
  readonly #world: ScriptWorld;
  readonly #script: KubeadmScript;
  readonly #entries: KubeadmEntry[] = [];
  /** The commands of the current call, with the index of their image in a parallel pull. */
  #commands: { readonly entry: KubeadmEntry; readonly place: number }[] = [];
  #call = -1;
  readonly #runtime: Actor<typeof kubeadmRuntimeMachine>;

  constructor(script: KubeadmScript, rules: KubeadmRules, engine: EngineName | undefined) {
    this.#script = script;
    this.#world = new ScriptWorld({ engine });
    const host = new ScriptedHost(this.#world, script, rules, (entry, subject) => {
      const place = script.calls[this.#call]?.images?.lastIndexOf(subject) ?? 0;
      this.#commands.push({ entry: this.#entry(entry), place });
    });
    this.#runtime = this.#world.create(kubeadmRuntimeMachine, {
      name: 'kubeadm',
      recorder: this.#world.recorder(),
      clock: this.#world.clock,
      rules,
      socket: script.socket,
      host: host.actor,
      owner: createListener<RuntimeMade>('script', (made) => this.#made(made)),
    });
  }

  trace(): readonly KubeadmEntry[] {
    this.#world.at(0, () => this.#runtime.start());
    this.#world.run();
    return this.#entries;
  }

  #made(made: RuntimeMade): void {
    this.#end({ type: 'new', ...(made.type === 'RUNTIME.REFUSED' ? { error: made.error } : {}) });
    if (made.type === 'RUNTIME.CONNECTED') this.#next();
  }

  /** A step of its own, so that the runtime is done with the call before when the next one begins. */
  #next(): void {
    const call = this.#script.calls[++this.#call];
    if (call === undefined) return;
    const requester = createListener<RuntimeCallEnded>('script', (ended) => {
      this.#end(
        ended.type === 'CALL.RETURNED'
          ? { type: 'result', ...ended.result }
          : { type: 'unsupported', op: ended.op },
      );
      this.#next();
    });
    this.#world.after(0, () => this.#runtime.send({ type: 'CALL.REQUESTED', call, requester }));
  }

  /** Adds the commands of a call in canonical order, and the end of the call. */
  #end(entry: Omit<KubeadmEntry, 'at'>): void {
    // Sorting is stable: the commands for one image keep their order.
    const inOrder = this.#commands
      .sort((a, b) => a.entry.at - b.entry.at || a.place - b.place)
      .map((command) => command.entry);
    appendAll(this.#entries, [...inOrder, this.#entry(entry)]);
    this.#commands = [];
  }

  #entry(entry: Omit<KubeadmEntry, 'at'>): KubeadmEntry {
    return { at: this.#world.nowMs, ...(this.#call < 0 ? {} : { call: this.#call }), ...entry };
  }
}

/** Returns `call 1: app:1 twice` for each image that a parallel pull names again. */
function racesOf({ calls }: KubeadmScript): string[] {
  return calls.flatMap(({ images = [] }, call) =>
    images.flatMap((image, index) => (images.indexOf(image) < index ? [`call ${call}: ${image} twice`] : [])),
  );
}

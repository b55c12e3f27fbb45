import type { HostCommandRequested, KubeadmHost } from '../../../../machines/kubeadm/kubeadm-protocol.ts';
import type { CommandAnswer, KubeadmCommand } from '../../../rules/kubeadm/command.ts';
import type { Invocation, KubeadmRules } from '../../../rules/kubeadm/kubeadm-rules.ts';
import { rpcError } from '../../../rules/kubeadm/runtime-errors.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { KubeadmScript, ScriptOutcome } from './script-schema.ts';

/** One entry of a trace, with the fields of the protocol: a command, or the return of a call. */
export interface KubeadmEntry {
  readonly at: number;
  /** The index of the call in the script; absent while the runtime is made. */
  readonly call?: number;
  readonly type: 'lookPath' | 'new' | 'exec' | 'cri' | 'result' | 'unsupported';
  readonly op?: string;
  readonly file?: string;
  readonly args?: readonly string[];
  readonly subject?: string;
  readonly timeoutMs?: number;
  readonly verbose?: boolean;
  readonly value?: string | boolean | readonly string[];
  readonly error?: string;
  readonly errors?: readonly string[];
}

const crictlPath = '/usr/bin/crictl';

/** The host of a script. crictl and the CRI answer as the script says. */
export class ScriptedHost {
  readonly actor: KubeadmHost = createListener('host', (request: HostCommandRequested) =>
    this.#hear(request),
  );
  readonly #world: ScriptWorld;
  readonly #script: KubeadmScript;
  readonly #rules: KubeadmRules;
  readonly #log: (entry: Omit<KubeadmEntry, 'at'>, subject: string) => void;
  readonly #taken = new Map<string, number>();

  constructor(
    world: ScriptWorld,
    script: KubeadmScript,
    rules: KubeadmRules,
    log: (entry: Omit<KubeadmEntry, 'at'>, subject: string) => void,
  ) {
    this.#world = world;
    this.#script = script;
    this.#rules = rules;
    this.#log = log;
  }

  #hear({ command, requester }: HostCommandRequested): void {
    const { invocation, outcome } = this.#begin(command);
    const { takesMs = 0 } = outcome;
    const end = (): void =>
      requester.send({ type: 'HOST_COMMAND.ANSWERED', answer: answerOf(invocation, outcome) });
    const deadlineMicros = this.#rules.deadlineMicros(command.name) ?? Number.POSITIVE_INFINITY;
    if (takesMs === 0) end();
    // A call past its deadline is cancelled, so nobody gets its answer.
    else if (takesMs * 1000 <= deadlineMicros) this.#world.after(takesMs, end);
  }

  #begin(command: KubeadmCommand): { readonly invocation: Invocation; readonly outcome: ScriptOutcome } {
    const { socket, crictl = {}, exec = {}, cri = {} } = this.#script;
    const invocation = this.#rules.invocation(command, socket);
    const subject = command.subject ?? '';
    if (invocation.kind === 'lookPath') {
      this.#log({ type: 'lookPath', file: invocation.file }, subject);
      return { invocation, outcome: crictl.error ? { error: crictl.error } : {} };
    }
    if (invocation.kind === 'exec') {
      this.#log({ type: 'exec', file: crictl.path || crictlPath, args: invocation.args }, subject);
      return {
        invocation,
        outcome: this.#next(exec, invocation.args.slice(this.#rules.socketArguments).join(' ')),
      };
    }
    const { op, verbose } = invocation;
    const deadlineMicros = this.#rules.deadlineMicros(command.name);
    this.#log(
      {
        type: 'cri',
        op,
        ...(invocation.subject === undefined ? {} : { subject: invocation.subject }),
        ...(deadlineMicros === undefined ? {} : { timeoutMs: deadlineMicros / 1000 }),
        ...(verbose === undefined ? {} : { verbose }),
      },
      subject,
    );
    return {
      invocation,
      outcome: this.#next(cri, invocation.subject === undefined ? op : `${op} ${invocation.subject}`),
    };
  }

  /**
   * Returns the next outcome for the longest key that equals the line or its beginning up to a space. Each
   * line has its own count.
   */
  #next(table: Readonly<Record<string, readonly ScriptOutcome[]>>, line: string): ScriptOutcome {
    const keys = Object.keys(table).filter((key) => key === '' || line === key || line.startsWith(`${key} `));
    const [best] = keys.sort((left, right) => right.length - left.length);
    const list = best === undefined ? [] : (table[best] ?? []);
    if (list.length === 0) return {};
    const taken = this.#taken.get(line) ?? 0;
    this.#taken.set(line, taken + 1);
    return list[Math.min(taken, list.length - 1)] ?? {};
  }
}

function answerOf({ kind }: Invocation, outcome: ScriptOutcome): CommandAnswer {
  const { error, exitCode = 0, output = '', code, present, sandboxes, conditions, info } = outcome;
  if (kind !== 'cri') {
    const said = error || (exitCode === 0 ? undefined : `exit status ${exitCode}`);
    return said === undefined ? { ok: true, output } : { ok: false, error: said, output };
  }
  if (code !== undefined) return { ok: false, code, error: rpcError(code, error ?? '') };
  if (error) return { ok: false, error };
  return {
    ok: true,
    ...(present === undefined ? {} : { present }),
    ...(sandboxes === undefined ? {} : { sandboxes }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(info === undefined ? {} : { info }),
  };
}

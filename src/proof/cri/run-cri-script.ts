import type { CriScript, CriStep, PullStep } from './cri-script.ts';
import type { CriEntry, CriOperation, CriReply, CriTrace, ServedImage } from './cri-trace.ts';
import type { CriAnswer, CriImage, ImageService } from './image-service.ts';
import { credentialsByUser, type ScriptRegistry } from './script-registry.ts';
import { cancelMsMax, stalledMsMax } from './time-limits.ts';

/** What a script is run on. */
export interface CriEnvironment {
  readonly service: ImageService;
  readonly registry: ScriptRegistry;
  /** A clock of real time, in milliseconds. */
  readonly nowMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** How long a call may take, in milliseconds. */
  readonly answerMsMax: number;
}

/** How often something is looked at that no one reports. */
const pollMs = 5;

/**
 * Runs a script on a runtime, and returns what happened. `folder` is where the registry has its images: another one
 * for each run, so that the runtime knows none of them. In the end its images are removed.
 */
export async function runCriScript(
  script: CriScript,
  folder: string,
  environment: CriEnvironment,
): Promise<CriTrace> {
  return await new ScriptRun(script, folder, environment).run();
}

interface OpenPull {
  readonly call: number;
  readonly step: PullStep;
  readonly abort: AbortController;
  /** Resolves with the answer, or when the time is up. */
  readonly over: Promise<void>;
}

class ScriptRun {
  readonly #script: CriScript;
  readonly #folder: string;
  readonly #environment: CriEnvironment;
  readonly #entries: CriEntry[] = [];
  readonly #open = new Map<number, OpenPull>();
  readonly #startMs: number;
  #calls = 0;
  #served: Readonly<Record<string, ServedImage>> = {};

  constructor(script: CriScript, folder: string, environment: CriEnvironment) {
    this.#script = script;
    this.#folder = folder;
    this.#environment = environment;
    this.#startMs = environment.nowMs();
  }

  async run(): Promise<CriTrace> {
    const { registry } = this.#environment;
    this.#note(await registry.serve(this.#script, this.#folder));
    await this.#look();
    for (const step of this.#script.steps) {
      await this.#take(step);
      if (this.#open.size === 0) await this.#look();
    }
    await this.#finish();
    await this.#look();
    await this.#clean();
    const requests = registry.requests().map(
      (request): CriEntry => ({
        type: 'request',
        at: request.atMs - this.#startMs,
        ...this.#timed(request),
      }),
    );
    const entries = [...this.#entries, ...requests].sort((one, other) => one.at - other.at);
    return { script: this.#script, prefix: `${registry.host}/${this.#folder}`, entries };
  }

  #timed<T extends { readonly atMs: number; readonly endMs: number }>(request: T): T {
    return { ...request, atMs: request.atMs - this.#startMs, endMs: request.endMs - this.#startMs };
  }

  #now(): number {
    return this.#environment.nowMs() - this.#startMs;
  }

  #note(images: Readonly<Record<string, ServedImage>>): void {
    this.#served = images;
    this.#entries.push({ type: 'served', at: this.#now(), images });
  }

  async #take(step: CriStep): Promise<void> {
    const { registry } = this.#environment;
    switch (step.do) {
      case 'pull':
        return await this.#pull(step);
      case 'cancel': {
        const pull = [...this.#open.values()].find((each) => each.step.id === step.id);
        if (pull !== undefined) await this.#cancel(pull);
        return;
      }
      case 'wait':
        return await this.#finish();
      case 'remove':
        await this.#remove(step.image, await this.#reference(step.image, step.by));
        return;
      case 'move':
        this.#note(await registry.move(step.image, step.to));
    }
  }

  /** Returns the name by which a call asks for an image. An image that the runtime does not have has no id. */
  async #reference(image: string, by: 'digest' | 'id' | undefined): Promise<string> {
    const repository = `${this.#environment.registry.host}/${this.#folder}/${image}`;
    if (by === 'digest') return `${repository}@${this.#served[image]?.digest}`;
    const tag = `${repository}:1`;
    if (by === undefined) return tag;
    const status = await this.#environment.service.imageStatus(tag);
    return (status.ok ? status.value?.id : undefined) ?? tag;
  }

  async #pull(step: PullStep): Promise<void> {
    const { service } = this.#environment;
    const reference = await this.#reference(step.image, step.by);
    const call = this.#begin('pull', { image: step.image, reference, ...(step.as && { as: step.as }) });
    const abort = new AbortController();
    const credentials = step.as && credentialsByUser[step.as];
    const answered = this.#inTime(service.pullImage(reference, { credentials, signal: abort.signal }));
    const over = answered.then((answer) => {
      this.#open.delete(call);
      this.#end(call, answer, (imageRef) => ({ imageRef }));
    });
    const pull = { call, step, abort, over };
    this.#open.set(call, pull);
    if (step.until === undefined) await this.#answer(pull);
    else if (step.until !== 'start') await this.#requested(pull, step.until);
  }

  /** Waits until the registry is asked for something of the pull's image, or the pull is over. */
  async #requested(pull: OpenPull, kind: 'manifest' | 'layer'): Promise<void> {
    const { registry, wait } = this.#environment;
    while (this.#open.has(pull.call) && !registry.hasOpenRequest(pull.step.image, kind)) {
      if (registry.isStalled(pull.step.image)) return;
      await wait(pollMs);
    }
  }

  /**
   * Waits until a pull is over. One that the registry keeps waiting is cancelled, for the CRI sets it no time, and
   * others may wait for it.
   */
  async #answer(pull: OpenPull): Promise<void> {
    const { registry, wait } = this.#environment;
    const stalledMs = new Map<number, number>();
    while (this.#open.has(pull.call)) {
      await Promise.race([pull.over, wait(pollMs)]);
      for (const each of [...this.#open.values()]) {
        const ms = registry.isStalled(each.step.image) ? (stalledMs.get(each.call) ?? 0) + pollMs : 0;
        stalledMs.set(each.call, ms);
        if (ms > stalledMsMax) await this.#cancel(each);
      }
    }
  }

  async #cancel(pull: OpenPull): Promise<void> {
    const { registry, wait } = this.#environment;
    this.#entries.push({ type: 'cancel', at: this.#now(), call: pull.call });
    pull.abort.abort();
    await pull.over;
    const { image } = pull.step;
    const isWanted = (): boolean => [...this.#open.values()].some(({ step }) => step.image === image);
    const giveUpMs = this.#now() + cancelMsMax + pollMs;
    while (registry.hasOpenRequest(image) && !isWanted() && this.#now() < giveUpMs) await wait(pollMs);
  }

  async #finish(): Promise<void> {
    for (const pull of [...this.#open.values()]) await this.#answer(pull);
  }

  async #remove(image: string, reference: string): Promise<void> {
    const call = this.#begin('remove', { image, reference });
    this.#end(call, await this.#inTime(this.#environment.service.removeImage(reference)), () => ({}));
  }

  /** Asks for the status of every image, and for the list of them: what a kubelet does all the time. */
  async #look(): Promise<void> {
    const { service } = this.#environment;
    for (const { name } of this.#script.images) {
      const repository = await this.#reference(name, undefined);
      const { digest } = this.#served[name] ?? {};
      for (const reference of [repository, `${repository.slice(0, -2)}@${digest}`]) {
        await this.#status(name, reference);
      }
    }
    await this.#lookAtReferences();
    const call = this.#begin('list', {});
    this.#end(call, await this.#inTime(service.listImages()), (all) => ({
      images: all.filter((image) => this.#isOurs(image)),
    }));
  }

  async #status(image: string, reference: string): Promise<void> {
    const call = this.#begin('status', { image, reference });
    const answer = await this.#inTime(this.#environment.service.imageStatus(reference));
    this.#end(call, answer, (found) => ({ images: found === undefined ? [] : [found] }));
  }

  /** Whether an image is one of this run. */
  #isOurs({ repoTags, repoDigests }: CriImage): boolean {
    return [...repoTags, ...repoDigests].some((name) => name.includes(`/${this.#folder}/`));
  }

  /** Asks by what pulls have answered, as the kubelet does for the image of a container that it creates. */
  async #lookAtReferences(): Promise<void> {
    const latest = this.#entries.findLast(
      (entry): entry is CriReply => entry.type === 'answer' && entry.imageRef !== undefined,
    );
    const pull = this.#entries.find((entry) => entry.type === 'call' && entry.call === latest?.call);
    if (latest?.imageRef === undefined || pull?.type !== 'call' || pull.image === undefined) return;
    await this.#status(pull.image, latest.imageRef);
  }

  /** Removes what the script has left, and does not judge it. */
  async #clean(): Promise<void> {
    const { service } = this.#environment;
    const list = await this.#inTime(service.listImages());
    if (list === undefined || !list.ok) return;
    for (const image of list.value)
      if (this.#isOurs(image)) await this.#inTime(service.removeImage(image.id));
  }

  #begin(op: CriOperation, named: { image?: string; reference?: string; as?: 'alice' | 'mallory' }): number {
    this.#calls += 1;
    this.#entries.push({ type: 'call', at: this.#now(), call: this.#calls, op, ...named });
    return this.#calls;
  }

  #end<V>(call: number, answer: CriAnswer<V> | undefined, shown: (value: V) => Partial<CriReply>): void {
    const entry = { type: 'answer', at: this.#now(), call } as const;
    if (answer === undefined) this.#entries.push({ ...entry, code: 'none' });
    else if (answer.ok) this.#entries.push({ ...entry, code: 'OK', ...shown(answer.value) });
    else this.#entries.push({ ...entry, code: answer.code, message: answer.message });
  }

  /** Returns the answer; undefined where none comes in time. */
  async #inTime<V>(answer: Promise<CriAnswer<V>>): Promise<CriAnswer<V> | undefined> {
    const { wait, answerMsMax } = this.#environment;
    return await Promise.race([answer, wait(answerMsMax).then(() => undefined)]);
  }
}

import { z } from 'zod';
import { countText } from '../../../reports/text/quantity-text.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { type Terminal, tellNote, tellWarning } from '../terminal.ts';
import { type Kubectl, kubectlLine } from './ask-kubectl.ts';
import { type ClusterReads, settingsCall } from './cluster-reads.ts';
import { type KubectlOptions, objectNameOrFail } from './kubectl-options.ts';

/** How many kubelets are asked at once. */
const askedAtOnce = 8;

const identityShape = z.looseObject({ name: z.string().nullish(), namespace: z.string().nullish() });
const podShape = z.looseObject({ metadata: identityShape });
const eventShape = z.looseObject({ involvedObject: identityShape });
const nodeShape = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  status: z.looseObject({ nodeInfo: z.looseObject({ kubeletVersion: z.string() }).nullish() }).nullish(),
});

/** Says on stderr what kubectl is asked for, before it is asked. */
export function tellReads(
  { reads, asksKubelets }: ClusterReads,
  options: KubectlOptions,
  terminal: Terminal,
): void {
  const settings = `${kubectlLine(settingsCall('NODE', options))}  # of each node, where it is allowed`;
  const lines = [...reads.map(({ args }) => kubectlLine(args)), ...(asksKubelets ? [settings] : [])];
  tellNote(terminal, 'kubectl is asked for this, and for nothing else:');
  for (const line of lines) terminal.stderr.write(`  ${line}\n`);
}

/** What kubectl printed: texts by the names under which a command reads them. */
export class ClusterDocuments {
  readonly texts = new Map<string, string>();
  readonly #folder: string;
  readonly #options: KubectlOptions;
  readonly #kubectl: Kubectl;
  readonly #terminal: Terminal;

  constructor(options: KubectlOptions, kubectl: Kubectl, terminal: Terminal) {
    this.#folder = options.save ?? 'kubectl';
    this.#options = options;
    this.#kubectl = kubectl;
    this.#terminal = terminal;
  }

  /** The names of the documents, in the order in which they were asked for. */
  get names(): readonly string[] {
    return [...this.texts.keys()];
  }

  /** Returns the name of a document. */
  nameOf(document: string): string {
    return `${this.#folder}/${document}.json`;
  }

  /**
   * Asks for everything. Throws a `CommandError` (input) with kubectl's own reason where it fails; of what an answer
   * can do without, nodes and the settings of their kubelets among it, a warning tells it.
   */
  async ask({ reads, asksKubelets }: ClusterReads): Promise<void> {
    for (const { document, args, mayBeEmpty, without } of reads) {
      const answer = await this.#kubectl.ask(args);
      if (!answer.ok && without !== undefined) {
        tellWarning(this.#terminal, `${without}: ${answer.reason}`);
        continue;
      }
      if (!answer.ok) throw new CommandError(exitCode.input, `${kubectlLine(args)}: ${answer.reason}`);
      this.texts.set(this.nameOf(document), answer.text);
      if (!mayBeEmpty && this.#itemsOf(document).length === 0)
        throw new CommandError(exitCode.input, `${kubectlLine(args)}: there is none`);
    }
    if (this.#options.selector !== undefined && this.texts.has(this.nameOf('events')))
      this.#dropOtherEvents();
    if (asksKubelets) await this.#askKubelets();
  }

  /** Returns the versions of the kubelets of all nodes, the most frequent first. */
  versions(): readonly string[] {
    const counts = new Map<string, number>();
    for (const { status } of this.#nodes()) {
      const version = status?.nodeInfo?.kubeletVersion;
      if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([version]) => version);
  }

  #nodes(): readonly z.infer<typeof nodeShape>[] {
    return this.#itemsOf('nodes').map((item) => this.#shaped(nodeShape, item, 'nodes'));
  }

  /** The API server selects events by no label of their pods. */
  #dropOtherEvents(): void {
    const keyOf = ({ namespace, name }: z.infer<typeof identityShape>) => `${namespace}/${name}`;
    const pods = this.#itemsOf('pods').map((item) => keyOf(this.#shaped(podShape, item, 'pods').metadata));
    const wanted = new Set(pods);
    const items = this.#itemsOf('events').filter((item) =>
      wanted.has(keyOf(this.#shaped(eventShape, item, 'events').involvedObject)),
    );
    this.texts.set(this.nameOf('events'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  }

  /** After the first refusal for want of a right no more are asked: the others would be refused, too. */
  async #askKubelets(): Promise<void> {
    const nodes = this.#nodes().map(({ metadata }) => objectNameOrFail(metadata.name, 'a node'));
    const answers = new Map<string, string>();
    const reasons: string[] = [];
    let isForbidden = false;
    const pending = [...nodes];
    const askNext = async () => {
      for (let node = pending.shift(); node !== undefined && !isForbidden; node = pending.shift()) {
        const answer = await this.#kubectl.ask(settingsCall(node, this.#options));
        if (answer.ok) answers.set(node, answer.text);
        else reasons.push(answer.reason);
        isForbidden ||= !answer.ok && /\(Forbidden\)/.test(answer.reason);
      }
    };
    await Promise.all(Array.from({ length: Math.min(askedAtOnce, nodes.length) }, askNext));
    // In the order of the nodes, whichever answered first.
    for (const node of nodes) {
      const text = answers.get(node);
      if (text !== undefined) this.texts.set(this.nameOf(`configz/${node}`), text);
    }
    const [reason] = reasons;
    if (reason === undefined) return;
    const missing = `${nodes.length - answers.size} of ${countText(nodes.length, 'node')}`;
    const right = isForbidden ? ' (it takes the right to get nodes/proxy)' : '';
    tellWarning(
      this.#terminal,
      `the kubelets' settings of ${missing} are not known, so the defaults are taken${right}: ${reason}`,
    );
  }

  /** Returns the objects of a list, or the one that was asked for by its name. */
  #itemsOf(document: string): readonly unknown[] {
    const text = this.texts.get(this.nameOf(document));
    if (text === undefined) return [];
    try {
      const value: unknown = JSON.parse(text);
      const list = z.looseObject({ items: z.array(z.unknown()) }).safeParse(value);
      return list.success ? list.data.items : [value];
    } catch (error) {
      throw this.#unreadable(document, error);
    }
  }

  #shaped<Shape extends z.ZodType>(shape: Shape, value: unknown, document: string): z.infer<Shape> {
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
    throw this.#unreadable(document, parsed.error);
  }

  #unreadable(document: string, cause: unknown): CommandError {
    const message = `kubectl's answer about ${document} cannot be read: it is not what kubectl get -o json prints`;
    return new CommandError(exitCode.input, message, cause);
  }
}

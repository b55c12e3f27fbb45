type Fields = Readonly<Record<string, unknown>>;

interface Slice {
  readonly from: number;
  readonly to: number;
}

/** The fields that each kind of event must have, by the Trace Event Format; others are not allowed. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  X: ['ph', 'pid', 'tid', 'cat', 'name', 'ts', 'dur', 'args'],
  i: ['ph', 'pid', 'tid', 'cat', 'name', 'ts', 's', 'args'],
  C: ['ph', 'pid', 'tid', 'name', 'ts', 'args'],
  s: ['ph', 'pid', 'tid', 'cat', 'name', 'ts', 'id'],
  f: ['ph', 'pid', 'tid', 'cat', 'name', 'ts', 'id', 'bp'],
  M: ['ph', 'pid', 'tid', 'name', 'args'],
};

/** The argument of each metadata event, and its type. */
const metadata: Readonly<Record<string, readonly [string, 'string' | 'integer']>> = {
  process_name: ['name', 'string'],
  process_labels: ['labels', 'string'],
  process_sort_index: ['sort_index', 'integer'],
  thread_name: ['name', 'string'],
  thread_sort_index: ['sort_index', 'integer'],
};

/**
 * Reads a file as ui.perfetto.dev does (src/trace_processor/importers/json of google/perfetto) and returns
 * what is wrong with it by the Trace Event Format: fields, names of groups and tracks, slices that do not
 * nest, arrows that end nowhere.
 */
export function traceEventProblems(text: string): string[] {
  const file = JSON.parse(text) as Fields;
  const problems: string[] = [];
  if (file.displayTimeUnit !== 'ms' && file.displayTimeUnit !== 'ns') problems.push('displayTimeUnit');
  if (!isPlain(file.otherData)) problems.push('otherData');
  if (!Array.isArray(file.traceEvents) || file.traceEvents.length === 0) return [...problems, 'traceEvents'];
  const checker = new Checker();
  for (const [index, event] of file.traceEvents.entries()) {
    for (const problem of isPlain(event) ? checker.note(event) : ['no object'])
      problems.push(`event ${index}: ${problem}`);
  }
  return [...problems, ...checker.end()];
}

class Checker {
  #lastTs = 0;
  readonly #names = new Set<string>();
  readonly #pidOf = new Map<unknown, unknown>();
  readonly #used = new Set<string>();
  readonly #stacks = new Map<string, Slice[]>();
  readonly #arrows = new Map<
    unknown,
    { readonly cat: unknown; readonly name: unknown; readonly ts: number; ended: boolean }
  >();

  note(event: Fields): string[] {
    const { ph, pid, tid, name } = event;
    const expected = fieldsOf[String(ph)];
    if (expected === undefined) return [`ph ${String(ph)}`];
    const problems = [
      ...expected.filter((field) => event[field] === undefined).map((field) => `${field} is missing`),
      ...Object.keys(event).flatMap((field) =>
        expected.includes(field) ? [] : [`${field} does not belong to ${String(ph)}`],
      ),
    ];
    if (typeof name !== 'string' || name === '') problems.push('name');
    if (!isCount(pid, 1) || !isCount(tid, 1)) problems.push('pid or tid');
    if (this.#pidOf.has(tid) && this.#pidOf.get(tid) !== pid)
      problems.push(`tid ${String(tid)} is in two groups`);
    this.#pidOf.set(tid, pid);
    if (ph === 'M') return [...problems, ...this.#noteName(event)];
    this.#used.add(`${String(pid)} ${String(tid)}`);
    if (!isCount(event.ts, 0)) return [...problems, 'ts'];
    if (Number(event.ts) < this.#lastTs) problems.push('before the one before it');
    this.#lastTs = Number(event.ts);
    return [...problems, ...this.#noteTimed(event, `${String(pid)} ${String(tid)}`)];
  }

  /** What only the whole file shows. */
  end(): string[] {
    const named = (kind: string, place: string) => this.#names.has(`${kind} ${place}`);
    return [
      ...[...this.#used]
        .filter((track) => !named('thread_name', track))
        .map((track) => `track ${track} has no name`),
      ...[...this.#used]
        .filter((track) => !named('process_name', track.split(' ')[0] ?? ''))
        .map((track) => `the group of ${track} has no name`),
      ...[...this.#arrows].filter(([, { ended }]) => !ended).map(([id]) => `arrow ${String(id)} has no end`),
    ];
  }

  #noteName({ name, pid, tid, args }: Fields): string[] {
    const [key, type] = metadata[String(name)] ?? [];
    const value = isPlain(args) && key !== undefined ? args[key] : undefined;
    const place = String(name).startsWith('process') ? String(pid) : `${String(pid)} ${String(tid)}`;
    const isNew = !this.#names.has(`${String(name)} ${place}`);
    this.#names.add(`${String(name)} ${place}`);
    return [
      ...(type === 'string' && typeof value === 'string' && value !== ''
        ? []
        : type === 'integer' && Number.isSafeInteger(value)
          ? []
          : ['args']),
      ...(isNew ? [] : ['named twice']),
    ];
  }

  #noteTimed(event: Fields, track: string): string[] {
    const { ph, ts, dur, cat, args } = event;
    const at = Number(ts);
    const problems: string[] = [];
    if (ph !== 'C' && (typeof cat !== 'string' || cat === '')) problems.push('cat');
    if (ph === 'X' || ph === 'i' || ph === 'C') problems.push(...argumentProblems(args, ph));
    if (ph === 'i' && !['g', 'p', 't'].includes(String(event.s))) problems.push('s');
    if (ph === 'X') {
      if (!isCount(dur, 1)) return [...problems, 'dur'];
      const open = this.#openAt(track, at);
      const parent = open.at(-1);
      if (parent !== undefined && at + Number(dur) > parent.to) problems.push('overlaps the slice before it');
      open.push({ from: at, to: at + Number(dur) });
    }
    if (ph === 's' || ph === 'f') problems.push(...this.#noteArrow(event, at, track));
    return problems;
  }

  #noteArrow({ ph, id, cat, name, bp }: Fields, at: number, track: string): string[] {
    const problems = this.#openAt(track, at).length === 0 ? ['an arrow that touches no slice'] : [];
    const begun = this.#arrows.get(id);
    if (ph === 's') {
      if (begun !== undefined) problems.push('an arrow that begins twice');
      this.#arrows.set(id, { cat, name, ts: at, ended: false });
      return problems;
    }
    if (bp !== 'e') problems.push('bp');
    if (begun === undefined || begun.ended) return [...problems, 'the end of no arrow'];
    begun.ended = true;
    return begun.cat === cat && begun.name === name ? problems : [...problems, 'an arrow with two names'];
  }

  /** The slices open on a track, those that are over taken off. */
  #openAt(track: string, at: number): Slice[] {
    const stack = this.#stacks.get(track) ?? [];
    this.#stacks.set(track, stack);
    for (let top = stack.at(-1); top !== undefined && top.to <= at; top = stack.at(-1)) stack.pop();
    return stack;
  }
}

function argumentProblems(args: unknown, ph: string): string[] {
  if (!isPlain(args)) return ['args'];
  const values = Object.values(args);
  if (ph === 'C')
    return values.length > 0 && values.every((value) => Number.isFinite(value)) ? [] : ['args of a counter'];
  return values.every((value) => typeof value === 'string' || Number.isFinite(value)) ? [] : ['args'];
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

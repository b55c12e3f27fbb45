import type { Actor } from 'xstate';
import type { pullRecordsReducer } from '../../../machines/pull/pull-records.ts';
import { entries } from '../../collections/sorted-map.ts';
import type { RecordFigures } from '../../kubelet/pull-records/pull-records.ts';
import { intentFileJson, intentFileOf, pulledFileJson, pulledFileOf, recordFileName } from './record-json.ts';
import { parseRecordText } from './record-text.ts';

type Folder = 'pulling' | 'pulled';

/** The folder image_manager/ of a kubelet, for somebody who looks into it and sometimes writes to it. */
export class RecordFolder {
  readonly keeper: Actor<typeof pullRecordsReducer>;
  /** Files whose names are not those of records. The kubelet ignores them. */
  readonly #others = { pulling: new Map<string, string>(), pulled: new Map<string, string>() };
  #shown: Readonly<Record<Folder, string>> = { pulling: '[{},[]]', pulled: '[{},[]]' };

  constructor(keeper: Actor<typeof pullRecordsReducer>) {
    this.keeper = keeper;
  }

  get figures(): RecordFigures {
    return this.keeper.getSnapshot().context.records.figures;
  }

  /** Returns the content of each folder that has changed since the last call; undefined if none has. */
  changed(): Partial<Record<Folder, object>> | undefined {
    const { disk } = this.keeper.getSnapshot().context.records;
    const now = {
      pulling: {
        ...contents(this.#others.pulling),
        ...Object.fromEntries(entries(disk.pulling.files).map(([n, f]) => [n, intentFileJson(f)])),
      },
      pulled: {
        ...contents(this.#others.pulled),
        ...Object.fromEntries(entries(disk.pulled.files).map(([n, f]) => [n, pulledFileJson(f)])),
      },
    };
    // A record in its usual form but without the line feed of the kubelet's own encoder is a changed file.
    const shown = {
      pulling: JSON.stringify([now.pulling, entries(disk.pulling.files).map(([, file]) => file.text?.endsWith('\n') ?? true)]),
      pulled: JSON.stringify([now.pulled, entries(disk.pulled.files).map(([, file]) => file.text?.endsWith('\n') ?? true)]),
    };
    const changes = {
      ...(shown.pulling === this.#shown.pulling ? {} : { pulling: now.pulling }),
      ...(shown.pulled === this.#shown.pulled ? {} : { pulled: now.pulled }),
    };
    this.#shown = shown;
    return Object.keys(changes).length === 0 ? undefined : changes;
  }

  /** Writes a file, `pulled/sha256-…`, or deletes it if the content is null. */
  write(path: string, content: string | null): void {
    const [folder = '', name = ''] = path.split('/');
    if (folder !== 'pulling' && folder !== 'pulled') throw new Error(`the kubelet has no folder ${folder}`);
    if (!name.startsWith('sha256-') || name.endsWith('.tmp')) {
      if (content === null) this.#others[folder].delete(name);
      else this.#others[folder].set(name, content);
    } else if (folder === 'pulling') {
      this.keeper.send({ type: 'INTENT_FILE.CHANGED', name, ...(content === null ? {} : { file: intentFileOf(content) }) });
    } else {
      this.keeper.send({ type: 'PULLED_FILE.CHANGED', name, ...(content === null ? {} : { file: pulledFileOf(content) }) });
    }
  }

  /**
   * Rewrites the files of an older kubelet in the version of this one, as a kubelet does when it starts. Mirrors `recordsVersionMigration`
   * (1.36).
   */
  migrate(): void {
    const { disk } = this.keeper.getSnapshot().context.records;
    for (const [, { record, text }] of entries(disk.pulling.files)) {
      if (record !== undefined && isOld(text))
        this.keeper.send({ type: 'INTENT_FILE.CHANGED', name: recordFileName(record.image), file: { record } });
    }
    for (const [, { record, text }] of entries(disk.pulled.files)) {
      if (record !== undefined && isOld(text))
        this.keeper.send({ type: 'PULLED_FILE.CHANGED', name: recordFileName(record.imageRef), file: { record } });
    }
  }
}

function isOld(text: string | undefined): boolean {
  return text !== undefined && parseRecordText(text)?.apiVersion === 'kubelet.config.k8s.io/v1alpha1';
}

function contents(files: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...files].map(([name, text]) => [name, pulledFileJson({ text })]));
}

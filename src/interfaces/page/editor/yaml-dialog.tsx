import '../style/editor.css';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { formatInputError, type InputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { RunInput } from '../machines/page-protocol.ts';
import { loadPart } from '../part.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import type { Editor, EditorProblem } from './editor-parts.ts';
import { kubeletSchema } from './kubelet-schema.ts';

interface YamlDialogProps {
  readonly client: RunClient;
  readonly run: RunContents;
  /** What the shown run was made of. */
  readonly input: RunInput;
  /** Runs the files as they were edited. */
  readonly onApply: (sources: readonly SourceText[]) => void;
  readonly onClose: () => void;
}

/** As many as are read. */
const problemsMax = 20;

/** The files of the run in an editor. What is wrong is said as the command line says it; applying runs a variant. */
export function YamlDialog({ client, run, input, onApply, onClose }: YamlDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [sources, setSources] = useState(input.sources);
  const [place, setPlace] = useState(0);
  const [errors, setErrors] = useState<readonly InputError[]>([]);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const latest = useRef(sources);
  latest.current = sources;
  const change = (text: string): void =>
    setSources(latest.current.map((source, index) => (index === place ? { ...source, text } : source)));
  const check = async (text: string): Promise<readonly EditorProblem[]> => {
    const checked = latest.current.map((source, index) => (index === place ? { ...source, text } : source));
    const found = await client.check(run.run, {
      kind: 'simulate',
      sources: checked,
      settings: input.settings,
    });
    setErrors(found);
    return found.flatMap(({ file, line, column = 1, ...error }) =>
      file === checked[place]?.name && line !== undefined
        ? [{ line, column, message: formatInputError({ file: '', ...error }).replace(/^: /, '') }]
        : [],
    );
  };
  const isEdited = sources.some(({ text }, index) => text !== input.sources[index]?.text);
  const show = useRef<Editor['show']>(() => undefined);
  return (
    <dialog class="yaml" ref={dialog} onClose={onClose} aria-labelledby={id}>
      <header class="yaml-head">
        <h2 id={id}>Edit the YAML</h2>
        {sources.length === 1 ? (
          <span>{visibleText(sources[0]?.name ?? '')}</span>
        ) : (
          <select
            aria-label="File"
            value={String(place)}
            onChange={(event) => setPlace(Number(event.currentTarget.value))}
          >
            {sources.map(({ name }, index) => (
              <option key={name} value={String(index)}>
                {visibleText(name)}
              </option>
            ))}
          </select>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button
          type="button"
          class="yaml-apply"
          disabled={!isEdited || errors.length > 0}
          onClick={() => {
            dialog.current?.close();
            onApply(sources);
          }}
        >
          Run it as a variant
        </button>
      </header>
      <EditorField
        key={place}
        source={sources[place]}
        release={String(run.inForce.profile ?? '') || undefined}
        onText={change}
        onCheck={check}
        onReady={(editor) => {
          show.current = editor.show;
        }}
      />
      <Problems
        errors={errors}
        sources={sources}
        onPlace={(file, line, column) => {
          const to = sources.findIndex(({ name }) => name === file);
          if (to === place) show.current(line, column);
          else if (to >= 0) setPlace(to);
        }}
      />
    </dialog>
  );
}

interface EditorFieldProps {
  readonly source: SourceText | undefined;
  readonly release: string | undefined;
  readonly onText: (text: string) => void;
  readonly onCheck: (text: string) => Promise<readonly EditorProblem[]>;
  readonly onReady: (editor: Editor) => void;
}

/** The editor in a root of its own, once it is loaded; the text alone if it cannot be. */
function EditorField({ source, release, onText, onCheck, onReady }: EditorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const schemas = useMemo(() => [kubeletSchema(release)], [release]);
  const hand = useRef({ onText, onCheck });
  hand.current = { onText, onCheck };
  const text = source?.text ?? '';
  const label = `YAML of ${visibleText(source?.name ?? '')}`;
  useEffect(() => {
    let editor: Editor | undefined;
    let isWanted = true;
    loadPart('editor').then(
      ({ openEditor }) => {
        const element = host.current;
        if (!isWanted || element === null) return;
        const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
        editor = openEditor({
          root,
          text,
          label,
          schemas,
          onCheck: (now) => hand.current.onCheck(now),
          onText: (now) => hand.current.onText(now),
        });
        editor.focus();
        onReady(editor);
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isWanted = false;
      editor?.close();
    };
  }, []);
  if (problem !== undefined)
    return (
      <>
        <p role="alert">{problem}: here is the text alone.</p>
        <textarea
          class="yaml-text"
          aria-label={label}
          spellcheck={false}
          defaultValue={text}
          onInput={(event) => {
            onText(event.currentTarget.value);
            void onCheck(event.currentTarget.value);
          }}
        />
      </>
    );
  return <div class="yaml-editor" ref={host} />;
}

interface ProblemsProps {
  readonly errors: readonly InputError[];
  readonly sources: readonly SourceText[];
  readonly onPlace: (file: string, line: number, column: number) => void;
}

/** What is wrong in all files; a press goes there. */
function Problems({ errors, onPlace }: ProblemsProps) {
  return (
    <div class="yaml-problems" role="status">
      {errors.length === 0 ? (
        <p>No errors. Ctrl Space shows what can be written.</p>
      ) : (
        <>
          <p>
            <b>{countText(errors.length, 'error')}</b>
          </p>
          <ul>
            {errors.slice(0, problemsMax).map((error) => (
              <li key={formatInputError(error)}>
                <button type="button" onClick={() => onPlace(error.file, error.line ?? 1, error.column ?? 1)}>
                  {visibleText(
                    [error.file, error.line, error.column].filter((part) => part !== undefined).join(':'),
                  )}
                </button>{' '}
                {visibleText(error.message)}
              </li>
            ))}
          </ul>
          {errors.length > problemsMax && <p>and {errors.length - problemsMax} more</p>}
        </>
      )}
    </div>
  );
}

import { useRef } from 'preact/hooks';
import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';
import { readFiles } from '../share/read-files.ts';

export interface OpenFilesProps {
  readonly label: string;
  /** Takes the files, with settings if a shared run has them. */
  readonly onInput: (sources: readonly SourceText[], settings?: RunRequest) => void;
  readonly onRefused: (errors: readonly string[]) => void;
}

/** A button with which a person chooses manifests, a KubeletConfiguration, a Scenario, one stored trace, or one shared run. */
export function OpenFiles({ label, onInput, onRefused }: OpenFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  const read = async (files: readonly File[]): Promise<void> => {
    const result = await readFiles(files);
    if (result.ok) onInput(result.sources, result.settings);
    else onRefused(result.errors);
  };
  return (
    <>
      <button type="button" onClick={() => field.current?.click()}>
        {label}
      </button>
      <input
        ref={field}
        class="visually-hidden"
        type="file"
        multiple
        accept=".yaml,.yml,.json,.ndjson,.jsonl,.toml,.conf"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) void read(files);
        }}
      />
    </>
  );
}

import { useRef } from 'preact/hooks';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { manifestName, type ReadableFile, readFiles } from '../share/read-files.ts';

interface OpenFilesProps {
  readonly label: string;
  /** Whether a whole folder is chosen, of which the files that look like manifests are taken. */
  readonly isFolder?: boolean;
  /** Takes the files, with settings if a shared run has them. */
  readonly onInput: (sources: readonly SourceText[], settings?: RunRequest) => void;
  readonly onRefused: (errors: readonly string[]) => void;
}

/**
 * A button with which a person chooses manifests, a KubeletConfiguration, a Scenario, one stored trace, or
 * one shared run.
 */
export function OpenFiles({ label, isFolder = false, onInput, onRefused }: OpenFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  const read = async (files: readonly File[]): Promise<void> => {
    const result = await readFiles(isFolder ? filesOfFolder(files) : files);
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
        {...(isFolder
          ? { webkitdirectory: true }
          : { accept: '.yaml,.yml,.json,.ndjson,.jsonl,.toml,.conf' })}
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

/** The files that look like manifests, by their path within the folder. */
function filesOfFolder(files: readonly File[]): readonly ReadableFile[] {
  const manifests = files.filter(({ name }) => manifestName.test(name));
  return manifests.map((file) => ({
    name: file.webkitRelativePath,
    size: file.size,
    arrayBuffer: () => file.arrayBuffer(),
  }));
}

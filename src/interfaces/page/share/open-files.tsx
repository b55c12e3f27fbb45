import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { manifestName, type ReadableFile, readFiles } from '../share/read-files.ts';

export interface OpenFilesProps {
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
export function OpenFiles({ label, ...props }: OpenFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => field.current?.click()}>
        {label}
      </button>
      <FilesField field={field} {...props} />
    </>
  );
}

type FilesFieldProps = Omit<OpenFilesProps, 'label'> & { readonly field: RefObject<HTMLInputElement | null> };

/** The field behind such a button: the browser's own dialog opens where it is clicked. */
export function FilesField({ field, isFolder = false, onInput, onRefused }: FilesFieldProps) {
  const read = async (files: readonly File[]): Promise<void> => {
    const result = await readFiles(isFolder ? filesOfFolder(files) : files);
    if (result.ok) onInput(result.sources, result.settings);
    else onRefused(result.errors);
  };
  return (
    <input
      ref={field}
      class="visually-hidden"
      type="file"
      multiple
      {...(isFolder ? { webkitdirectory: true } : { accept: '.yaml,.yml,.json,.ndjson,.jsonl,.toml,.conf' })}
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        event.currentTarget.value = '';
        if (files.length > 0) void read(files);
      }}
    />
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

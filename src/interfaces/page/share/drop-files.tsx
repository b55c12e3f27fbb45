import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { droppedFiles, pastedText } from './dropped-files.ts';
import { type ReadFiles, readFiles } from './read-files.ts';
import { readLinkFragment } from './run-link.ts';
import '../style/share.css';

interface DropFilesProps {
  /** Takes manifests that were dropped, chosen or pasted, with settings if a shared file or link has them. */
  readonly onInput: (sources: readonly SourceText[], settings?: RunRequest) => void;
  /** Takes what was wrong with the dropped files. */
  readonly onRefused: (errors: readonly string[]) => void;
  readonly children: ComponentChildren;
}

/**
 * Takes files and folders dropped anywhere on the page, and pasted YAML and links.
 */
export function DropFiles({ onInput, onRefused, children }: DropFilesProps) {
  const [isOver, setOver] = useState(false);
  const callbacks = useRef({ onInput, onRefused });
  callbacks.current = { onInput, onRefused };
  useEffect(() => listen(() => callbacks.current, setOver), []);
  return (
    <>
      {children}
      {isOver && (
        <div class="share-drop" role="status">
          <p>
            Drop them anywhere: manifests, a KubeletConfiguration, a Scenario, folders, a .windlass.json or a
            stored trace
          </p>
        </div>
      )}
    </>
  );
}

type Callbacks = Pick<DropFilesProps, 'onInput' | 'onRefused'>;

function listen(latest: () => Callbacks, setOver: (isOver: boolean) => void): () => void {
  let depth = 0;
  const over = (change: number): void => {
    depth = Math.max(0, depth + change);
    setOver(depth > 0);
  };
  const take = async (reading: Promise<ReadFiles>): Promise<void> => {
    const read = await reading;
    if (!read.ok) return latest().onRefused(read.errors);
    latest().onInput(read.sources, read.settings);
  };
  const openLink = async (fragment: string): Promise<void> => {
    const { onInput, onRefused } = latest();
    const read = await readLinkFragment(fragment);
    if (read === undefined) return;
    if (read.ok) onInput(read.run.sources, read.run.settings);
    else onRefused([read.message]);
  };
  const onDragEnter = (event: DragEvent): void => {
    if (hasFiles(event)) over(1);
  };
  const onDragLeave = (event: DragEvent): void => {
    if (hasFiles(event)) over(-1);
  };
  const onDragOver = (event: DragEvent): void => {
    // Otherwise the browser would open the file instead of the page.
    if (hasFiles(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent): void => {
    over(-depth);
    if (!hasFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    void take(
      droppedFiles(event.dataTransfer).then(readFiles, (error: unknown) => ({
        ok: false,
        errors: [`the files cannot be read: ${String(error)}`],
      })),
    );
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable]') !== null
    )
      return;
    const files = [...(event.clipboardData?.files ?? [])];
    const pasted = pastedText(event.clipboardData?.getData('text/plain') ?? '');
    // What a link says besides the input, the page's address restores.
    if (pasted?.kind === 'link' && pasted.fragment.includes('&')) location.hash = pasted.fragment;
    else if (pasted?.kind === 'link') void openLink(pasted.fragment);
    else if (pasted?.kind === 'manifests') void take(readFiles([textFile(pasted.source)]));
    else if (files.length > 0) void take(readFiles(files));
  };
  const listeners = {
    dragenter: onDragEnter,
    dragleave: onDragLeave,
    dragover: onDragOver,
    drop: onDrop,
    paste: onPaste,
  };
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener as EventListener);
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      document.removeEventListener(name, listener as EventListener);
  };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

function textFile({ name, text }: SourceText) {
  const bytes = new TextEncoder().encode(text);
  return { name, size: bytes.length, arrayBuffer: async () => bytes.buffer as ArrayBuffer };
}

import { useRef } from 'preact/hooks';
import type { ExampleSource } from '../boot.ts';
import { Menu } from '../shell/menu.tsx';
import { FilesField, type OpenFilesProps } from './open-files.tsx';

type OpenMenuProps = Pick<OpenFilesProps, 'onInput' | 'onRefused'> & {
  readonly examples: readonly ExampleSource[];
  readonly onExample: (example: ExampleSource) => void;
};

/** All that can be opened: files, a folder, and the examples that come with Windlass. */
export function OpenMenu({ examples, onExample, onInput, onRefused }: OpenMenuProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = { onInput, onRefused };
  return (
    <>
      {/* The fields outlive the menu, which is closed while a person chooses. */}
      <FilesField field={files} {...take} />
      <FilesField field={folder} isFolder {...take} />
      <Menu label="Open" name="open">
        {(close) => (
          <>
            <ul class="shell-menu-list">
              {(
                [
                  ['files', 'Files', 'manifests, a KubeletConfiguration, a Scenario, a stored trace', files],
                  ['folder', 'A folder', 'what looks like a manifest in it', folder],
                ] as const
              ).map(([item, title, words, field]) => (
                <li key={item}>
                  <button
                    type="button"
                    data-item={item}
                    onClick={() => {
                      close();
                      field.current?.click();
                    }}
                  >
                    <b>{title}</b>
                    <span>{words}</span>
                  </button>
                </li>
              ))}
            </ul>
            {examples.length > 0 && (
              <section aria-label="Examples">
                <h2 class="share-title">Examples</h2>
                <ul class="shell-menu-list">
                  {examples.map((example) => (
                    <li key={example.name}>
                      <button
                        type="button"
                        onClick={() => {
                          close();
                          onExample(example);
                        }}
                      >
                        <b>{example.name}</b>
                        <span>{example.title}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Menu>
    </>
  );
}

import type { ExampleSource } from '../boot.ts';
import { Menu } from './menu.tsx';

/** The examples that come with Windlass. */
export function ExamplesMenu({
  examples,
  onChosen,
}: {
  readonly examples: readonly ExampleSource[];
  readonly onChosen: (example: ExampleSource) => void;
}) {
  if (examples.length === 0) return null;
  return (
    <Menu label="Examples">
      {(close) => (
        <ul class="shell-menu-list">
          {examples.map((example) => (
            <li key={example.name}>
              <button
                type="button"
                onClick={() => {
                  close();
                  onChosen(example);
                }}
              >
                <b>{example.name}</b>
                <span>{example.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}

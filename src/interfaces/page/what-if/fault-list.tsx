import { type RunRequest, sparseRequest } from '../../../inputs/run-request.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { FaultAdder } from './fault-adder.tsx';
import type { NamesOfRun } from './names-of-run.ts';

interface FaultListProps {
  readonly settings: RunRequest;
  readonly loaded: RunRequest;
  readonly names: NamesOfRun;
  readonly problems: ReadonlyMap<string, string>;
  readonly onSettings: (settings: RunRequest) => void;
}

/** The faults that were added to those of the Scenario, and a form for more. */
export function FaultList({ settings, loaded, names, problems, onSettings }: FaultListProps) {
  const { faults = [] } = settings;
  const without = (index: number): readonly string[] => faults.filter((_, place) => place !== index);
  return (
    <details class="what-if-group" open>
      <summary>
        Faults
        {faults.length > 0 && <span class="what-if-count"> {faults.length}</span>}
      </summary>
      {faults.length === 0 && <p class="what-if-hint">None beside those of a Scenario.</p>}
      <ul class="what-if-faults">
        {faults.map((words, index) => (
          // Two faults may have the same words.
          <li
            key={`${index} ${words}`}
            class={loaded.faults?.includes(words) === true ? '' : 'what-if-changed'}
          >
            <code>{visibleText(words)}</code>
            <button
              type="button"
              aria-label={`Remove the fault ${visibleText(words)}`}
              onClick={() => onSettings(sparseRequest({ ...settings, faults: without(index) }))}
            >
              ✕
            </button>
            {problems.has(`fault ${index + 1}`) && (
              <p class="what-if-problem" role="alert">
                <span aria-hidden="true">✗</span> {visibleText(problems.get(`fault ${index + 1}`) ?? '')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <FaultAdder
        names={names}
        onFault={(words) => onSettings(sparseRequest({ ...settings, faults: [...faults, words] }))}
      />
    </details>
  );
}

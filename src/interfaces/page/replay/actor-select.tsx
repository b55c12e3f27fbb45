import type { ActorChoice, ActorChoices } from './actor-choices.ts';

interface ActorSelectProps {
  readonly choices: ActorChoices;
  readonly patterns: string;
  /** How many steps these patterns show. */
  readonly steps: number;
  readonly onPatterns: (patterns: string) => void;
}

/** Chooses the shown actors: a list of what the run has, and a text field for everything else. */
export function ActorSelect({ choices, patterns, steps, onPatterns }: ActorSelectProps) {
  const groups = [
    ['Parts', choices.parts],
    ['Pods', choices.pods],
    ['Machines', choices.machines],
  ] as const;
  const isListed = groups.some(([, options]) => options.some((option) => option.patterns === patterns));
  return (
    <div class="replay-filter">
      <label class="replay-label">
        Show
        <select
          class="replay-select"
          value={patterns}
          onChange={(event) => onPatterns(event.currentTarget.value)}
        >
          {isListed ? null : <option value={patterns}>what fits the filter</option>}
          {groups.map(([label, options]) => (
            <optgroup key={label} label={label}>
              {options.map((option) => (
                <Choice key={option.patterns} {...option} />
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label class="replay-label">
        Filter
        <input
          class="replay-text"
          type="search"
          spellcheck={false}
          placeholder="imagePull, default/web-*"
          title="Machines, pods, parts of names; * for any characters; a comma is or, a blank is and"
          value={patterns}
          onChange={(event) => onPatterns(event.currentTarget.value)}
        />
      </label>
      <span class="replay-count">{steps === 1 ? '1 step' : `${steps} steps`}</span>
    </div>
  );
}

function Choice({ label, patterns }: ActorChoice) {
  return <option value={patterns}>{label}</option>;
}

/** What of an actor is shown where there is no room for all of it. */
export type ActorPart = 'diagram' | 'events' | 'context';

const parts: readonly (readonly [ActorPart, string])[] = [
  ['diagram', 'Diagram'],
  ['events', 'Events'],
  ['context', 'Context'],
];

/** Buttons that choose the part; only a narrow panel has them. */
export function PartChoice({ part, onPart }: { readonly part: ActorPart; readonly onPart: (part: ActorPart) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in view
    <div class="statechart-choice" role="group" aria-label="Shown part">
      {parts.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={name === part} onClick={() => onPart(name)}>
          {title}
        </button>
      ))}
    </div>
  );
}

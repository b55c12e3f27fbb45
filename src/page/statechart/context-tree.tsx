import type { ContextField } from './actor-timeline.ts';
import { PlainTree } from './plain-tree.tsx';

/** An actor's context at one point; what the last step changed comes first, and is marked. */
export function ContextTree({ fields }: { readonly fields: readonly ContextField[] }) {
  const inOrder = [...fields.filter(({ isChanged }) => isChanged), ...fields.filter(({ isChanged }) => !isChanged)];
  return (
    <div class="statechart-context">
      <h3>Context</h3>
      {fields.length === 0 && <p class="statechart-hint">It keeps nothing.</p>}
      {inOrder.map(({ key, value, before, isChanged }) => (
        <PlainTree key={key} name={key} value={value} before={before} isChanged={isChanged} />
      ))}
    </div>
  );
}

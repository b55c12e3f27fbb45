import type { ChoiceAtStep } from '../../run/simulation/choices.ts';

/**
 * Returns the choices without those that the violation does not need: each is tried without, and kept only where
 * `isBroken` says no. Without a choice that was a step of its own, a restart, later ones come a step earlier.
 */
export function shrinkChoices(
  choices: readonly ChoiceAtStep[],
  isBroken: (choices: readonly ChoiceAtStep[]) => boolean,
): readonly ChoiceAtStep[] {
  let smallest = choices;
  for (let index = choices.length - 1; index >= 0; index--) {
    const fewer = withoutChoice(smallest, index).find(isBroken);
    if (fewer !== undefined) smallest = fewer;
  }
  // What was needed for a choice that is gone may be needed no more.
  return smallest.length < choices.length ? shrinkChoices(smallest, isBroken) : smallest;
}

function withoutChoice(
  choices: readonly ChoiceAtStep[],
  index: number,
): readonly (readonly ChoiceAtStep[])[] {
  const before = choices.slice(0, index);
  const after = choices.slice(index + 1);
  const earlier = after.map((choice) => ({ ...choice, step: choice.step - 1 }));
  const isOwnStep = choices[index]?.kind === 'restart';
  return isOwnStep
    ? [
        [...before, ...earlier],
        [...before, ...after],
      ]
    : [[...before, ...after]];
}

import { rememberingTexts } from '../../collections/remembering-texts.ts';
import { goQuote } from '../go/go-quote.ts';
import type { Profile } from '../profile.ts';
import { parseImageReference } from './image-reference.ts';
import type { ReferenceGrammar } from './reference-grammar.ts';

/**
 * Makes the rule that adds `:latest` to a name without tag and digest and leaves the rest of the spelling alone.
 * `noun` is how the release's error calls the name.
 *
 * Mirrors `applyDefaultImageTag` in pkg/kubelet/images/image_manager.go ("image reference") and
 * `ParseImageName` in pkg/util/parsers ("image name").
 */
export function defaultImageTag(grammar: ReferenceGrammar, noun: 'image reference' | 'image name'): Profile['applyDefaultImageTag'] {
  return rememberingTexts((image) => {
    const reference = parseImageReference(image, grammar);
    if ('error' in reference) {
      return { error: `couldn't parse ${noun} ${goQuote(image)}: ${reference.error}` };
    }
    const isNameOnly = reference.tag === undefined && reference.digest === undefined;
    return { image: isNameOnly ? `${image}:latest` : image };
  });
}

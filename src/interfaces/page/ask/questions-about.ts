import { visibleText } from '../../../reports/text/visible-text.ts';
import { parseImageReference } from '../../../rules/kubelet/images/image-reference.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import type { QuestionDraft } from './ask-draft.ts';

/** A question with all that it needs, so that one press asks it. */
export interface ReadyQuestion {
  readonly text: string;
  readonly draft: QuestionDraft;
}

/** How long the outage lasts that is tried on a registry, and when it begins. */
const outage = 'from=0s..60s for=60s';

/**
 * Returns the questions about a row of the run that need nothing more than the row, those that are asked first
 * in front; none about a row that does not exist.
 */
export function questionsAbout(
  { view, canChange }: RunContents,
  row: number | undefined,
): readonly ReadyQuestion[] {
  const data = row === undefined ? undefined : view.rows[row];
  if (data === undefined) return [];
  const { pod, container, image, failures } = data;
  const name = parseImageReference(image);
  const why: ReadyQuestion[] =
    pod === undefined
      ? []
      : [
          {
            text: 'Why not sooner?',
            draft: { kind: 'container', pod: `${pod.namespace}/${pod.name}/${container}` },
          },
        ];
  if (!canChange) return why;
  const recommend: ReadyQuestion = { text: 'Which setting would do?', draft: { kind: 'recommend' } };
  if ('error' in name) return [...why, recommend];
  return [
    ...why,
    {
      text: 'What if its image were there?',
      draft: { kind: 'compare', variants: [[], [{ field: 'present-images', value: image }]] },
    },
    ...(failures.length > 0
      ? [{ text: 'When would it run after a fix?', draft: { kind: 'fix', broken: image } } as const]
      : []),
    {
      text: `What if ${visibleText(name.domain)} went down?`,
      draft: { kind: 'worst', faults: `registryDown registry=${name.domain} ${outage}` },
    },
    recommend,
  ];
}

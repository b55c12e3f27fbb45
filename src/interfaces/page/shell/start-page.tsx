import type { ComponentChildren } from 'preact';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { ExampleSource } from '../boot.ts';

/**
 * A question about a person's own files, and the settings whose run answers it. They can be changed
 * afterwards in the what-if panel.
 */
interface StartQuestion {
  readonly question: string;
  readonly settings: RunRequest;
}

/** The questions of the start page; the first is chosen at first. */
export const startQuestions: readonly [StartQuestion, ...StartQuestion[]] = [
  { question: 'Why do my pods start late?', settings: {} },
  { question: 'How long does it take on nodes without any image?', settings: { cold: true } },
  {
    question: 'Are parallel pulls faster?',
    settings: { set: ['serializeImagePulls=false', 'maxParallelImagePulls=5'] },
  },
  {
    question: 'What if Docker Hub does not answer for 5 minutes?',
    settings: { faults: ['registryDown registry=docker.io until=5m'] },
  },
  { question: 'What if the network of the nodes is slow?', settings: { link: '50Mbit/s' } },
];

interface StartPageProps {
  readonly examples: readonly ExampleSource[];
  readonly open: ComponentChildren;
  /** The question that files are opened with. */
  readonly question: StartQuestion;
  readonly onQuestion: (question: StartQuestion) => void;
  readonly onExample: (example: ExampleSource) => void;
}

/** Shown while nothing is open: a question and files to drop, or an example with its story. */
export function StartPage({ examples, open, question, onQuestion, onExample }: StartPageProps) {
  return (
    <section class="shell-empty">
      <div class="shell-empty-drop">
        <h2>Why does that pod wait?</h2>
        <p>
          Drop manifests, a folder, a KubeletConfiguration or a Scenario anywhere on this page, and see every
          image pull of every pod, second by second. Nothing leaves this machine.
        </p>
        <fieldset class="shell-empty-questions">
          <legend>What do you want to know?</legend>
          {startQuestions.map((each) => (
            <label key={each.question}>
              <input
                type="radio"
                name="start-question"
                checked={each === question}
                onChange={() => onQuestion(each)}
              />
              {each.question}
            </label>
          ))}
        </fieldset>
        <p class="shell-empty-ways">{open}</p>
      </div>
      {examples.length > 0 && (
        <>
          <h3>Or begin with an example</h3>
          <ul class="shell-empty-examples">
            {examples.map((example) => (
              <li key={example.name}>
                <ExampleStory example={example} onExample={onExample} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** One example: its question, and once that is opened what happens there and why. One is open at a time. */
function ExampleStory({
  example,
  onExample,
}: { readonly example: ExampleSource } & Pick<StartPageProps, 'onExample'>) {
  const { name, title, question, story } = example;
  return (
    <details name="start-example">
      <summary>
        <b>{question ?? title}</b>
        <span>{name}</span>
      </summary>
      {question !== undefined && question !== title && <h4>{title}</h4>}
      {story.map((paragraph, place) => (
        <p key={place}>{paragraph}</p>
      ))}
      <button type="button" aria-label={`Show the run of ${name}`} onClick={() => onExample(example)}>
        Show the run
      </button>
    </details>
  );
}

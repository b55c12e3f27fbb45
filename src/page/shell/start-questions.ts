import type { RunRequest } from '../../input/run-request.ts';

/** A question about a person's own files, and the settings whose run answers it. They can be changed afterwards in the what-if panel. */
export interface StartQuestion {
  readonly question: string;
  readonly settings: RunRequest;
}

/** The questions of the start page; the first is chosen at first. */
export const startQuestions: readonly [StartQuestion, ...StartQuestion[]] = [
  { question: 'Why do my pods start late?', settings: {} },
  { question: 'How long does it take on nodes without any image?', settings: { cold: true } },
  { question: 'Are parallel pulls faster?', settings: { set: ['serializeImagePulls=false', 'maxParallelImagePulls=5'] } },
  { question: 'What if Docker Hub does not answer for 5 minutes?', settings: { faults: ['registryDown registry=docker.io until=5m'] } },
  { question: 'What if the network of the nodes is slow?', settings: { link: '50Mbit/s' } },
];

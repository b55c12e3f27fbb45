import { commandLineOf, type RunRequest } from '../../input/run-request.ts';
import { variantLetters } from '../variants/named-variants.ts';
import type { WorstChoice } from '../worst/worst-choice.ts';

/** A question about an input, with what it needs as text, as the options of the command with this name take it. */
export type Question =
  | { readonly command: 'compare'; readonly variants: readonly string[]; readonly seeds: number }
  | {
      readonly command: 'sweep';
      readonly vary: readonly string[];
      readonly figures: readonly string[];
      readonly sample?: number;
      readonly seeds: number;
    }
  | { readonly command: 'recommend'; readonly targets: readonly string[]; readonly vary: readonly string[]; readonly seeds: number }
  | { readonly command: 'explain'; readonly pod?: string; readonly about: 'container' | 'fleet' }
  | { readonly command: 'explain'; readonly about: 'fix'; readonly fixedAt: string; readonly broken: readonly string[] }
  | { readonly command: 'lint' }
  | ({ readonly command: 'worst' } & WorstChoice)
  | { readonly command: 'upgrade'; readonly from: string; readonly to: string; readonly seeds: number };

/** Returns the command that gives the same answer, for a POSIX shell: `windlass compare web.yaml --b maxParallelImagePulls=5 --seeds 5`. */
export function questionCommandLine(inputs: readonly string[], request: RunRequest, question: Question): string {
  return commandLineOf(question.command, inputs, questionRequest(request, question), optionsOf(question));
}

/** Returns the settings with which the question is asked: an upgrade names its releases itself. */
export function questionRequest(request: RunRequest, { command }: Question): RunRequest {
  const { kubeletVersion: _, ...others } = request;
  return command === 'upgrade' ? others : request;
}

function optionsOf(question: Question): readonly (readonly [flag: string, value?: string])[] {
  const each = (flag: string, values: readonly string[]) => values.map((value) => [flag, value] as const);
  switch (question.command) {
    case 'compare':
      return [...variantOptions(question.variants), seedsOf(question)];
    case 'sweep':
      return [
        ...each('--vary', question.vary),
        ...(question.sample === undefined ? [] : [['--sample', String(question.sample)] as const]),
        ...each('--figure', question.figures),
        seedsOf(question),
      ];
    case 'recommend':
      return [...each('--target', question.targets), ...each('--vary', question.vary), seedsOf(question)];
    case 'explain':
      if (question.about === 'fleet') return [['--fleet']];
      if (question.about === 'fix') return [['--fixed-at', question.fixedAt], ...each('--broken', question.broken)];
      return question.pod === undefined ? [] : [['--pod', question.pod]];
    case 'lint':
      return [];
    case 'worst':
      return [
        ['--figure', question.figure],
        ['--budget', String(question.budget)],
        ...each('--faults', question.faults),
        ...(question.mostFaults === undefined ? [] : [['--most-faults', String(question.mostFaults)] as const]),
        seedsOf(question),
      ];
    case 'upgrade':
      return [['--from', question.from], ['--to', question.to], seedsOf(question)];
  }
}

/** One changed variant is compared with the input as it is, which needs no option. */
function variantOptions(variants: readonly string[]): readonly (readonly [string, string])[] {
  const all = variants.map((text, index) => [`--${variantLetters[index]}`, text] as const);
  return variants.length === 2 && variants[0] === '' ? all.slice(1) : all;
}

function seedsOf({ seeds }: { readonly seeds: number }): readonly [string, string] {
  return ['--seeds', String(seeds)];
}

import { commandLineOf, type RunRequest } from '../../../inputs/run-request.ts';
import { type VariantOptions, variantLetters } from '../variants/named-variants.ts';
import { redactedChange, redactedChanges } from '../variants/read-changes.ts';
import type { WorstChoice } from '../worst/worst-choice.ts';

/**
 * A question about an input, with what it needs as text, as the options of the command with this name take
 * it.
 */
export type Question =
  | {
      readonly command: 'compare';
      readonly variants: VariantOptions;
      readonly seeds: number;
      readonly failIf?: readonly string[];
    }
  | {
      readonly command: 'sweep';
      readonly vary: readonly string[];
      /** Empty: those that people ask for first. */
      readonly figures: readonly string[];
      readonly sample?: number | undefined;
      readonly seeds: number;
    }
  | {
      readonly command: 'recommend';
      readonly targets: readonly string[];
      readonly vary: readonly string[];
      readonly seeds: number;
    }
  | {
      readonly command: 'explain';
      readonly about: 'container';
      readonly pod?: string | undefined;
      readonly pathOnly?: boolean;
    }
  | { readonly command: 'explain'; readonly about: 'fleet' }
  | {
      readonly command: 'explain';
      readonly about: 'fix';
      readonly fixedAt: string;
      readonly broken: readonly string[];
    }
  | { readonly command: 'lint'; readonly only?: readonly string[]; readonly ignore?: readonly string[] }
  | ({ readonly command: 'worst' } & WorstChoice)
  | {
      readonly command: 'upgrade';
      readonly from: string;
      readonly to: string;
      readonly seeds: number;
      readonly failIf?: readonly string[];
    };

/** The question with this command. */
export type QuestionOf<Command extends Question['command']> = Extract<Question, { command: Command }>;

/**
 * Returns the command that gives the same answer, for a POSIX shell:
 * `windlass compare web.yaml --b maxParallelImagePulls=5 --seeds 5`.
 */
export function questionCommandLine(
  inputs: readonly string[],
  request: RunRequest,
  question: Question,
): string {
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
      return [
        ...variantLetters.flatMap((letter) =>
          each(`--${letter}`, lone(question.variants[letter]).map(redactedChanges)),
        ),
        seedsOf(question),
      ];
    case 'sweep':
      return [
        ...each('--vary', question.vary.map(redactedChange)),
        ...each('--sample', lone(question.sample)),
        ...each('--figure', question.figures),
        seedsOf(question),
      ];
    case 'recommend':
      return [
        ...each('--target', question.targets),
        ...each('--vary', question.vary.map(redactedChange)),
        seedsOf(question),
      ];
    case 'explain':
      if (question.about === 'fleet') return [['--fleet']];
      if (question.about === 'fix')
        return [['--fixed-at', question.fixedAt], ...each('--broken', question.broken)];
      return each('--pod', lone(question.pod));
    case 'lint':
      return [];
    case 'worst':
      return [
        ['--figure', question.figure],
        ['--budget', String(question.budget)],
        ...each('--faults', question.faults),
        ...each('--most-faults', lone(question.mostFaults)),
        seedsOf(question),
      ];
    case 'upgrade':
      return [['--from', question.from], ['--to', question.to], seedsOf(question)];
  }
}

function lone(value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [String(value)];
}

function seedsOf({ seeds }: { readonly seeds: number }): readonly [string, string] {
  return ['--seeds', String(seeds)];
}

import { type Answer, columnsLike } from '../../../reports/answer/answer.ts';
import { lintCountText, placeText } from '../../lint/formats/lint-text.ts';
import type { LintFinding } from '../../lint/lint.ts';

/** Returns the findings as a page. */
export function lintAnswer(findings: readonly LintFinding[]): Answer {
  return {
    title: 'What will harm',
    conditions: [
      'Found in the files alone. Errors keep pods from running, warnings make them late, notes have less effect than it seems.',
    ],
    sentences: [lintCountText(findings)],
    charts: () => [],
    tables: [
      {
        caption: 'Findings',
        columns: columnsLike({
          place: 'name',
          level: 'text',
          what: 'long',
          why: 'long',
          fix: 'long',
          rule: 'text',
        }),
        rows: findings.map((finding) => [
          placeText(finding),
          finding.level,
          finding.message,
          finding.reason,
          `${finding.fix}.`,
          finding.rule,
        ]),
      },
    ],
  };
}

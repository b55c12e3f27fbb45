import type { AnswerContent } from '../../../reports/html/answer-page.ts';
import { columnsLike, pageTable } from '../../../reports/html/page-table.ts';
import { lintCountText, placeText } from '../../lint/formats/lint-text.ts';
import type { LintFinding } from '../../lint/lint.ts';

/** Returns the findings as a page. */
export function lintPage(findings: readonly LintFinding[]): AnswerContent {
  return {
    title: 'What will harm',
    conditions: [
      'Found in the files alone. Errors keep pods from running, warnings make them late, notes have less effect than it seems.',
    ],
    sentences: [lintCountText(findings)],
    charts: [],
    tables:
      findings.length === 0
        ? []
        : [
            pageTable(
              'Findings',
              columnsLike({
                place: 'name',
                level: 'text',
                what: 'long',
                why: 'long',
                fix: 'long',
                rule: 'text',
              }),
              findings.map((finding) => [
                placeText(finding),
                finding.level,
                finding.message,
                finding.reason,
                `${finding.fix}.`,
                finding.rule,
              ]),
            ),
          ],
  };
}

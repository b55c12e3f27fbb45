// The table of README.md: what the simulator was held against, and how much of it agrees. Counted, not typed.
import { markdownTable } from './markdown-table.mjs';
import { metOf } from './validation/published-document.mjs';

/** @returns {string} Markdown */
export function proofSection({ agreements, validation, published: { cases, questions } }) {
  const recorded = agreements.filter(({ how }) => how === 'recorded');
  const total = (of) => recorded.reduce((sum, { sum: one }) => sum + of(one), 0);
  const number = (value) => value.toLocaleString('en-US');
  const agreeing = `${number(total(({ scriptsAgreeing }) => scriptsAgreeing))} of ${number(total(({ scripts }) => scripts))} scripts agree`;
  const entries = number(total(({ entriesAgreeing }) => entriesAgreeing));
  const steps = `${validation.steps.filter(({ agrees }) => agrees).length} of ${validation.steps.length}`;
  const rows = [
    [
      "the kubelet's and kubeadm's own code, releases 1.27 to 1.38",
      'every call, event, result and metric',
      `${agreeing} (${entries} entries)`,
    ],
    [
      `${validation.runs} recorded pulls of containerd 1.6.20, 1.7.35, 2.1.9 and 2.4.2`,
      'requests, error texts, order, times',
      `${validation.agree} of ${validation.rows.length} cases agree; ${steps} steps of a pull`,
    ],
    ['figures that others published', 'within 25 %, where the conditions are known', metOf(cases, 'told')],
    [
      'the same publications',
      'which of two ways is faster',
      `${questions.filter(({ isRight }) => isRight).length} of ${questions.length}`,
    ],
  ];
  return `\n${markdownTable(['held against', 'what is compared', 'result'], rows)}\n\n`;
}

import { jsonText } from '../../json/json-text.ts';
import { sweepPage } from '../pages/sweep-page.ts';
import { seedsFrom } from '../runs/runner.ts';
import { type RefusedPoint, runByRun, type SweepRow, sweepRuns } from '../sweep/sweep.ts';
import { sweepFigures, sweepPoints } from '../sweep/sweep-choice.ts';
import { sweepDocument } from '../sweep/sweep-document.ts';
import { sweepResult } from '../sweep/sweep-result.ts';
import { sweepText } from '../sweep/sweep-text.ts';
import { axesOf } from '../variants/named-variants.ts';
import { allRefusedText, pointInputs } from '../variants/point-input.ts';
import { type Answer, type Asked, answerText, countRuns, inputOfQuestion, runnerOf } from './asked-question.ts';
import type { Question } from './question.ts';
import { QuestionError } from './question-error.ts';

/** Answers `windlass sweep`. */
export async function answerSweep(asked: Asked, question: Extract<Question, { command: 'sweep' }>): Promise<Answer> {
  const { sources, request, pauses } = asked;
  const figures = sweepFigures(question.figures.length === 0 ? undefined : question.figures);
  const axes = axesOf(question.vary);
  const from = request.seed ?? inputOfQuestion(sources, request).seed;
  const seeds = seedsFrom(from, question.seeds);
  const points = sweepPoints(axes, question.sample, from);
  const runs = points.length * seeds.length;
  const count = countRuns(asked, runs);
  const rows: (SweepRow | RefusedPoint)[] = [];
  let done = 0;
  for await (const row of sweepRuns({ points, seeds, inputOf: pointInputs(sources, request) }, runByRun(runnerOf(pauses)))) {
    rows.push(row);
    done += 'refused' in row ? seeds.length : 1;
    count(done);
  }
  if (rows.length === 0) throw new QuestionError('interrupted before the first run was over');
  const result = sweepResult(axes, seeds, points, rows);
  const reasons = result.points.map((point) => point.refused);
  const refused = allRefusedText('point', reasons, points.length);
  if (refused !== undefined) throw new QuestionError(refused);
  const isWhole = done >= runs;
  return {
    content: sweepPage(result, figures),
    text: sweepText(result, figures, answerText),
    json: jsonText('Sweep', sweepDocument(result, !isWhole)),
    interrupted: isWhole ? undefined : `${done} of ${runs} runs`,
  };
}

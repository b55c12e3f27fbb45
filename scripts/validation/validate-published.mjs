// Holds the simulator against figures that others have published: `npm run validate:published`. Prints
// docs/published.md; exit code 1 where a figure is off without a reason, or a question is answered otherwise.
import { judged, publishedDocument } from './published-document.mjs';

const all = judged();
console.log(publishedDocument(all));
process.exitCode =
  all.cases.every(({ verdict }) => verdict !== 'MISS') && all.questions.every(({ isRight }) => isRight)
    ? 0
    : 1;

/**
 * From the surest to the least sure: told by the user; from recorded runs; from a document; guessed; drawn by
 * what a name says.
 */
export const figureMarks = ['given', 'measured', 'published', 'assumed', 'drawn'] as const;

export type FigureMark = (typeof figureMarks)[number];

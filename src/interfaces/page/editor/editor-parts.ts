import type { JsonSchema } from './schema-options.ts';

/** A place in the text that is wrong, or odd; lines and columns count from 1. */
export interface EditorProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface EditorOptions {
  /** Where it is put: a root of its own, whose styles need no element in the page. */
  readonly root: ShadowRoot;
  readonly text: string;
  /** Its name for people who do not see it. */
  readonly label: string;
  /** What can be written besides what the schemas of this program say. */
  readonly schemas: readonly JsonSchema[];
  /** Returns what is wrong with a text. It is asked after a pause in typing. */
  readonly onCheck: (text: string) => Promise<readonly EditorProblem[]>;
  readonly onText: (text: string) => void;
}

export interface Editor {
  readonly focus: () => void;
  /** Puts the cursor there, in sight. */
  readonly show: (line: number, column: number) => void;
  readonly close: () => void;
}

/** What the part of the page that is loaded with the editor gives to it. */
export interface EditorParts {
  readonly openEditor: (options: EditorOptions) => Editor;
}

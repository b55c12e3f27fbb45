import scenarioSchema from 'virtual:scenario-schema';
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Editor, EditorOptions, EditorProblem } from './editor-parts.ts';
import { type JsonSchema, schemaOptions } from './schema-options.ts';
import { yamlPlace } from './yaml-place.ts';

/** How long typing rests before the text is checked. */
const restMs = 400;

/** The colours are those of the page, in both of its themes. */
const colours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--accent)' },
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--dim)', fontStyle: 'italic' },
  { tag: [tags.separator, tags.punctuation, tags.meta, tags.keyword], color: 'var(--dim)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--background)', fontSize: '13px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel)',
    color: 'var(--dim)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent', outline: '1px solid var(--line)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--lit)',
  },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--line)',
    maxWidth: 'min(70ch, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--ink)',
    backgroundColor: 'var(--lit)',
  },
  '.cm-completionDetail': { color: 'var(--dim)', fontStyle: 'normal', marginLeft: '1em' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', fontFamily: 'var(--mono)' },
});

/** Opens an editor for YAML that completes from schemas and shows what the page says is wrong. */
export function openEditor({ root, text, label, schemas, onCheck, onText }: EditorOptions): Editor {
  const known: readonly JsonSchema[] = [scenarioSchema, ...schemas];
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        yaml(),
        syntaxHighlighting(colours),
        autocompletion({ override: [(context) => completion(context, known)], icons: false }),
        linter(async ({ state }) => diagnostics(await onCheck(state.doc.toString()), state.doc), {
          delay: restMs,
        }),
        // Tab leaves the editor, as it leaves every field.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onText(state.doc.toString());
        }),
        look,
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    show: (line, column) => {
      const at = offsetOf(view.state.doc, { line, column });
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

function completion(
  { state, pos, explicit }: CompletionContext,
  schemas: readonly JsonSchema[],
): CompletionResult | null {
  const place = yamlPlace(state.doc.toString(), pos);
  if (place === undefined || (!explicit && place.written === '' && place.key === undefined)) return null;
  const options = schemaOptions(schemas, place);
  if (options.length === 0) return null;
  return {
    from: pos - place.written.length,
    options: options.map(({ label, kind, description }) => ({
      label,
      type: kind === 'key' ? 'property' : 'constant',
      ...(description === undefined ? {} : { detail: description }),
      ...(kind === 'key' ? { apply: `${label}: ` } : {}),
    })),
    validFor: /^[\w./:-]*$/,
  };
}

function diagnostics(problems: readonly EditorProblem[], doc: Text): readonly Diagnostic[] {
  return problems.map((problem) => {
    const from = offsetOf(doc, problem);
    const rest = doc.sliceString(from, doc.lineAt(from).to);
    const word = /^[^\s:,{}[\]]+/.exec(rest)?.[0] ?? '';
    return { from, to: from + word.length, severity: 'error', message: problem.message };
  });
}

function offsetOf(doc: Text, { line, column }: Pick<EditorProblem, 'line' | 'column'>): number {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(at.from + Math.max(column, 1) - 1, at.to);
}

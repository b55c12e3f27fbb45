import type { Terminal } from './terminal.ts';

/** The option for commands that print more than their warnings and errors. */
export const quietOption = ['-q, --quiet', 'print only warnings and errors on stderr'] as const;

/** Returns where a command prints what is neither a warning nor an error: nowhere with `-q`. */
export function forNotes(terminal: Terminal, { quiet }: { readonly quiet?: true }): Terminal {
  return quiet === true ? { ...terminal, stderr: { write: () => {} } } : terminal;
}

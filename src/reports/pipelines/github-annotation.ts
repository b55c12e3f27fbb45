/** A line that a GitHub workflow shows as an annotation of a run, or of a place in a file. */
export interface GithubAnnotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  /** Counted from 1; absent: it is about the whole. */
  readonly place?: { readonly file: string; readonly line: number; readonly column?: number | undefined };
}

/** Returns it as a workflow command, on a line. Nothing in its texts can be another command. */
export function githubAnnotation({ level, title, message, place }: GithubAnnotation): string {
  const properties = Object.entries({ file: place?.file, line: place?.line, col: place?.column, title })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${escapedProperty(String(value))}`]))
    .join(',');
  return `::${level} ${properties}::${escapedData(message)}\n`;
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

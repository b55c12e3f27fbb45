import type { LintFinding } from '../lint.ts';

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Returns the findings as GitHub's workflow commands, a line each, which a pull request shows beside the line of the file. */
export function lintGithub(findings: readonly LintFinding[]): string {
  return findings
    .map(({ rule, level, file, line, column, message, fix }) => {
      const place = { file: line === undefined ? undefined : file, line, col: column, title: `windlass ${rule}` };
      const properties = Object.entries(place).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${escapedData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
      );
      return `::${commands[level]} ${properties.join(',')}::${escapedData(`${message}. Fix: ${fix}.`)}\n`;
    })
    .join('');
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

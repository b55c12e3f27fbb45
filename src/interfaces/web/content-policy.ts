import { createHash } from 'node:crypto';

/** What a page may load besides its own scripts and styles. */
export interface ContentNeeds {
  /** The origins of frames: `'self'`, `https://stately.ai`. Absent means none. */
  readonly frames?: readonly string[];
}

/**
 * Returns the Content-Security-Policy of a page that loads scripts and styles from its own origin, and
 * nothing else.
 */
export function servedPolicy({ frames }: ContentNeeds = {}): string {
  return `${staticPolicy(frames)}; frame-ancestors 'none'`;
}

/**
 * Returns the same for a host that sends no headers: it stands in the page itself, where browsers refuse
 * `frame-ancestors`.
 */
export function staticPolicy(frames?: readonly string[]): string {
  return policyOf({ scripts: "'self'", styles: "'self'", workers: "'self'" }, frames);
}

/**
 * Returns the policy of a page that is one file: exactly these scripts and styles, and a worker made of a
 * part of the page.
 */
export function singleFilePolicy(
  scripts: readonly string[],
  styles: readonly string[],
  frames?: readonly string[],
): string {
  const hashes = (texts: readonly string[]) =>
    texts.length === 0 ? "'none'" : texts.map((text) => `'${hashOf(text)}'`).join(' ');
  return policyOf({ scripts: hashes(scripts), styles: hashes(styles), workers: 'blob:' }, frames);
}

interface Sources {
  readonly scripts: string;
  readonly styles: string;
  readonly workers: string;
}

function policyOf({ scripts, styles, workers }: Sources, frames: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    `worker-src ${workers}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '../cli/version.ts';

/** What a program is, so that only equal ones share work: a run of another build may have other figures. */
export interface Build {
  readonly version: string;
  /** A digest of the program's own files: two commits of one version differ in it. */
  readonly digest: string;
}

const digestLength = 12;

/** Returns the build of this program. In the package all its code is in the folder of this module. */
export function ownBuild(): Build {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(fileURLToPath(folder)).filter((name) => /\.[jt]s$/.test(name));
  const hash = createHash('sha256');
  for (const name of files.sort()) hash.update(`${name}\n`).update(readFileSync(new URL(name, folder)));
  return { version, digest: hash.digest('hex').slice(0, digestLength) };
}

/** Returns `windlass 0.1.0 (build 1f0c53a09b2e)`. */
export function buildText({ version: number, digest }: Build): string {
  return `windlass ${number} (build ${digest})`;
}

export function isSameBuild(one: Build, other: Build): boolean {
  return one.version === other.version && one.digest === other.digest;
}

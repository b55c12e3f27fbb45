import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Random cases with what the real code answers, as scripts/oracle has recorded them: one in each line. */
export function recordedCases<Case>(file: URL): readonly Case[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line): Case => JSON.parse(line));
}

import { readdirSync, readFileSync } from 'node:fs';
import type { CredentialsScript } from '../../../src/proof/conformance/credentials/script-schema.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import type { OutcomesOfOrders } from '../../../src/proof/orders/outcomes-of-orders.ts';

/** A script that the real code of some releases ran in many orders, and what came out. */
export interface RecordedOrders {
  readonly name: string;
  readonly script: Script | CredentialsScript;
  readonly recorded: readonly (OutcomesOfOrders & { readonly version: string })[];
}

const folder = new URL('recorded/', import.meta.url);

/** All of them, by name. */
export const recordedOrders: readonly RecordedOrders[] = readdirSync(folder)
  .sort()
  .map((file) => {
    const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
    const [script, ...recorded] = lines.map((line) => JSON.parse(line));
    return { name: file.replace(/\.ndjson$/, ''), script, recorded };
  });

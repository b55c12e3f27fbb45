import type { LintRule } from './lint-rule.ts';
import { credentialRules } from './rules/credential-rules.ts';
import { imageGcRules } from './rules/image-gc-rules.ts';
import { manifestRules } from './rules/manifest-rules.ts';
import { mirrorRules } from './rules/mirror-rules.ts';
import { nameRules } from './rules/name-rules.ts';
import { pullRules } from './rules/pull-rules.ts';
import { registryRules } from './rules/registry-rules.ts';
import { runtimeBugRules } from './rules/runtime-bug-rules.ts';

/** All rules, in the order in which they are listed. */
export const lintRules: readonly LintRule[] = [
  ...pullRules,
  ...nameRules,
  ...manifestRules,
  ...registryRules,
  ...runtimeBugRules,
  ...mirrorRules,
  ...credentialRules,
  ...imageGcRules,
];

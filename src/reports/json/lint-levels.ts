/** How much a finding of `windlass lint` weighs, the gravest first. */
export const lintLevels = ['error', 'warning', 'note'] as const;

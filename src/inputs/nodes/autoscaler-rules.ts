/** The rules by which an autoscaler sees pods without a node. */
export const autoscalerRules = ['cluster-autoscaler', 'karpenter'] as const;

export type AutoscalerRule = (typeof autoscalerRules)[number];

import { z } from 'zod';

/** An image as a recorded cluster pulled it. */
const imageShape = z.object({
  name: z.string(),
  /** The compressed bytes of all layers, where only those are known. */
  size: z.number().optional(),
  /** Compressed bytes, unpacked bytes, and how many such layers there are. */
  layers: z.array(z.tuple([z.number(), z.number(), z.number()])).optional(),
});

/** One pull: on which node, when and of which image it began, and how long it took. */
const pullShape = z.object({ node: z.number(), at: z.number(), image: z.number(), seconds: z.number() });

/** What a real cluster did: test/clusters, one file a run. Times in s. */
export const clusterRunShape = z.object({
  words: z.string(),
  source: z.string(),
  /** Its nodes, which are alike, as a Scenario has them. */
  node: z.record(z.string(), z.unknown()),
  images: z.array(imageShape),
  pulls: z.array(pullShape),
});

export type ClusterRun = z.infer<typeof clusterRunShape>;

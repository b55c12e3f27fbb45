import { z } from 'zod';
import { count, text } from '../trace/schema-fields.ts';
import { calibration } from './calibration.ts';

/** What was found in the objects of a cluster. */
export const importReport = z
  .strictObject({
    start: z.string().nullable().meta({ description: "when the run begins in the cluster's own time (RFC 3339); null: no pods" }),
    nodes: count('nodes'),
    pods: count('pods'),
    arrivalsMicros: z.number().min(0).meta({ description: 'from the first pod to the last, in µs' }),
    images: count('images with a size'),
    pulls: z.strictObject({ seen: count('pulls in the events'), used: count('of these, pulls behind the figures') }),
    failingImages: z.array(z.string()).meta({ description: 'images whose pulls fail' }),
    figures: calibration.pick({ link: true, unpack: true, combined: true, registries: true, anyRegistry: true }),
    kubeletFields: z.array(z.string()).meta({ description: 'fields of KubeletConfiguration that were found' }),
    leftOut: z.array(text('what was left out')).meta({ description: 'sentences' }),
    unknown: z.array(text('what is not known, and assumed in a run')).meta({ description: 'sentences' }),
  })
  .meta({ description: 'the data of a cluster: `windlass import -o json`' });

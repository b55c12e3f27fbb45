import { z } from 'zod';
import { parseGoDuration } from '../../rules/kubelet/go/go-duration.ts';
import { lazy } from '../../rules/values/memoize.ts';

const text = z.string().nullish();
const texts = z.array(z.string()).nullish();

/** The fields of a CredentialProviderConfig by which pulls go; arguments and environment are not read. */
export const credentialConfigShape = lazy(() =>
  z.looseObject({
    providers: z
      .array(
        z.looseObject({
          name: text,
          apiVersion: text,
          matchImages: texts,
          defaultCacheDuration: z
            .string()
            .refine((written) => parseGoDuration(written) !== undefined, { error: 'a duration such as 12h' })
            .nullish(),
          tokenAttributes: z
            .looseObject({
              serviceAccountTokenAudience: text,
              requireServiceAccount: z.boolean().nullish(),
              cacheType: text,
              requiredServiceAccountAnnotationKeys: texts,
              optionalServiceAccountAnnotationKeys: texts,
            })
            .nullish(),
        }),
      )
      .nullish(),
  }),
);

import { isMapping } from '../documents/mapping.ts';
import type { SourceDocument } from '../documents/source-document.ts';

/**
 * A document of another tool with images' sizes. Its shape shows the kind, because such documents have no
 * `kind`.
 */
export interface ImageListing {
  readonly document: SourceDocument;
  /** `crictl images -o json`, `docker manifest inspect -v`, or a bare OCI/Docker manifest or index. */
  readonly form: 'crictl' | 'verbose' | 'manifest';
}

/** Returns the document as an image listing; undefined if it is none. */
export function imageListing(document: SourceDocument): ImageListing | undefined {
  const { value } = document;
  if (Array.isArray(value))
    return value.length > 0 && value.every(isVerbose) ? { document, form: 'verbose' } : undefined;
  if (!isMapping(value) || 'kind' in value) return undefined;
  if (isVerbose(value)) return { document, form: 'verbose' };
  if ('schemaVersion' in value) return { document, form: 'manifest' };
  return Array.isArray(value.images) && !('apiVersion' in value) ? { document, form: 'crictl' } : undefined;
}

function isVerbose(value: unknown): boolean {
  return (
    isMapping(value) &&
    'Ref' in value &&
    ('Descriptor' in value || 'SchemaV2Manifest' in value || 'OCIManifest' in value)
  );
}

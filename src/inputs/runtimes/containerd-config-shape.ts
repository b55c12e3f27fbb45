import { z } from 'zod';
import { lazy } from '../../rules/values/memoize.ts';
import { imageShape } from '../images/image-name.ts';
import { durationShape } from '../scenario/quantity-shapes.ts';

const count = z.int({ error: 'a whole number such as 3; 0 is no limit' }).min(0).max(1_000_000);
const bytes = z.int({ error: 'a number of bytes; 0 is none' }).min(0);
const timeout = z.union([durationShape, z.literal('')], { error: 'a duration such as "5m0s"; "0s" is none' });
const yes = z.boolean();
/** Empty means the default. */
const sandboxImage = lazy(() =>
  z.union([imageShape, z.literal('')], { error: 'an image name such as "registry.k8s.io/pause:3.10"' }),
);

const registry = lazy(() =>
  z.looseObject({
    config_path: z.string().optional(),
    mirrors: z.record(z.string(), z.looseObject({ endpoint: z.array(z.string()).optional() })).optional(),
    configs: z.record(z.string(), z.unknown()).optional(),
    auths: z.record(z.string(), z.unknown()).optional(),
  }),
);

/** The place of snapshot settings: `containerd` in the layouts 1 and 2, the plugin itself in layout 3. */
const snapshots = {
  snapshotter: z.string().optional(),
  disable_snapshot_annotations: yes.optional(),
  discard_unpacked_layers: yes.optional(),
};

/**
 * The settings of the CRI plugin that are read: `plugins.cri` of layout 1, `io.containerd.grpc.v1.cri` of 2,
 * `io.containerd.cri.v1.images` of 3.
 */
const cri = lazy(() =>
  z.looseObject({
    max_concurrent_downloads: count.optional(),
    concurrent_layer_fetch_buffer: bytes.optional(),
    image_pull_progress_timeout: timeout.optional(),
    image_pull_with_sync_fs: yes.optional(),
    use_local_image_pull: yes.optional(),
    sandbox_image: sandboxImage().optional(),
    pinned_images: z.looseObject({ sandbox: sandboxImage().optional() }).optional(),
    registry: registry().optional(),
    ...snapshots,
    containerd: z.looseObject(snapshots).optional(),
  }),
);

/** The settings of the transfer service. */
const transfer = lazy(() =>
  z.looseObject({
    max_concurrent_downloads: count.optional(),
    max_concurrent_unpacks: count.optional(),
    concurrent_layer_fetch_buffer: bytes.optional(),
    config_path: z.string().optional(),
  }),
);

/** The plugins whose settings are read, under all their names. */
export const criPlugins = ['cri', 'io.containerd.grpc.v1.cri', 'io.containerd.cri.v1.images'] as const;
export const transferPlugin = 'io.containerd.transfer.v1.local';

/**
 * The settings of both that are read where they stand. All others are ignored and kept out of shared files.
 */
export const runtimeFileSettings = lazy((): readonly string[] => {
  const tables = ['config_path', 'pinned_images', 'registry', 'containerd'];
  const names = Object.keys({ ...transfer().shape, ...cri().shape });
  return names.filter((name) => !tables.includes(name));
});

/** The part of containerd's config.toml that is read. */
export const containerdConfigShape = lazy(() =>
  z.looseObject({
    plugins: z
      .looseObject({
        cri: cri().optional(),
        'io.containerd.grpc.v1.cri': cri().optional(),
        'io.containerd.cri.v1.images': cri().optional(),
        'io.containerd.transfer.v1.local': transfer().optional(),
      })
      .optional(),
    imports: z.array(z.string()).optional(),
  }),
);

/** The part of crio.conf that is read. */
export const crioConfigShape = z.looseObject({
  crio: z
    .looseObject({
      image: z
        .looseObject({
          pull_progress_timeout: timeout.optional(),
          pause_image: sandboxImage().optional(),
          short_name_mode: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
});

export type CriPluginDocument = z.infer<ReturnType<typeof cri>>;

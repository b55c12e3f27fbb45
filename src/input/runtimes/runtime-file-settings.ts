/** The settings of the plugins in containerd's config.toml that are read. All others are ignored and kept out of shared files. */
export const runtimeFileSettings = [
  'max_concurrent_downloads',
  'max_concurrent_unpacks',
  'concurrent_layer_fetch_buffer',
  'image_pull_progress_timeout',
  'image_pull_with_sync_fs',
  'use_local_image_pull',
  'sandbox_image',
  'snapshotter',
  'disable_snapshot_annotations',
  'discard_unpacked_layers',
] as const;

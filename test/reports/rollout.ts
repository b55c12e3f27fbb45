import type { TraceRecord } from '../../src/trace/record.ts';
import { TraceBuilder } from './trace-builder.ts';

/**
 * The story of the mock-up: serialized pulls, a huge image first, a web pod behind it, and an api pod whose
 * first pull fails and backs off.
 */
export function rollout(): readonly TraceRecord[] {
  const trace = new TraceBuilder();
  const trainer = trace.pod(0, 'ml-0', [['trainer', 'registry.example/ml/trainer:1']]);
  const web = trace.pod(1, 'web-5d4f8c7b9-x2x4z', [['nginx', 'nginx:1.25']]);
  const api = trace.pod(2, 'api-0', [
    ['migrate', 'ghcr.io/acme/migrate:3.4', 'init'],
    ['api', 'ghcr.io/acme/api:3.4'],
  ]);
  trainer.pull(180, 'trainer', 'inspecting', 'registry.example/ml/trainer:1');
  trainer.pull(180, 'trainer', 'waiting', 'registry.example/ml/trainer:1');
  const holder = trainer.pull(180, 'trainer', 'pulling', 'registry.example/ml/trainer:1');
  trainer.layer(230, 'trainer', 'fetch', 'started', 0, 6_200_000_000);
  web.pull(181, 'nginx', 'inspecting', 'nginx:1.25');
  const slot = { kind: 'slot', actor: `${trainer.actor}/trainer`, record: holder };
  web.pull(181, 'nginx', 'waiting', 'nginx:1.25', {}, slot);
  api.pull(182, 'migrate', 'inspecting', 'ghcr.io/acme/migrate:3.4');
  api.pull(182, 'migrate', 'waiting', 'ghcr.io/acme/migrate:3.4', {}, slot);
  trainer.layer(50_000, 'trainer', 'fetch', 'fetched', 0, 6_200_000_000);
  trainer.layer(50_000, 'trainer', 'unpack', 'started', 0, 9_000_000_000);
  trainer.layer(61_000, 'trainer', 'unpack', 'finished', 0, 9_000_000_000);
  trainer.pull(61_000, 'trainer', 'pulled', 'registry.example/ml/trainer:1', { sizeBytes: 6_200_000_000 });
  trainer.start(61_000, 'trainer');
  web.load(61_060, 'nginx', 'nginx:1.25', 71_000_000, 2_000, 1_000);
  api.load(65_000, 'migrate', 'ghcr.io/acme/migrate:3.4', 20_000_000, 500, 200);
  api.container(67_000, 'migrate', 'exited', 0);
  api.pull(67_000, 'api', 'inspecting', 'ghcr.io/acme/api:3.4');
  api.pull(67_000, 'api', 'waiting', 'ghcr.io/acme/api:3.4');
  api.pull(67_000, 'api', 'pulling', 'ghcr.io/acme/api:3.4');
  const failed = {
    reason: 'ErrImagePull',
    error: 'unexpected status: 503',
    windowMs: 10_000,
    untilMs: 78_000,
  };
  api.pull(68_000, 'api', 'failed', 'ghcr.io/acme/api:3.4', failed);
  api.pull(69_000, 'api', 'inspecting', 'ghcr.io/acme/api:3.4');
  api.pull(69_000, 'api', 'backingOff', 'ghcr.io/acme/api:3.4', { windowMs: 10_000, untilMs: 78_000 });
  api.pull(82_000, 'api', 'inspecting', 'ghcr.io/acme/api:3.4');
  api.pull(82_000, 'api', 'waiting', 'ghcr.io/acme/api:3.4');
  api.load(82_000, 'api', 'ghcr.io/acme/api:3.4', 240_000_000, 4_000, 2_000);
  return trace.end(88_100);
}

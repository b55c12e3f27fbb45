import type { RuntimeBug } from '../runtime-bug.ts';

const newestRead = '2.4.2';

/** Known defects of containerd's pulls. The ranges were read in its sources where the doubt does not say otherwise. */
export const containerdBugs: readonly RuntimeBug[] = [
  {
    id: 'containerd-no-timeout-hangs',
    program: 'containerd',
    ranges: [{ since: '2.1.0', until: newestRead }],
    isOpen: true,
    needs: { path: 'transfer', progressTimeout: 'off' },
    effect:
      'with image_pull_progress_timeout 0 a pull by the transfer service never ends: what reads its progress is not started, and the first message about progress waits for ever',
    sign: 'containerd: no timeout and will not start pulling image … reporter, and nothing after it; the pod stays in ContainerCreating',
    source: 'containerd#14158, internal/cri/server/images/image_pull.go (v2.1.0, v2.4.2)',
    avoid: 'a long image_pull_progress_timeout such as 1h, or use_local_image_pull = true',
  },
  {
    id: 'containerd-unanswered-hangs',
    program: 'containerd',
    ranges: [{ since: '2.1.0', until: newestRead }],
    isOpen: true,
    isSimulated: true,
    needs: { path: 'transfer', progressTimeout: 'on' },
    where: 'a registry, or a firewall before it, that takes a request and never answers',
    effect:
      'image_pull_progress_timeout sees a layer only once 1 MiB of it is there: a pull whose tag, manifest, config or layer is not answered is never cancelled, and keeps its place among max_concurrent_downloads (from 2.2 on a layer beside others that are done is cancelled after all, by containerd-timeout-cancels-unpack)',
    sign: 'a pull that hangs without a line in the log, and others that wait behind it; a restart of containerd helps',
    source:
      'recorded with 2.1.9 and 2.4.2 (docs/findings.md), core/transfer/local/progress.go (v2.1.9, v2.4.2); containerd#11650 and containerd#11864 look alike',
    avoid: 'use_local_image_pull = true, whose timeout counts requests',
  },
  {
    id: 'containerd-timeout-cancels-unpack',
    program: 'containerd',
    ranges: [{ since: '2.2.0', until: newestRead }],
    isOpen: true,
    isSimulated: true,
    isRare: true,
    needs: { path: 'transfer', progressTimeout: 'on' },
    effect:
      'where a layer begins to unpack before its last progress was seen, it counts as a request that brings nothing: an unpack that goes on for longer than image_pull_progress_timeout is cancelled',
    sign: 'cancel pulling image … because of no progress in 5m0s, then failed to extract layer … context canceled',
    source: 'containerd#13909, core/transfer/local/progress.go (v2.2.0, v2.4.2; v2.1.9 is without)',
    avoid:
      'an image_pull_progress_timeout above the time of the longest unpack, or use_local_image_pull = true',
  },
  {
    id: 'containerd-chunks-cancelled',
    program: 'containerd',
    ranges: [{ since: '2.2.1', until: newestRead }],
    doubt: 'reported of 2.2.1; its start is unknown, and the issue was closed for its age',
    isOpen: true,
    isRare: true,
    needs: { path: 'transfer', chunks: true, progressTimeout: 'on' },
    effect:
      'a layer that is fetched in chunks is now and then cancelled by the progress timeout although other chunks of it still come',
    sign: 'cancel pulling image … because of no progress in 5m0s, then context canceled and a line "aborted" for each chunk',
    source: 'containerd#12811 (8 MiB chunks, 32 downloads), containerd#13084 (a fix that is not merged)',
    avoid: 'concurrent_layer_fetch_buffer 0, or a longer image_pull_progress_timeout',
  },
  {
    id: 'containerd-chunk-stands-still',
    program: 'containerd',
    ranges: [{ since: '2.2.1', until: newestRead }],
    doubt: 'reported of 2.2.1 after 2.1.3, and the chunks were new too; its start is unknown',
    isOpen: true,
    isRare: true,
    needs: { path: 'transfer', chunks: true, progressTimeout: 'on' },
    effect:
      'with layers in chunks a few pulls in ten thousand get no more bytes and end with the progress timeout; the next try succeeds',
    sign: 'cancel pulling image … because of no progress in 5m0s, then rpc error: code = Canceled … context canceled',
    source: 'containerd#12802 (0.07 % of 6.5 million pulls in a day)',
    avoid:
      'concurrent_layer_fetch_buffer 0, or a shorter image_pull_progress_timeout, so that the retry comes sooner',
  },
  {
    id: 'containerd-failed-pulls-keep-slots',
    program: 'containerd',
    ranges: [{ since: '2.1.0', until: '2.1.3' }],
    effect:
      'some failed fetches keep their place among max_concurrent_downloads: after a few of them every further pull waits for ever',
    sign: 'pulls that hang without an error or a line in the log, manifests at "waiting"; a restart of containerd helps',
    source:
      'containerd#12126, core/remotes/docker/fetcher.go (v2.1.3, v2.1.4); microk8s#5404 (MicroK8s 1.35 with containerd 2.1.3) names the Range header, which 2.1.3 does not send without chunks; containerd#11864 looks alike',
    fixed: 'in 2.1.4; MicroK8s has 2.1.6 since its change 5406',
    avoid: 'containerd 2.1.4 or newer; until then a restart of containerd',
  },
  {
    id: 'containerd-range-always-asked',
    program: 'containerd',
    ranges: [{ since: '2.1.0', until: '2.1.2' }],
    where: 'a registry that does not answer a Range header as it should',
    effect:
      'each request for a manifest, config or layer asks for a range of bytes: registries that do not expect one fail the pull or leave it hanging',
    sign: 'request.header.range="bytes=0-" in the debug log, and a pull that fails or hangs at one registry only',
    source: 'containerd#11998, core/remotes/docker/fetcher.go (v2.1.0, v2.1.3)',
    fixed: 'in 2.1.3 only chunks and resumed downloads ask for a range',
  },
  {
    id: 'containerd-ignored-range-breaks-layer',
    program: 'containerd',
    ranges: [{ since: '2.1.0', until: '2.1.4' }],
    needs: { chunks: true },
    where: 'a registry that ignores the Range header',
    effect:
      'where the registry ignores ranges, each chunk of a layer is answered with the whole of it, and the layer is refused for its size',
    sign: 'failed commit on ref "layer-sha256:…": … failed size validation: … failed precondition',
    source: 'containerd#12291, core/remotes/docker/fetcher.go (v2.1.4, v2.1.5)',
    fixed: 'in 2.1.5 such a layer comes in one piece',
    avoid: 'concurrent_layer_fetch_buffer 0',
  },
  {
    id: 'containerd-config-path-list',
    program: 'containerd',
    ranges: [{ since: '2.1.0', until: newestRead }],
    isOpen: true,
    needs: { path: 'transfer', mirrors: true },
    where: 'a config_path of several folders, which from 2.2.0 on is the default',
    effect:
      'the transfer service takes a config_path of several folders for the name of one: every hosts.toml is ignored without a word, and mirrors are not asked',
    sign: 'no error: requests go to the registry in the name of the image',
    source:
      'containerd#12808, containerd#12636, core/transfer/registry/registry.go (v2.1.0, v2.4.2), internal/cri/config/config_unix.go (v2.2.0); containerd#13086 is a fix that is not merged',
    avoid: "config_path = '/etc/containerd/certs.d', one folder",
  },
  {
    id: 'containerd-no-unpack-platform',
    program: 'containerd',
    ranges: [{ since: '2.1.3', until: '2.2.3' }],
    doubt: 'reported of 2.1.3 and 2.2.3, and not of 1.7.28; start and end are unknown',
    where: 'nodes in LXD containers',
    effect: 'no image can be pulled in an LXD container, the sandbox image included: no pod starts',
    sign: 'unable to initialize unpacker: no unpack platforms defined: invalid argument',
    source: 'microk8s#5534 (MicroK8s 1.35 and 1.36)',
  },
];

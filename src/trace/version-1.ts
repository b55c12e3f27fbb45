/** The previous format. It has the node and the pull of a record only in the name of the actor. */
export const formatBefore = 'windlass-trace/1';

const beside = ['header', 'end', 'fault', 'pullLimit', 'actorStarted', 'actorStep', 'actorStopped'];

/**
 * Returns a line of the previous format in the current one: `node` is the first part of the actor's name, and
 * an actor `node-1/images/kubelet/default/web-0/app#fetch-0` worked for the pull of
 * `node-1/kubelet/default/web-0/app`.
 */
export function fromFormatBefore(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type, actor } = line;
  if (type === 'actorStarted' && typeof actor === 'string') return { ...line, ...worksFor(actor, line.name) };
  if (typeof type !== 'string' || typeof actor !== 'string' || beside.includes(type)) return line;
  const [node = actor] = actor.split('/');
  const worker =
    type === 'image'
      ? pullBehind(line.because)
      : ['request', 'fetch', 'unpack'].includes(type)
        ? actor
        : undefined;
  if (type === 'sandbox' && line.state === 'pullingImage')
    return { ...line, node, pull: sandboxPullName(node, line.pod) };
  const volume = type === 'pull' && actor.includes('/volumes/') ? { volume: true } : {};
  const throttled = type === 'pull' && line.error === 'pull QPS exceeded' ? { throttled: true } : {};
  return {
    ...line,
    node,
    ...volume,
    ...throttled,
    ...(worker === undefined ? {} : { pull: worker.replace(/^([^/]*)\/images\/([^#]*).*$/, '$1/$2') }),
  };
}

/**
 * Returns whom an actor worked for. The path of a node's actors began with the node, and the name with
 * `node-1/kubelet/default/web-0/app`, `node-1/images/kubelet/default/web-0/app#fetch-0` or
 * `node-1/runtime/default/web-0/app`.
 */
function worksFor(actor: string, name: unknown): object {
  const [root = '', ...ids] = actor.split('/');
  const nodes = root === 'network' || root === 'registry' ? {} : { nodes: [root] };
  const again = /#(\d+)$/.exec(ids.at(-1) ?? '')?.[1];
  const count = again === undefined ? {} : { count: Number(again) };
  const pathParts =
    typeof name === 'string'
      ? /^[^/]+\/(?:(?:images\/)?kubelet|runtime)\/([^/]+)\/([^/#]+)(?:\/([^#]+))?(?:#(.+))?$/.exec(name)
      : null;
  if (pathParts === null) return { ...count, ...nodes };
  const [, namespace, pod, container, part] = pathParts;
  const whose = {
    ...(container === undefined ? {} : { container }),
    ...(part === undefined ? {} : { part }),
  };
  return { ...count, ...nodes, pod: { namespace, name: pod }, ...whose };
}

/** Returns the name of the runtime's own pull of a pod's sandbox image. */
function sandboxPullName(node: string, pod: unknown): string {
  const { namespace, name }: { namespace?: unknown; name?: unknown } =
    typeof pod === 'object' && pod !== null ? pod : {};
  return `${node}/sandboxes/${namespace}/${name}`;
}

/** Returns the pull that fetched an image, if the cause names it. */
function pullBehind(because: unknown): string | undefined {
  if (typeof because !== 'object' || because === null) return undefined;
  const { kind, actor }: { kind?: unknown; actor?: unknown } = because;
  return kind === 'pull' && typeof actor === 'string' ? actor : undefined;
}

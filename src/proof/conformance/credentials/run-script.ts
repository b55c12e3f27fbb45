import { pullRecordsReducer } from '../../../../machines/pull/pull-records.ts';
import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import { type EnsureImageFacts, ensureImageLabels } from '../../../rules/kubelet/images/image-metrics.ts';
import { kubeletMetricsTable } from '../../../rules/kubelet/kubelet-metrics.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import type { CredentialCheck } from '../../../rules/kubelet/pull-records/access-check.ts';
import type { RecordFigures } from '../../../rules/kubelet/pull-records/pull-records.ts';
import { canonicalJson } from '../compare-traces.ts';
import type { ScriptTrace } from '../script-kind.ts';
import { ScriptWorld, type WorldOptions } from '../script-world.ts';
import { CredentialVault } from './credential-vault.ts';
import { type CredentialsEntry, type EntryFields, EntryLog } from './entry-log.ts';
import { RecordFolder, recordFileName } from './record-folder.ts';
import type {
  CredentialsCall,
  CredentialsScript,
  CredentialsStep,
  ScriptSecret,
  ScriptServiceAccount,
} from './script-schema.ts';
import { ScriptedKubelet } from './scripted-kubelet.ts';
import { ScriptedRuntime } from './scripted-runtime.ts';

/**
 * Runs a script with the simulated kubelet, on the same machines as `windlass run`. Throws a
 * `SimulationError` if an actor fails or gets an event without a transition.
 */
export function runScript(
  script: CredentialsScript,
  profile: Profile,
  options: WorldOptions = {},
): ScriptTrace<CredentialsEntry> {
  const { engine, order } = options;
  return new ScriptRun(script, profile, new ScriptWorld({ engine, order })).run();
}

class ScriptRun {
  readonly #script: CredentialsScript;
  readonly #profile: Profile;
  readonly #world: ScriptWorld;
  readonly #vault = new CredentialVault();
  readonly #log: EntryLog;
  readonly #runtime: ScriptedRuntime;
  readonly #folder: RecordFolder;
  readonly #secrets = new Map<string, ScriptSecret>();
  readonly #accounts = new Map<string, ScriptServiceAccount>();
  #kubelet: ScriptedKubelet;

  constructor(script: CredentialsScript, profile: Profile, world: ScriptWorld) {
    this.#world = world;
    this.#script = script;
    this.#profile = profile;
    this.#log = new EntryLog(world, script.calls, this.#vault);
    this.#runtime = new ScriptedRuntime(script.runtime, {
      world,
      vault: this.#vault,
      happen: (run) => this.#happen(run),
      removed: (image) => this.#log.add({ type: 'runtime', op: 'RemoveImage', image }),
    });
    const records = world.start(pullRecordsReducer, {
      name: 'pull-records',
      recorder: this.#log.recorder,
      clock: world.clock,
      policy: '',
      inventory: this.#runtime.actor,
      fileName: recordFileName,
    });
    this.#folder = new RecordFolder(records);
    this.#know(script);
    this.#kubelet = this.#boot();
  }

  run(): ScriptTrace<CredentialsEntry> {
    const { name, calls, steps = [] } = this.#script;
    for (const call of calls) this.#world.at(call.at, () => this.#happen(() => this.#call(call)));
    for (const step of steps) this.#world.at(step.at, () => this.#happen(() => this.#step(step)));
    for (const { id, cancelAt } of calls)
      if (cancelAt !== undefined)
        this.#world.at(cancelAt, () => this.#happen(() => this.#runtime.cancel(id)));
    this.#world.run();
    this.#log.beginEvent();
    this.#log.add(...this.#metrics());
    return { script: name, trace: this.#log.inCanonicalOrder() };
  }

  /** Runs an event of the script and records the changes in the folder of the records. */
  #happen(run: () => void): void {
    this.#log.beginEvent();
    run();
    const changed = this.#folder.changed();
    if (changed !== undefined) this.#log.add({ type: 'records', ...changed });
  }

  #boot(): ScriptedKubelet {
    const nodeCredentials = this.#vault.credentialsOf(this.#script.nodeCredentials ?? {}, { kind: 'node' });
    this.#folder.migrate();
    this.#log.beginLife();
    return new ScriptedKubelet(this.#script, {
      profile: this.#profile,
      world: this.#world,
      recorder: this.#log.recorder,
      runtime: this.#runtime,
      records: this.#folder.keeper,
      nodeCredentials,
      happen: (run) => this.#happen(run),
      collected: (error) => this.#log.add({ type: 'result', op: 'DeleteUnusedImages', error }),
    });
  }

  #call(call: CredentialsCall): void {
    const { pod, pullSecrets = [], image } = call;
    const secrets = pullSecrets.flatMap((name) => this.#secrets.get(`${pod.namespace}/${name}`) ?? []);
    const account =
      pod.serviceAccount === undefined
        ? undefined
        : this.#accounts.get(`${pod.namespace}/${pod.serviceAccount}`);
    this.#kubelet.ensureImageExists(
      call,
      this.#vault.podCredentials(secrets, account, image, this.#profile.goJson),
    );
  }

  #step(step: CredentialsStep): void {
    this.#know(step);
    for (const name of step.removeSecrets ?? []) this.#secrets.delete(name);
    if (step.registryAuth !== undefined) this.#runtime.registryAuth = step.registryAuth;
    for (const image of step.images ?? []) this.#runtime.putImage(image);
    for (const name of step.removeImages ?? []) this.#runtime.dropName(name);
    for (const { path, content } of step.writeRecords ?? []) this.#folder.write(path, content);
    if (step.deleteUnusedImages === true) this.#kubelet.deleteUnusedImages(step.inUse ?? []);
    if (step.restart === undefined) return;
    this.#log.add(...this.#metrics());
    this.#kubelet.die();
    this.#runtime.endPulls(step.restart);
    this.#folder.keeper.send({ type: 'KUBELET.GONE' });
    this.#kubelet = this.#boot();
    this.#log.add({ type: 'kubelet', state: 'restarted' });
  }

  #know({ secrets = [], serviceAccounts = [] }: Pick<CredentialsStep, 'secrets' | 'serviceAccounts'>): void {
    for (const secret of secrets) this.#secrets.set(`${secret.namespace}/${secret.name}`, secret);
    for (const account of serviceAccounts)
      this.#accounts.set(`${account.namespace}/${account.name}`, account);
  }

  #metrics(): CredentialsEntryFields[] {
    return lifeMetrics(this.#log.facts, this.#kubelet.checks, this.#folder.figures);
  }
}

type CredentialsEntryFields = Omit<CredentialsEntry, 'at' | 'call'> & { readonly type: string };

/** Returns what a kubelet has counted in its life, by name and labels, without zeros. */
function lifeMetrics(
  facts: readonly EnsureImageFacts[],
  checks: readonly CredentialCheck[],
  { onDiskIntents, onDiskRecords, inMemoryIntentsPercent, inMemoryRecordsPercent }: RecordFigures,
): EntryFields[] {
  const counters = [
    ...counted(kubeletMetricsTable.ensureImageRequests.name, facts.map(ensureImageLabels)),
    ...counted(
      'kubelet_imagemanager_image_mustpull_checks_total',
      checks.map((result) => ({ result })),
    ),
  ];
  const gauges = [
    ['kubelet_imagemanager_inmemory_pulledrecords_usage_percent', inMemoryRecordsPercent],
    ['kubelet_imagemanager_inmemory_pullintents_usage_percent', inMemoryIntentsPercent],
    ['kubelet_imagemanager_ondisk_pulledrecords', onDiskRecords],
    ['kubelet_imagemanager_ondisk_pullintents', onDiskIntents],
  ] as const;
  return [
    ...counters,
    ...gauges
      .filter(([, value]) => value !== 0)
      .map(([metric, value]) => ({ type: 'metric', metric, value })),
  ];
}

function counted(metric: string, labels: readonly Readonly<Record<string, string>>[]): EntryFields[] {
  const sorted = [...groupedBy(labels, canonicalJson)].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, group]) => ({ type: 'metric', metric, labels: group[0] ?? {}, value: group.length }));
}

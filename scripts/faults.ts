import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { alertsOnce } from '#tests/faults/alerts.ts';
import { badNetwork } from '#tests/faults/badNetwork.ts';
import { clockJumps } from '#tests/faults/clockJumps.ts';
import { Cluster, missingForCluster } from '#tests/faults/cluster.ts';
import { cutConnections, halfOpen, longLock } from '#tests/faults/database.ts';
import { fullDisk, powerCuts, powerCutsInCheckpoints } from '#tests/faults/disk.ts';
import {
  alertsThroughFailovers,
  etcdLost,
  primaryFrozen,
  primaryKilled,
  promotedByHand,
  standbyLost,
  switchedOver,
} from '#tests/faults/failover.ts';
import { farmNetwork } from '#tests/faults/farmNetwork.ts';
import { killDuringIngest } from '#tests/faults/ingestKill.ts';
import { killInMigrations } from '#tests/faults/migrationKill.ts';
import { databaseRestarts, secondProcess, slowClients } from '#tests/faults/others.ts';
import { throughPooler } from '#tests/faults/pooler.ts';
import { pushesKilled } from '#tests/faults/pushKill.ts';
import { killDuringBackup, killDuringRestore } from '#tests/faults/restoreKill.ts';
import { type FaultRow, givenDatabase } from '#tests/faults/rig.ts';
import { isShare, share } from '#tests/faults/share.ts';
import { killBackupAtEach, killRestoreAtEach } from '#tests/faults/stageKill.ts';
import { commitWithoutStandby } from '#tests/faults/standby.ts';
import { tableOf, withRows } from '#tests/faults/table.ts';
import { hasPooler, startPooler } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';
import { within } from './within.ts';

/**
 * Tests of faults against real server processes, each with its oracle. `npm run test:faults` is the long form and writes its rows into
 * docs/reliability.md; `npm run test:faults -- short` is the form for every change; further words select faults by part of their name, `2/4`
 * the second of four parts of the named places at which a server is killed, `stage=swap` those places whose name begins so, and `kills=500` how often it
 * is killed during ingest.
 */
const isShort = process.argv.includes('short');
const scale = isShort
  ? {
      kills: 4,
      pushDays: 3,
      jobs: 2,
      sharedJobs: 1,
      restarts: 2,
      connectionCuts: 10,
      silences: 1,
      lockMs: 12_000,
      punches: 800,
      pooledMs: 5_000,
      sockets: 100,
      cuts: 6,
      fills: 2,
      alerts: { from: '2027-03-27T12:00:00Z', days: 9, daysOfWeek: [1, 4, 7], faultShare: 0.4 },
      // The machine that tests a change may be busy: times are judged in the long form only, except a statement's deadline.
      bars: { well: 30_000, health: 10_000, answer: 32_000 },
    }
  : {
      kills: 60,
      pushDays: 20,
      jobs: 50,
      sharedJobs: 50,
      restarts: 20,
      connectionCuts: 100,
      silences: 3,
      lockMs: 60_000,
      punches: 20_000,
      pooledMs: 60_000,
      sockets: 1_000,
      cuts: 50,
      fills: 6,
      alerts: { from: '2026-11-20T12:00:00Z', days: 731, daysOfWeek: [7], faultShare: 0.1 },
      bars: { well: 2_000, health: 500, answer: 3_000 },
    };
const KILLS = /^kills=([1-9]\d{0,3})$/;
const wantedKills = process.argv.map((word) => KILLS.exec(word)?.[1]).find(Boolean);
const ingestKills = wantedKills
  ? { bundled: Number(wantedKills), postgres: Number(wantedKills) }
  : { bundled: scale.kills, postgres: scale.jobs };
/** No fault takes longer, unless it hangs; that of `kills` takes as long as it is told to. */
const limitMinutes = isShort && !wantedKills ? 30 : 12 * 60;
/** Faults that take minutes of real time each are of the long form only. */
const long = {
  places: share(process.argv.slice(2).filter(isShare)),
  checkpointCuts: 50,
  failovers: { kills: 20, others: 3, slotDays: 7 },
};

// Exiting in the ordinary way ends the servers that it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const only = process.argv.slice(2).filter((name) => name !== 'short' && !isShare(name) && !KILLS.test(name));
const isWanted = (name: string) => only.length === 0 || only.some((part) => name.includes(part));

let server: ReturnType<typeof startPostgres> | undefined;
/** Returns the PostgreSQL of the faults that need one, started at the first of them. */
const postgres = () => {
  server ??= startPostgres();
  return server;
};
/** Returns the environment of a database of its own. */
const onPostgres = async () => givenDatabase((await postgres()).url);
// The other faults need only PostgreSQL: what one fault needs is looked for, or installed, only where that fault runs.
const canPool = isWanted('pooler') && (await hasPooler());
if (isWanted('pooler') && !canPool) console.log('pooler: skipped, PgBouncer is not installed (package pgbouncer)');
type Fault = [name: string, run: () => Promise<FaultRow>];
const pooled: Fault[] = canPool
  ? [['pooler', async () => throughPooler(scale.pooledMs, (await postgres()).url, startPooler)]]
  : [];

// The short form has one failover, by hand.
const needsCluster = !isShort && (only.length === 0 || only.some((part) => part.startsWith('failover')));
const lacking = needsCluster ? await missingForCluster({ install: Boolean(process.env.CI) }) : undefined;
if (lacking) console.log(`failover with Patroni: skipped: ${lacking}`);
/** Runs a fault on a cluster of its own, so that it does not depend on the one before. */
const withCluster = async (fault: (cluster: Cluster) => Promise<FaultRow>) => {
  const cluster = await Cluster.start();
  return fault(cluster).finally(() => cluster.stop());
};
const { bars } = scale;
const { kills, others, slotDays } = long.failovers;
const failovers: Fault[] = [
  ['failover: switchover', () => withCluster((one) => switchedOver(one, { times: others, bars }))],
  ['failover: alerts', () => withCluster((one) => alertsThroughFailovers(one, slotDays))],
  ['failover: standby lost', () => withCluster((one) => standbyLost(one, { times: others, bars }))],
  ['failover: frozen primary', () => withCluster((one) => primaryFrozen(one, { times: 1, bars }))],
  ['failover: etcd', () => withCluster((one) => etcdLost(one, { times: 1, bars }))],
  ['failover: kill', () => withCluster((one) => primaryKilled(one, { times: kills, bars }))],
];
const longOnly: Fault[] = [
  ['named places of a backup, bundled', () => killBackupAtEach(long.places)],
  ['named places of a backup, PostgreSQL', async () => killBackupAtEach(long.places, await onPostgres())],
  ['named places of a restore, bundled', () => killRestoreAtEach(long.places)],
  ['named places of a restore, PostgreSQL', async () => killRestoreAtEach(long.places, await onPostgres())],
  ['migrations, bundled', () => killInMigrations(long.places)],
  ['migrations, PostgreSQL', async () => killInMigrations(long.places, await onPostgres())],
  ['power cut during a checkpoint', () => powerCutsInCheckpoints(long.checkpointCuts)],
  ['clock jumps', clockJumps],
];
const suite: Fault[] = [
  ['second process', secondProcess],
  ['kill during ingest, bundled', () => killDuringIngest(ingestKills.bundled)],
  ['kill of the postmaster during ingest', () => killDuringIngest(ingestKills.bundled, {}, 'postmaster')],
  ['kill of both during ingest', () => killDuringIngest(Math.ceil(ingestKills.bundled / 4), {}, 'both')],
  ['kill during ingest, PostgreSQL', async () => killDuringIngest(ingestKills.postgres, await onPostgres())],
  ['kill during backup, bundled', () => killDuringBackup(scale.jobs)],
  ['kill during backup, PostgreSQL', async () => killDuringBackup(scale.sharedJobs, await onPostgres())],
  ['kill during restore, bundled', () => killDuringRestore(scale.jobs)],
  ['kill during restore, PostgreSQL', async () => killDuringRestore(scale.sharedJobs, await onPostgres())],
  ['alerts', async () => alertsOnce(scale.alerts, await onPostgres())],
  ['push', async () => pushesKilled(scale.pushDays, await onPostgres())],
  ['power cut', () => powerCuts(scale.cuts)],
  ['full disk', () => fullDisk(scale.fills, bars.answer)],
  ['database restarts', async () => databaseRestarts(scale.restarts, await postgres())],
  ['connections cut', async () => cutConnections(scale.connectionCuts, await onPostgres())],
  ['half-open database', async () => halfOpen(scale.silences, await onPostgres())],
  ['long lock', async () => longLock(scale.lockMs, bars.health, await onPostgres())],
  ...(isShort ? [] : longOnly),
  ['commit without a standby', async () => commitWithoutStandby(await startPostgres())],
  ['failover: by hand', async () => promotedByHand(await startPostgres(), bars)],
  ...(isShort || lacking ? [] : failovers),
  ...pooled,
  ['farm network', farmNetwork],
  ['bad network', () => badNetwork(scale.punches)],
  ['slow clients', () => slowClients(scale.sockets)],
];
const rows: FaultRow[] = [];
let tried = 0;
let failed = 0;
try {
  for (const [name, run] of suite) {
    if (!isWanted(name)) continue;
    tried++;
    try {
      const row = await within(limitMinutes, name, run());
      rows.push(row);
      if (row.lost + row.doubled + row.serverErrors > 0) failed++;
      console.log(`${name}: ${JSON.stringify(row)}`);
    } catch (error) {
      failed++;
      console.error(`${name}: ${inspect(error)}`);
    }
  }
} finally {
  if (server) (await server.catch(() => undefined))?.stop();
}
console.log(`\n${tableOf(rows)}`);
if (!isShort) {
  const page = join(import.meta.dirname, '../docs/reliability.md');
  writeFileSync(page, withRows(readFileSync(page, 'utf8'), rows));
}
console.log(`\n${tried - failed} passed, ${failed} failed`);
// A fault that hung or failed may have left something open that would keep this process.
process.exit(failed === 0 && tried > 0 ? 0 : 1);

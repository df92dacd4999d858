import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { freeBytes } from '../../platform/db/bundled/space.ts';
import type { Db } from '../../platform/db/db.ts';
import { isReadOnly } from '../../platform/db/errors.ts';
import { readsOnly } from '../../platform/db/migrate.ts';
import { backupGauges } from '../backups/health.ts';
import { countJobs, readAccountGauges, readGauges } from './gauges.sql.ts';

type Watched = { db: Db; clock: Clock; config: Config };

/** Adds the installation's own gauges to a registry, those by account where they are asked for. */
export function createGauges(registry: Registry, { metricsByAccount }: Pick<Config, 'metricsByAccount'>) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `tallyboard_${name}`, help, labelNames, registers: [registry] });
  const answers = gauge('database_answers', '1 while the database answers');
  const readOnly = gauge('read_only', '1 while nothing can be saved, because the disk is nearly full');
  const disk = gauge('disk_free_bytes', 'Free space where DATA_DIR is');
  const mails = gauge('mails', 'Mails that were given up in the last 90 days, and that wait for another try', 'state');
  const devices = gauge('devices', 'Devices that have called in before');
  const silent = gauge('silent_devices', 'Devices that have not called in for so long', 'longer_than');
  const setAside = gauge('set_aside_punches', 'Punches that are stored and counted in no figure', 'standing');
  const jobs = gauge('jobs', 'Background jobs of the last day by state', 'state');
  const backups = gauge(
    'backup_age_seconds',
    'Since the last good backup, where they are made by themselves: of the installation, of the account that waits longest',
    'of',
  );
  const overdue = gauge(
    'backups_overdue',
    'Whose last good backup is older than twice the interval of its setting',
    'of',
  );

  const ofAccounts = metricsByAccount
    ? {
        devices: gauge('account_devices', 'Devices of an account that have called in before', 'account'),
        silent: gauge('account_silent_devices', 'Those that have not called in for an hour', 'account'),
        backups: gauge(
          'account_backup_age_seconds',
          'Since the last good backup of an account with a schedule',
          'account',
        ),
      }
    : undefined;
  return { answers, readOnly, disk, mails, devices, silent, setAside, jobs, backups, overdue, ofAccounts };
}

/** Adds the installation's own gauges to a registry; returns the function that updates them. While the database does not answer, they are absent. */
export function installationGauges(registry: Registry, { db, clock, config }: Watched): () => Promise<void> {
  const { answers, disk, ofAccounts, ...counted } = createGauges(registry, config);
  const { readOnly, mails, devices, silent, setAside, jobs, backups, overdue } = counted;

  async function setAccounts({ devices, silent, backups }: NonNullable<typeof ofAccounts>) {
    for (const each of [devices, silent, backups]) each.reset();
    for (const { account, ...found } of await readAccountGauges(db, clock.now())) {
      devices.set({ account }, found.devices);
      silent.set({ account }, found.silent);
      if (found.backupAge !== null) backups.set({ account }, found.backupAge);
    }
  }

  return async () => {
    for (const each of [disk, ...Object.values(counted)]) each.reset();
    disk.set(freeBytes(config.dataDir));
    try {
      const [now, isFull, states] = [await readGauges(db, clock.now()), await readsOnly(db), await countJobs(db)];
      answers.set(1);
      readOnly.set(Number(isFull));
      mails.set({ state: 'failed' }, now.failedMails);
      mails.set({ state: 'retrying' }, now.retryingMails);
      devices.set(now.devices);
      silent.set({ longer_than: '10m' }, now.silent10m);
      silent.set({ longer_than: '1h' }, now.silent1h);
      silent.set({ longer_than: '1d' }, now.silent1d);
      setAside.set({ standing: 'quarantined' }, now.quarantined);
      setAside.set({ standing: 'future-clock' }, now.futureClock);
      for (const { state, total } of states) jobs.set({ state }, total);
      const made = await backupGauges({ db, clock, config });
      for (const [of, age] of Object.entries(made.ages)) backups.set({ of }, age);
      for (const [of, count] of Object.entries(made.overdue)) overdue.set({ of }, count);
      if (ofAccounts) await setAccounts(ofAccounts);
    } catch (error) {
      answers.set(0);
      if (isReadOnly(error)) readOnly.set(1);
    }
  };
}

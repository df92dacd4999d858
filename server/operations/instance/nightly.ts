import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupHealth } from '#contract/operations/backups.ts';
import { english, msg } from '#contract/platform/words.ts';
import { copyOut, keepCopies } from '../../platform/archive/copies.ts';
import { reason } from '../../platform/archive/reason.ts';
import { roomOn } from '../../platform/archive/room.ts';
import { isOld, NEVER, nextSlot, notCopied, OLD, warningsOf } from '../../platform/archive/slots.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Services } from '../../platform/services.ts';
import { LEFTOVER_PREFIX, writeDump } from './dump.ts';
import { insertState, noteBackup, selectState, takeInstallationSlot } from './nightly.sql.ts';

export const INSTALLATION_BACKUP_JOB = 'installation-backup';
/** The copies' folder in BACKUP_COPY_DIR. */
const COPY_FOLDER = 'installation';
/** Returns the pattern of an installation's own files: two may have one directory, and neither deletes what the other made. */
const filesOf = (id: string) => new RegExp(`^tallyboard-\\d{8}T\\d{6}Z-${id}\\.zip$`);
/** The longest that a backup of the installation may take. */
const LONGEST_S = 2 * 3_600;

/** Makes the installation's own backup at night in the running server, in whichever process takes the slot. */
export function defineInstallationBackup(services: Services) {
  services.jobs.define(INSTALLATION_BACKUP_JOB, () => backUpInstallation(services), { expireInSeconds: LONGEST_S });
}

/** Sends the job when the slot is due, and starts the schedule when it is first seen. */
export async function sendDueInstallationBackup({ db, config, jobs }: Services, now: Date): Promise<void> {
  const slots = config.installationBackup;
  if (slots.frequency === 'off') return;
  const next = nextSlot(slots, config.timeZone, now);
  await db.tx(async (tx) => {
    await insertState(tx, next, now);
    // A slot computed with other variables is moved.
    if (await takeInstallationSlot(tx, next, now)) await jobs.send(INSTALLATION_BACKUP_JOB, {}, { tx });
  });
}

async function backUpInstallation({ db, clock, config, log, secrets }: Services): Promise<void> {
  const { dir, keep } = config.installationBackup;
  const now = clock.now();
  const own = filesOf(secrets.keyId);
  const path = join(dir, `tallyboard-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${secrets.keyId}.zip`);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await removeLeftovers(dir, now);
    await writeDump(db, config, path, now, { room: roomOn(config), accountFiles: false });
    const copyProblem = await copyOut(config, COPY_FOLDER, path);
    for (const old of (await namesIn(dir, own)).slice(0, -keep)) await rm(join(dir, old));
    await keepCopies(config, COPY_FOLDER, keep, own);
    await noteBackup(db, clock.now(), copyProblem && notCopied(copyProblem));
    log.info({ path }, 'the installation was backed up');
    if (copyProblem)
      log.error({ path, copyProblem: english(copyProblem) }, 'the backup of the installation could not be copied');
  } catch (error) {
    log.error({ err: error }, 'the backup of the installation failed');
    await noteBackup(db, null, msg('The last backup of the installation failed: {why}', { why: reason(error, 1_000) }));
  }
}

/** Oldest first. */
const namesIn = async (dir: string, own: RegExp) => (await readdir(dir)).filter((name) => own.test(name)).sort();

/** Deletes half-written folders of processes that died. */
async function removeLeftovers(dir: string, now: Date) {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(LEFTOVER_PREFIX)) continue;
    const { mtimeMs } = await stat(join(dir, name));
    if (mtimeMs < now.getTime() - LONGEST_S * 1_000) await rm(join(dir, name), { recursive: true, force: true });
  }
}

export const installationState = (db: Db) => selectState(db);

export async function installationHealth({ db, config }: Services, now: Date): Promise<BackupHealth> {
  const state = await selectState(db);
  const slots = config.installationBackup;
  if (slots.frequency === 'off' || !state) return { lastGoodAt: state?.goodAt ?? null, nextAt: null, warnings: [] };
  const { goodAt, since, nextAt, problem, words } = state;
  const old = isOld(slots, goodAt, since, now) ? [goodAt ? OLD : NEVER] : [];
  return { lastGoodAt: goodAt, nextAt, ...warningsOf([...old, ...(problem ? [words ?? problem] : [])]) };
}

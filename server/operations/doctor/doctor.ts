import { constants } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { providerProblem } from '../../access/singleSignOn/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Config, isInsecure } from '../../platform/config.ts';
import { freeBytes } from '../../platform/db/bundled/space.ts';
import type { Db } from '../../platform/db/db.ts';
import { mailProblem } from '../../platform/mail/transport.ts';
import { countUnscheduled } from '../backups/schedules.sql.ts';

const LOW_BYTES = 1e9;

/** Returns settings with which the server starts, and which do not work as they seem to: a sentence each, beginning with the variable. */
export function doubtfulSettings({ publicUrl, hasPublicUrl, rcUrl }: Config): string[] {
  const found = [];
  if (hasPublicUrl && isInsecure(publicUrl))
    found.push(
      'PUBLIC_URL is http: browsers give no passkeys, no installation and no work without a connection. Use https.',
    );
  if (rcUrl !== `${publicUrl}/rc/` && isInsecure(rcUrl))
    found.push('RC_URL is http: browsers give the Recorder no camera. Use https.');
  return found;
}

/** Returns what an installation lacks that others have. */
export function missingSettings({ smtpUrl, installationBackup, backupCopyDir }: Config): string[] {
  const found = [];
  if (!smtpUrl) found.push('SMTP_URL is not set: mails are written to DATA_DIR/outbox, and reach no recipient.');
  if (installationBackup.frequency === 'off')
    found.push('INSTALLATION_BACKUP is off: the installation makes no backup by itself.');
  if (!backupCopyDir) found.push('BACKUP_COPY_DIR is not set: backups are on the same disk as the data.');
  return found;
}

/** Returns why a directory cannot be written to, if so. It is made where it is missing, as a backup would make it. */
async function directoryProblem(name: string, directory: string): Promise<string | undefined> {
  const probe = join(directory, `.tallyboard-probe-${process.pid}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK);
    await writeFile(probe, '');
    await rm(probe);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    return `${name} ${directory} cannot be written to (${code}): no backup would be kept there.`;
  }
}

/** Returns the problems of the directories of backups and of the disk of the data. */
export async function directoryProblems({ dataDir, installationBackup, backupCopyDir }: Config): Promise<string[]> {
  const free = freeBytes(dataDir);
  const { frequency, dir } = installationBackup;
  const found = [
    free < LOW_BYTES
      ? `DATA_DIR ${dataDir}: ${Math.round(free / 1e6)} MB are free. Below 256 MB nothing is saved.`
      : undefined,
    frequency === 'off' ? undefined : await directoryProblem('INSTALLATION_BACKUP_DIR', dir),
    backupCopyDir ? await directoryProblem('BACKUP_COPY_DIR', backupCopyDir) : undefined,
  ];
  return found.filter((problem) => problem !== undefined);
}

/** Returns the problems of providers of single sign-on and of the mail server, which are called for it. */
export async function networkProblems(config: Config, clock: Clock): Promise<string[]> {
  const providers = config.providers.map(async (provider) => {
    const reason = await providerProblem(provider, clock);
    return reason && `Single sign-on: the provider ${provider.id} (${provider.issuer}) cannot be used: ${reason}.`;
  });
  const mail = mailProblem(config).then((reason) => reason && `SMTP_URL: the mail server takes no mails: ${reason}`);
  return (await Promise.all([...providers, mail])).filter((problem) => problem !== undefined);
}

/** Returns what the database shows: accounts that are not backed up by themselves. */
export async function accountProblems(db: Db): Promise<string[]> {
  const accounts = await countUnscheduled(db);
  const named = accounts === 1 ? '1 account has' : `${accounts} accounts have`;
  return accounts > 0 ? [`${named} no automatic backups: set them on Data Management of each.`] : [];
}

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { msg } from '#contract/platform/words.ts';
import { RECORD_PARTS } from '#contract/reports/recordFiles.ts';
import { requireRecorded } from '../../attendance/olderDays.ts';
import { reason } from '../../platform/archive/reason.ts';
import { roomOn } from '../../platform/archive/room.ts';
import { refusalOf } from '../../platform/http/errors.ts';
import { wakeMail } from '../../platform/mail/mail.ts';
import { isMissing } from '../../platform/missingFile.ts';
import type { Services } from '../../platform/services.ts';
import { selectAccount } from '../../platform/tenant/account.sql.ts';
import { reportPlace } from '../place.ts';
import type { ReportThreads } from '../reportThread.ts';
import { endAndTell } from './ended.ts';
import { makeRecords } from './makeRecords.ts';
import { deleteEnded, findFile, giveUpFiles, type RecordEnd, storedNames } from './records.sql.ts';

export const MAKE_JOB = 'records.make';
const SWEEP_JOB = 'records.sweep';
const order = z.object({ accountId: z.uuid(), recordFileId: z.uuid() });
/** The longest that a file may take. */
const LONGEST_MS = 2 * 3_600_000;

const folderOf = (dataDir: string) => join(dataDir, 'records');
export const recordPath = (dataDir: string, accountId: string, recordFileId: string) =>
  join(folderOf(dataDir), accountId, `${recordFileId}.zip`);

/** Defines the job that makes a file of records, one at a time in a process, and the one that deletes, each hour, those that have ended. */
export function defineRecordJobs(services: Services, reports: ReportThreads) {
  const { jobs, db, clock, config } = services;
  jobs.define(
    MAKE_JOB,
    async (data, { signal, retryCount }) => {
      const { accountId, recordFileId } = order.parse(data);
      await make(services, reports, { accountId, recordFileId }, { signal, isLast: retryCount > 0 });
    },
    { expireInSeconds: LONGEST_MS / 1000, concurrency: 1, retryLimit: 1 },
  );
  jobs.define(SWEEP_JOB, async () => {
    const now = clock.now();
    await giveUpFiles(db, new Date(now.getTime() - 2 * LONGEST_MS));
    await deleteEnded(db, now);
    const found = await readdir(folderOf(config.dataDir), { recursive: true, withFileTypes: true }).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    // After the folders were read: what is in them was ordered before.
    const names = await storedNames(db);
    for (const { name, parentPath } of found) {
      const path = join(parentPath, name);
      const isOfJob = parentPath.includes('unfinished-');
      const isOurs = name.endsWith('.zip') || name.startsWith('unfinished-');
      if (isOurs && !isOfJob && !names.has(path.slice(folderOf(config.dataDir).length + 1)))
        await rm(path, { recursive: true, force: true });
    }
  });
  jobs.schedule(SWEEP_JOB, '41 * * * *');
}

type Order = z.infer<typeof order>;
async function make(
  services: Services,
  reports: ReportThreads,
  { accountId, recordFileId }: Order,
  { signal, isLast }: { signal: AbortSignal; isLast: boolean },
) {
  const { db, config, clock, files, log, jobs } = services;
  const account = await selectAccount(db, accountId);
  const file = await db.tenant(accountId, (tx) => findFile(tx, accountId, recordFileId, clock.now(), null));
  if (!account || file?.status !== 'making') return;
  const { name: accountName, timeZone } = account;
  const end = async (ended: RecordEnd) => {
    await db.tx((tx) => endAndTell(tx, services, { accountId, accountName, recordFileId }, ended));
    await wakeMail(jobs);
  };
  try {
    const made = await makeRecords({
      ...{ accountName, timeZone, file, signal, room: roomOn(config) },
      path: recordPath(config.dataDir, accountId, recordFileId),
      reports: async () => {
        const now = clock.now();
        const { exportType, language } = file;
        const { employeeIds, ...options } = file.options;
        const request = { dates: { from: file.from, to: file.to }, options };
        const reportTypes = file.parts.map((part) => RECORD_PARTS[part]);
        const whose = { accountId, accountName, timeZone, by: file.by, scope: file.scope, employeeIds };
        const place = await reportPlace(config, now);
        const job = { ...whose, reportTypes, request, exportType, language, isListed: false, ...place, now };
        return files.run(signal, () => reports.makeAll(job, signal), `records ${accountId}`);
      },
    });
    // Records can have been removed between a part's first look at its days and its rows.
    await requireRecorded(db, accountId, file.from);
    await end(made);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal && !isLast) throw error;
    log.error({ err: error, accountId, recordFileId }, 'records not made');
    const failure = refusal?.said ?? msg('It could not be written: {why}', { why: reason(error) });
    await end({ failure });
  }
}

import { createReadStream, existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { msg, words } from '#contract/platform/words.ts';
import * as contract from '#contract/reports/recordFiles.ts';
import { dataPermission } from '#contract/reports/reports.ts';
import { requireRecorded } from '../../attendance/olderDays.ts';
import { readCrew, readMemberIds } from '../../figures/stats/crew.ts';
import { askedDays } from '../../figures/trends/range.ts';
import { selectRoster } from '../../figures/trends/roster.sql.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import { asDownload } from '../../platform/http/csv.ts';
import { conflict, notFound, permissionDenied, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { fileStamp } from '../../platform/zone.ts';
import { readFilter } from '../filter.ts';
import type { ReportThreads } from '../reportThread.ts';
import { defineRecordJobs, MAKE_JOB, recordPath } from './recordJobs.ts';
import { deleteOldestFailed, findFile, insertFile, listFiles } from './records.sql.ts';

/** Mounts the calls of *Records* (docs/reference/records.md#files-of-records), and defines the job that makes the files. */
export function recordFileRoutes(app: FastifyInstance, services: Services, reports: ReportThreads) {
  const { db, jobs, config } = services;
  defineRecordJobs(services, reports);
  const mayRead = (permissions: readonly string[], parts: readonly contract.RecordPart[]) =>
    parts.every((part) => permissions.includes(dataPermission(contract.RECORD_PARTS[part])));

  route(app, contract.listRecordFiles, async ({ caller: { accountId, scope }, now }) => ({
    files: await db.tenant(accountId, (tx) => listFiles(tx, accountId, now, scope)),
  }));
  route(app, contract.makeRecordFile, async (call) => {
    const { caller, now, body } = call;
    const { accountId, fullName, userId, scope } = caller;
    const { dates, parts, exportType, language = caller.language, options = {} } = body;
    if (!mayRead(caller.permissions, parts)) throw permissionDenied();
    const { employeeIds = [] } = options;
    const { from, to } = askedDays({ caller, now, query: dates, isOfAnyAge: true }, contract.MAX_RECORD_DAYS);
    await requireRecorded(db, accountId, from);
    app.gate.rateLimiter.take('report', accountId, now);
    return db.tx(async (tx) => {
      await lockAccount(tx, accountId);
      // Groups of others are not found, nor are people outside the user's scope.
      const { employeeIds: _ids, ...ofGroups } = options;
      await readFilter(tx, accountId, ofGroups, scope);
      if (employeeIds.length > 0) {
        const known = (await selectRoster(tx, accountId, employeeIds)).map(({ employeeId }) => employeeId);
        const members = await readMemberIds(tx, accountId, await readCrew(tx, caller), known);
        if ((members ?? []).length < new Set(employeeIds).size) throw notFound(words('Employee not found'));
      }
      let files = await listFiles(tx, accountId, now, null);
      // There is nothing to download of one that failed.
      if (files.length >= contract.MAX_RECORD_FILES && (await deleteOldestFailed(tx, accountId)))
        files = await listFiles(tx, accountId, now, null);
      if (files.length >= contract.MAX_RECORD_FILES)
        throw new Refusal(
          'LIMIT_REACHED',
          msg('There are {most} files of the last {recordFileDays} days: download one of these.', {
            most: contract.MAX_RECORD_FILES,
            recordFileDays: contract.RECORD_FILE_DAYS,
          }),
        );
      if (files.some(({ status }) => status === 'making'))
        throw new Refusal('LIMIT_REACHED', words('A file is being made: wait until it is ready.'));
      const recordFileId = uuidv7({ msecs: now.getTime() });
      await insertFile(tx, accountId, {
        _id: recordFileId,
        from,
        to,
        parts,
        exportType,
        options,
        language,
        scope,
        by: fullName,
        userId,
        now,
      });
      const detail = msg('{from} to {to}, {what}', { from, to, what: [...parts, exportType].join(', ') });
      await audit(tx, { ...by(call), accountId, action: 'records.make', target: recordFileId, detail });
      await jobs.send(MAKE_JOB, { accountId, recordFileId }, { tx });
      const made = await findFile(tx, accountId, recordFileId, now, scope);
      if (!made) throw notFound(words('File not found'));
      const { options: _options, scope: _scope, language: _language, ...file } = made;
      return call.answered(tx, file);
    });
  });
  route(app, contract.downloadRecordFile, async (call) => {
    const { caller, now, params, reply } = call;
    const { accountId, permissions, timeZone, scope } = caller;
    const file = await db.tenant(accountId, (tx) => findFile(tx, accountId, params.recordFileId, now, scope));
    if (!file) throw notFound(words('File not found'));
    if (!mayRead(permissions, file.parts)) throw permissionDenied();
    if (file.status !== 'ready') throw conflict(words('This file is not ready.'));
    const path = recordPath(config.dataDir, accountId, file._id);
    if (!existsSync(path)) throw conflict(words('This file is not on this server.'));
    const detail = msg('{from} to {to}, {what}', { from: file.from, to: file.to, what: file.sha256 ?? '' });
    await db.tenant(accountId, (tx) =>
      audit(tx, { ...by(call), accountId, action: 'records.download', target: file._id, detail }),
    );
    asDownload(reply, `records-${fileStamp(timeZone, new Date(file.at))}.zip`, 'application/zip');
    return reply.send(createReadStream(path));
  });
}

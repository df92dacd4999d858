import { createReadStream, existsSync } from 'node:fs';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as contract from '#contract/operations/backups.ts';
import { joined, msg, words } from '#contract/platform/words.ts';
import { removeCopy } from '../../platform/archive/copies.ts';
import { backupPath, copyFolder, removeFile, uploadPath } from '../../platform/archive/files.ts';
import { roomOn } from '../../platform/archive/room.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { asDownload } from '../../platform/http/csv.ts';
import { conflict, invalid, notFound, permissionDenied, tooMany } from '../../platform/http/errors.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { selectAccount } from '../../platform/tenant/account.sql.ts';
import { requireAccount } from '../../platform/tenant/account.ts';
import { fileStamp } from '../../platform/zone.ts';
import { defineInstallationBackup } from '../instance/nightly.ts';
import { defineAccountFoldersJob } from './accountFolders.ts';
import { withSignsOfLife } from './alive.ts';
import { BACKUP_JOB, defineBackupJob, itemsOf } from './backupJob.ts';
import { deleteBackupRow, insertBackup, presentedBackup, selectBackup, selectBackups } from './backups.sql.ts';
import { type Plan, restoredCurrency } from './currency.ts';
import { isOurs, LIMITS, type Manifest } from './manifest.ts';
import { beginJob, refuseBesideAnything, refuseBesideRestore } from './oneAtATime.ts';
import { rehearse } from './rehearse.ts';
import { defineRestoreJob, RESTORE_JOB } from './restoreJob.ts';
import {
  claimRestore,
  deleteRestore,
  insertRestore,
  makeRoomForUpload,
  presentedRestore,
  type RestoreRow,
  selectRestore,
  selectRestores,
  setManifest,
  touchUpload,
} from './restores.sql.ts';
import { scheduleRoutes } from './scheduleRoutes.ts';
import { defineScheduleJob } from './scheduler.ts';
import { settledInstant } from './settled.ts';
import { stageArchive } from './stage.ts';
import { storesTemplates } from './swap.sql.ts';
import { defineSweepJob, saysNothing, sweepSoon } from './sweep.ts';
import { receiveUpload } from './upload.ts';

/** Backups and restores of an account. */
export async function backupRoutes(app: FastifyInstance, services: Services) {
  defineBackupJob(services);
  defineRestoreJob(services);
  defineSweepJob(services);
  defineAccountFoldersJob(services);
  defineScheduleJob(services);
  defineInstallationBackup(services);
  // What a crash left under way is seen to at once.
  app.addHook('onListen', () => sweepSoon(services));
  backups(app, services);
  scheduleRoutes(app, services);
  restores(app, services);
  await app.register(async (scope) => {
    await scope.register(multipart);
    upload(scope, services);
  });
}

function backups(app: FastifyInstance, services: Services) {
  const { db, jobs, config } = services;
  const existing = async (accountId: string, backupJobId: string) => {
    const found = await selectBackup(db, accountId, backupJobId);
    if (!found) throw notFound(words('Backup not found'));
    return found;
  };

  route(app, contract.startBackup, async (call) => {
    const { accountId } = call.params;
    await requireAccount(services.db, accountId);
    app.gate.rateLimiter.take('report', accountId, call.now);
    const backupJobId = uuidv7({ msecs: call.now.getTime() });
    const items = itemsOf(call.body);
    await beginJob(services, accountId, call.now, async (tx, running) => {
      refuseBesideRestore(running);
      if (running.backups >= LIMITS.backupsWaiting)
        throw tooMany(60, words('Backups of this account are waiting already.'));
      await insertBackup(tx, accountId, backupJobId, {
        items,
        by: call.caller.fullName,
        kind: 'manual',
        now: call.now,
      });
      await audit(tx, {
        ...by(call),
        accountId,
        action: 'backup.create',
        target: backupJobId,
        detail: joined(items, ', '),
      });
      await jobs.send(BACKUP_JOB, { accountId, backupJobId, items }, { tx });
    });
    return { backupJobId };
  });
  route(app, contract.getBackupStatus, async ({ params, now }) => {
    const found = await existing(params.accountId, params.backupJobId);
    if (saysNothing(found, now)) await sweepSoon(services);
    return presentedBackup(found);
  });
  route(app, contract.listBackups, async ({ params: { accountId } }) => {
    await requireAccount(db, accountId);
    return { results: (await selectBackups(db, accountId)).map(presentedBackup) };
  });
  route(app, contract.deleteBackup, async (call) => {
    const { accountId, backupJobId } = call.params;
    const { status } = await existing(accountId, backupJobId);
    if (status === 'In Progress') throw conflict(words('This backup is still being made.'));
    // The file first: a row without a file can be deleted again, a file without a row would stay for ever.
    const path = backupPath(config.dataDir, accountId, backupJobId);
    await removeCopy(config, copyFolder(accountId), path);
    await removeFile(path);
    await db.tx(async (tx) => {
      await deleteBackupRow(tx, accountId, backupJobId);
      await audit(tx, { ...by(call), accountId, action: 'backup.delete', target: backupJobId });
    });
    return { ok: true as const };
  });
  route(app, contract.downloadBackup, async (call) => {
    const { accountId, backupJobId } = call.params;
    const found = await existing(accountId, backupJobId);
    if (found.status !== 'Successful') throw conflict(words('There is no file of this backup.'));
    const { code, timeZone } = await requireAccount(services.db, accountId);
    const path = backupPath(config.dataDir, accountId, backupJobId);
    if (!existsSync(path)) throw conflict(words('The file of this backup is not on this server.'));
    await db.tx((tx) => audit(tx, { ...by(call), accountId, action: 'backup.download', target: backupJobId }));
    asDownload(call.reply, `backup-${code}-${fileStamp(timeZone, new Date(found.started))}.zip`, 'application/zip');
    if (found.bytes !== null) call.reply.header('content-length', String(found.bytes));
    return call.reply.send(createReadStream(path));
  });
}

const presentedUpload = (secrets: Services['secrets'], accountId: string, manifest: Manifest) => ({
  includedItems: manifest.items.map(({ type, count }) => ({ type, count })),
  madeAt: manifest.madeAt,
  madeFor: manifest.account.name,
  foreign: !isOurs(secrets, manifest) || manifest.account.id !== accountId,
});

function upload(app: FastifyInstance, services: Services) {
  const { db, config, secrets, clock } = services;
  route(app, contract.uploadRestore, async (call) => {
    const { accountId } = call.params;
    await requireAccount(services.db, accountId);
    const restoreJobId = uuidv7({ msecs: call.now.getTime() });
    const path = uploadPath(config.dataDir, accountId, restoreJobId);
    // The row first, so that however many arrive at once, each is counted.
    await beginJob(services, accountId, call.now, async (tx) => {
      if (!(await makeRoomForUpload(tx, accountId, LIMITS.uploadsPerAccount, call.now)))
        throw conflict(words('Other uploads of this account are arriving. Please try again when they are done.'));
      await insertRestore(tx, accountId, restoreJobId, call.caller.fullName, call.now, path);
    });
    const receive = async () => {
      await receiveUpload(call.request, path, roomOn(config));
      const manifest = await inTurn(services.intake, call.reply, accountId, () =>
        stageArchive(services, accountId, restoreJobId, path),
      );
      await setManifest(db, accountId, restoreJobId, manifest);
      await db.tx((tx) => audit(tx, { ...by(call), accountId, action: 'restore.upload', target: restoreJobId }));
      return { restoreJobId, ...presentedUpload(secrets, accountId, manifest) };
    };
    try {
      return await withSignsOfLife(() => touchUpload(db, accountId, restoreJobId, clock.now()), receive);
    } catch (error) {
      await deleteRestore(db, accountId, restoreJobId);
      throw error;
    } finally {
      // Its checked lines are in the database by now.
      await removeFile(path);
    }
  });
}

const actorOf = ({ caller, address }: { caller: UserCaller; address: string }) => ({
  accountId: caller.accountId,
  userId: caller.userId,
  address,
});

function restores(app: FastifyInstance, services: Services) {
  const { db, jobs, config, secrets, clock } = services;
  const existing = async (accountId: string, restoreJobId: string) => {
    const found = await selectRestore(db, accountId, restoreJobId);
    if (!found) throw notFound(words('Restore not found'));
    return found;
  };
  const present = (accountId: string, row: RestoreRow) =>
    presentedRestore(row, row.manifest && presentedUpload(secrets, accountId, row.manifest));
  const checked = async (accountId: string, restoreJobId: string, { items, strategy }: Plan) => {
    const { manifest } = await existing(accountId, restoreJobId);
    if (!manifest) throw notFound(words('Restore not found'));
    const missing = items.find((item) => !manifest.items.some(({ type }) => type === item));
    if (missing) throw invalid('items', msg('{missing} are not in this file.', { missing }));
    await db.tenant(accountId, (tx) => restoredCurrency(tx, accountId, manifest, { items, strategy }));
    if (holdsTemplates(manifest, items)) await refuseTemplates(services, accountId, manifest);
    if (items.includes('Users') && (await selectAccount(db, accountId))?.isSystem)
      throw invalid('items', words('Users of a file are employers: this is the account of the administrators.'));
    return manifest;
  };
  const mayRestore = ({ permissions }: UserCaller, items: readonly contract.BackupItem[], strategy: string) => {
    if (!items.includes('Users')) return;
    const needed = strategy === 'replace' ? (['User.CREATE', 'User.DELETE'] as const) : (['User.CREATE'] as const);
    if (needed.some((name) => !permissions.includes(name))) throw permissionDenied();
  };

  route(app, contract.rehearseRestore, async ({ params: { accountId, restoreJobId }, body, now, reply }) => {
    const { madeAt } = await checked(accountId, restoreJobId, body);
    const plan = { ...body, madeAt };
    return inTurn(services.intake, reply, accountId, () => rehearse(db, accountId, restoreJobId, plan, now));
  });
  route(app, contract.startRestore, async (call) => {
    const { accountId, restoreJobId } = call.params;
    const { items, strategy, acceptForeign = false } = call.body;
    mayRestore(call.caller, items, strategy);
    const manifest = await checked(accountId, restoreJobId, call.body);
    if (presentedUpload(secrets, accountId, manifest).foreign && !acceptForeign)
      throw invalid('acceptForeign', words('This backup comes from somewhere else: say that its data is wanted here.'));
    await beginJob(services, accountId, call.now, async (tx, running) => {
      refuseBesideAnything(running);
      const claim = { items, strategy, actor: actorOf(call), now: await settledInstant(tx, accountId, clock) };
      if (!(await claimRestore(tx, accountId, restoreJobId, claim)))
        throw conflict(words('This restore was started already.'));
      await audit(tx, {
        ...by(call),
        accountId,
        action: 'restore.start',
        target: restoreJobId,
        detail: msg('{strategy, select, replace {replace} other {merge}}: {items}', {
          strategy,
          items: joined(items, ', '),
        }),
      });
      await jobs.send(RESTORE_JOB, { accountId, restoreJobId }, { tx });
    });
    return { ok: true as const };
  });
  route(app, contract.getRestoreStatus, async ({ params, now }) => {
    const found = await existing(params.accountId, params.restoreJobId);
    if (saysNothing(found, now)) await sweepSoon(services);
    return present(params.accountId, found);
  });
  route(app, contract.listRestores, async ({ params: { accountId } }) => {
    await requireAccount(db, accountId);
    return { results: (await selectRestores(db, accountId)).map((row) => present(accountId, row)) };
  });
  route(app, contract.undoRestore, (call) =>
    inTurn(services.intake, call.reply, call.params.accountId, () => undo(call)),
  );
  const undo = async (call: Call<typeof contract.undoRestore>) => {
    const { accountId } = call.params;
    const { safetyBackupJobId, items } = await existing(accountId, call.params.restoreJobId);
    if (!safetyBackupJobId) throw conflict(words('There is no backup from before this restore.'));
    const safety = await selectBackup(db, accountId, safetyBackupJobId);
    if (safety?.status !== 'Successful') throw conflict(words('The backup from before this restore is gone.'));
    mayRestore(call.caller, items, 'replace');
    const restoreJobId = uuidv7({ msecs: call.now.getTime() });
    await insertRestore(db, accountId, restoreJobId, call.caller.fullName, call.now, null);
    try {
      const manifest = await stageArchive(
        services,
        accountId,
        restoreJobId,
        backupPath(config.dataDir, accountId, safetyBackupJobId),
      );
      await setManifest(db, accountId, restoreJobId, manifest);
      await beginJob(services, accountId, call.now, async (tx, running) => {
        refuseBesideAnything(running);
        await claimRestore(tx, accountId, restoreJobId, {
          items,
          strategy: 'replace',
          actor: actorOf(call),
          now: await settledInstant(tx, accountId, clock),
        });
        await audit(tx, { ...by(call), accountId, action: 'restore.undo', target: call.params.restoreJobId });
        await jobs.send(RESTORE_JOB, { accountId, restoreJobId }, { tx });
      });
    } catch (error) {
      await deleteRestore(db, accountId, restoreJobId);
      throw error;
    }
    return { restoreJobId };
  };
}

const holdsTemplates = ({ items }: Manifest, chosen: readonly contract.BackupItem[]) =>
  chosen.includes('Biometric Templates') &&
  items.some(({ type, count }) => type === 'Biometric Templates' && count > 0);

/**
 * Refuses templates that are encrypted under the key of another installation, and those of an account that stores none (docs/reference/privacy.md#templates); the
 * rest of their file restores.
 */
async function refuseTemplates({ db, secrets }: Services, accountId: string, { keyId }: Manifest) {
  if (keyId !== secrets.keyId)
    throw conflict(
      words(
        'The biometric templates in this file can only be restored with the SECRET_KEY of the installation that made it. Leave them out to restore the rest.',
      ),
    );
  if (!(await storesTemplates(db, accountId)))
    throw conflict(
      words(
        'This account stores no biometric templates: switch them on in its settings, or leave them out to restore the rest.',
      ),
    );
}

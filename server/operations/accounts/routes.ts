import type { FastifyInstance } from 'fastify';
import * as settings from '#contract/access/accountSettings.ts';
import * as contract from '#contract/access/accounts.ts';
import * as readingKeys from '#contract/access/readingKeys.ts';
import * as statistics from '#contract/operations/accountStatistics.ts';
import { boundedRange } from '#contract/platform/common.ts';
import { DEVICE_ONLINE_MS, MAX_LIST_ROWS } from '#contract/platform/limits.ts';
import { words } from '#contract/platform/words.ts';
import {
  contentsOf,
  findAccount,
  listAccountRows,
  statisticsOf,
  totalAlertsSent,
} from '../../access/accounts/accounts.sql.ts';
import { previewTimeZone, saveSettings, settingsOf } from '../../office/setup/accountSettings.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { searchPatterns } from '../../platform/searchText.ts';
import type { Services } from '../../platform/services.ts';
import { requireAccount } from '../../platform/tenant/account.ts';
import { createAccount, updateAccount } from './accounts.ts';
import { deleteAccount } from './deletion.ts';
import { accountsHealth } from './health.ts';
import { listReadingKeyRows, listSyncKeyRows } from './syncKeys.sql.ts';
import { createReadingKey, createSyncKey, revokeSyncKey } from './syncKeys.ts';

const ok = { ok: true } as const;

export function accountRoutes(app: FastifyInstance, services: Services) {
  const { db } = services;
  const found = <T>(document: T | undefined): T => {
    if (document === undefined) throw notFound(words('Account not found'));
    return document;
  };

  route(app, contract.listAccounts, ({ query }) => listAccountRows(db, [], boundedRange(query)));
  route(app, contract.searchAccounts, ({ query: { q, startRow = 0, endRow = MAX_LIST_ROWS } }) =>
    listAccountRows(db, searchPatterns(q), boundedRange({ startRow, endRow })),
  );
  route(app, contract.getAccount, async ({ params }) => found(await findAccount(db, params.accountId)));
  route(app, contract.createAccount, (call) => createAccount(services, call.body, call));
  route(app, contract.updateAccount, (call) => updateAccount(services, call.params.accountId, call.body, call));
  route(app, contract.deleteAccount, async (call) => {
    await deleteAccount(services, call.params.accountId, call);
    return ok;
  });
  route(app, contract.getAccountContents, async ({ params: { accountId } }) => {
    await requireAccount(db, accountId);
    return db.tenant(accountId, (tx) => contentsOf(tx, accountId));
  });

  route(app, settings.getAccountSettings, ({ params }) => settingsOf(services, params.accountId));
  route(app, settings.updateAccountSettings, (call) => saveSettings(services, call.params.accountId, call.body, call));

  route(app, settings.previewAccountTimeZone, ({ params, body, now }) =>
    previewTimeZone(services, params.accountId, body.timeZone, now),
  );

  route(app, settings.createSyncKey, (call) => createSyncKey(services, call.params.accountId, call.body, call));
  route(app, settings.listSyncKeys, async ({ params: { accountId } }) => {
    await requireAccount(db, accountId);
    return { results: await db.tenant(accountId, (tx) => listSyncKeyRows(tx, accountId)) };
  });
  route(app, readingKeys.listReadingKeys, async ({ caller: { accountId } }) => ({
    keys: await db.tenant(accountId, (tx) => listReadingKeyRows(tx, accountId)),
  }));
  route(app, readingKeys.createReadingKey, (call) => createReadingKey(services, call.body, call));
  route(app, readingKeys.revokeReadingKey, async (call) => {
    await revokeSyncKey(services, call.caller.accountId, call.params.readingKeyId, call, true);
    return ok;
  });
  route(app, settings.revokeSyncKey, async (call) => {
    await revokeSyncKey(services, call.params.accountId, call.params.syncKeyId, call);
    return ok;
  });

  route(app, statistics.getTotalAlertsSent, async ({ params: { accountId } }) => {
    await requireAccount(db, accountId);
    return db.tenant(accountId, (tx) => totalAlertsSent(tx, accountId));
  });
  route(app, statistics.getAccountsHealth, async ({ now }) => ({ accounts: await accountsHealth(db, now) }));
  route(app, statistics.getAccountStatistics, async ({ params: { accountId }, now }) => {
    await requireAccount(db, accountId);
    const onlineSince = new Date(now.getTime() - DEVICE_ONLINE_MS);
    return db.tenant(accountId, (tx) => statisticsOf(tx, accountId, onlineSince));
  });
}

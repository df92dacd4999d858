import { expect } from 'vitest';
import type { TestApp } from './testApp.ts';
import { multipart } from './zip.ts';

export const ALL_ITEMS = {
  includePayrollData: true,
  includeEmployees: true,
  includeBiometricTemplates: true,
  includeClockRecords: true,
  includeUsers: true,
};
export const backupBase = (accountId: string) => `/v2/backup-restore/${accountId}`;

/** The calls of Data Management, by a user who is logged in. */
export function backupCalls(t: TestApp, token: () => string) {
  const start = (accountId: string, options: object = ALL_ITEMS) =>
    t.ask(`${backupBase(accountId)}/backup/start`, { token: token(), body: options });
  const download = async (accountId: string, backupJobId: string) =>
    (await t.ask(`${backupBase(accountId)}/backup/${backupJobId}/download`, { token: token() })).rawPayload;
  const upload = (archive: Buffer, accountId: string, part: { type?: string; name?: string } = {}) => {
    const { payload, headers } = multipart(archive, part);
    const url = `${backupBase(accountId)}/restore/upload`;
    return t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token() } });
  };
  const startRestore = (accountId: string, restoreJobId: string, body: object) =>
    t.ask(`${backupBase(accountId)}/restore/${restoreJobId}/start`, { token: token(), body });
  const restoreStatus = async (accountId: string, restoreJobId: string) =>
    (await t.ask(`${backupBase(accountId)}/restore/${restoreJobId}/status`, { token: token() })).json();
  return {
    start,
    download,
    upload,
    startRestore,
    restoreStatus,
    /** Makes a whole backup: started, finished, downloaded. */
    async backUp(accountId: string, options: object = ALL_ITEMS) {
      const { backupJobId } = (await start(accountId, options)).json();
      await t.jobs.drain();
      return { backupJobId: String(backupJobId), archive: await download(accountId, backupJobId) };
    },
    /** Makes a whole restore, whoever made the file: uploaded, acknowledged, run. Returns its status. */
    async restore(archive: Buffer, accountId: string, strategy: 'replace' | 'merge', items: readonly string[]) {
      const uploaded = await upload(archive, accountId);
      expect(uploaded.statusCode, uploaded.body).toBe(200);
      const { restoreJobId } = uploaded.json();
      const started = await startRestore(accountId, restoreJobId, { items, strategy, acceptForeign: true });
      expect(started.json()).toEqual({ ok: true });
      await t.jobs.drain();
      return { restoreJobId: String(restoreJobId), status: await restoreStatus(accountId, restoreJobId) };
    },
  };
}

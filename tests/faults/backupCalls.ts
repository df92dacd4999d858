import { z } from 'zod';
import { pause, type ServerProcess, type Site } from './rig.ts';

const ALL = { includePayrollData: true, includeEmployees: true, includeClockRecords: true, includeUsers: true };
const status = z.object({ status: z.string(), failureReason: z.string().nullable() });
const started = z.object({ backupJobId: z.string() });
const LONGEST_MS = 120_000;

/** Makes a call below /v2/backup-restore as the site's administrator. */
export async function ask(server: ServerProcess, { token }: Site, path: string, init: RequestInit = {}) {
  const headers = {
    authorization: token,
    ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
  };
  return fetch(`${server.origin}/v2/backup-restore/${path}`, { ...init, headers });
}

/** Waits until a job is over and returns its status. */
export async function finished(server: ServerProcess, site: Site, path: string): Promise<string> {
  for (const until = performance.now() + LONGEST_MS; performance.now() < until; await pause(150)) {
    const known = status.parse(await (await ask(server, site, path)).json());
    if (known.status !== 'In Progress') return known.status;
  }
  throw new Error(`${path} stayed In Progress`);
}

/** Starts a backup of everything and returns its id. */
export async function startBackup(server: ServerProcess, site: Site): Promise<string> {
  const body = JSON.stringify(ALL);
  const reply = await ask(server, site, `${site.accountId}/backup/start`, { method: 'POST', body });
  return started.parse(await reply.json()).backupJobId;
}

/** Makes a backup, returns its file, and deletes it on the server. */
export async function backUp(server: ServerProcess, site: Site): Promise<Buffer> {
  const path = `${site.accountId}/backup/${await startBackup(server, site)}`;
  if ((await finished(server, site, `${path}/status`)) !== 'Successful') throw new Error('No backup');
  const archive = Buffer.from(await (await ask(server, site, `${path}/download`)).arrayBuffer());
  await ask(server, site, path, { method: 'DELETE' });
  return archive;
}

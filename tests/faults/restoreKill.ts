import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unzip } from '#tests/support/zip.ts';
import {
  adminToken,
  attlogLine,
  type FaultRow,
  givenSite,
  pause,
  postLines,
  recoveryOf,
  ServerProcess,
  type Site,
  storedPunches,
} from './rig.ts';

const ITEMS = ['Payroll Data', 'Employees', 'Clock Records', 'Users'];
const ALL = { includePayrollData: true, includeEmployees: true, includeClockRecords: true, includeUsers: true };
const status = z.object({ status: z.string(), failureReason: z.string().nullable() });
const LONGEST_MS = 120_000;

/** One site with two known states: the old one, and the one of a backup. */
async function givenTwoStates(server: ServerProcess, punches: number) {
  const site = await givenSite(server, 'FAULT0002');
  const end = Date.now();
  for (let from = 0; from < punches; from += 500)
    await postLines(
      server,
      site.serial,
      Array.from({ length: 500 }, (_, n) => attlogLine(from + n, end)),
    );
  const archive = await backUp(server, site);
  await postLines(
    server,
    site.serial,
    Array.from({ length: 200 }, (_, n) => attlogLine(punches + n, end)),
  );
  return { site, archive };
}

async function ask(server: ServerProcess, path: string, init: RequestInit = {}) {
  const headers = {
    authorization: await adminToken(server),
    ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
  };
  return fetch(`${server.origin}/v2/backup-restore/${path}`, { ...init, headers });
}

async function finished(server: ServerProcess, path: string): Promise<string> {
  for (const until = performance.now() + LONGEST_MS; performance.now() < until; await pause(150)) {
    const known = status.parse(await (await ask(server, path)).json());
    if (known.status !== 'In Progress') return known.status;
  }
  throw new Error(`${path} stayed In Progress`);
}

async function backUp(server: ServerProcess, { accountId }: Site): Promise<Buffer> {
  const started = await (
    await ask(server, `${accountId}/backup/start`, { method: 'POST', body: JSON.stringify(ALL) })
  ).json();
  const { backupJobId } = z.object({ backupJobId: z.string() }).parse(started);
  if ((await finished(server, `${accountId}/backup/${backupJobId}/status`)) !== 'Successful')
    throw new Error('No backup');
  return Buffer.from(await (await ask(server, `${accountId}/backup/${backupJobId}/download`)).arrayBuffer());
}

async function uploaded(server: ServerProcess, { accountId }: Site, archive: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), 'backup.zip');
  const reply = await ask(server, `${accountId}/restore/upload`, { method: 'POST', body: form });
  return z.object({ restoreJobId: z.string() }).parse(await reply.json()).restoreJobId;
}

const hashOf = async (archive: Buffer) => {
  const files = await unzip(archive);
  files.delete('manifest.json');
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(name).update(content);
  return hash.digest('hex');
};

/** SIGKILL at random moments of a restore: afterwards the account is the old one or the restored one, whole, and its status says so. */
export async function killDuringRestore(kills: number, punches = 3_000): Promise<FaultRow> {
  const server = await ServerProcess.create();
  const recoveries: number[] = [];
  let torn = 0;
  let stuck = 0;
  try {
    await server.start();
    const { site, archive } = await givenTwoStates(server, punches);
    for (let kill = 0; kill < kills; kill++) {
      const before = await hashOf(await backUp(server, site));
      const restoreJobId = await uploaded(server, site, archive);
      const body = JSON.stringify({ items: ITEMS, strategy: 'replace' });
      await ask(server, `${site.accountId}/restore/${restoreJobId}/start`, { method: 'POST', body });
      await pause(Math.random() * 2_500);
      await server.end('SIGKILL');
      recoveries.push(await server.start());
      const outcome = await finished(server, `${site.accountId}/restore/${restoreJobId}/status`).catch(() => 'stuck');
      if (outcome === 'stuck') stuck++;
      const after = await hashOf(await backUp(server, site));
      if (after !== (outcome === 'Successful' ? await hashOf(archive) : before)) torn++;
    }
    const stored = await storedPunches(server, site);
    return {
      fault: 'SIGKILL during restore (replace)',
      tried: `${kills} kills`,
      acknowledged: punches,
      lost: torn + Math.max(0, punches - stored),
      doubled: Math.max(0, stored - punches - 200),
      serverErrors: stuck,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}

/** SIGKILL while a backup is written: its status says that it failed, and no part of a file is offered or left. */
export async function killDuringBackup(kills: number, punches = 5_000): Promise<FaultRow> {
  const server = await ServerProcess.create();
  const recoveries: number[] = [];
  let stuck = 0;
  let partial = 0;
  try {
    await server.start();
    const { site } = await givenTwoStates(server, punches);
    for (let kill = 0; kill < kills; kill++) {
      const started = await (
        await ask(server, `${site.accountId}/backup/start`, { method: 'POST', body: JSON.stringify(ALL) })
      ).json();
      const { backupJobId } = z.object({ backupJobId: z.string() }).parse(started);
      await pause(Math.random() * 800);
      await server.end('SIGKILL');
      recoveries.push(await server.start());
      const outcome = await finished(server, `${site.accountId}/backup/${backupJobId}/status`).catch(() => 'stuck');
      if (outcome === 'stuck') stuck++;
      const file = join(server.dataDir, 'backups', site.accountId, `${backupJobId}.zip`);
      if (existsSync(file) !== (outcome === 'Successful')) partial++;
    }
    await backUp(server, site);
    const left = readdirSync(join(server.dataDir, 'backups', site.accountId)).filter((name) =>
      name.startsWith('unfinished-'),
    );
    const stored = await storedPunches(server, site);
    return {
      fault: 'SIGKILL during backup',
      tried: `${kills} kills`,
      acknowledged: punches + 200,
      lost: partial + left.length + Math.max(0, punches + 200 - stored),
      doubled: Math.max(0, stored - punches - 200),
      serverErrors: stuck,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}

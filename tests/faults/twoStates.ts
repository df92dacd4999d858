import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createSyncKey, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { createUser } from '#contract/access/users.ts';
import { syncPayroll } from '#contract/intake/payroll.ts';
import { unzip } from '#tests/support/zip.ts';
import { payroll, SYSTEM } from './alertWorld.ts';
import { ask, backUp } from './backupCalls.ts';
import { Journal } from './journal.ts';
import { attlogLine, givenSite, pause, type ServerProcess, type Site } from './rig.ts';

const ITEMS = ['Payroll Data', 'Employees', 'Clock Records', 'Users'];
export type Env = Record<string, string>;
export type Where = 'PostgreSQL' | 'bundled';
export const where = (env: Env): Where => (env.DATABASE_URL ? 'PostgreSQL' : 'bundled');

/** One site with two known states: the old one, and the one of a backup. */
export async function givenTwoStates(server: ServerProcess, punches: number) {
  const site = await givenSite(server, 'FAULT0002');
  await fill(server, site);
  const end = Date.now();
  const journal = new Journal();
  const post = (from: number, count: number) =>
    journal.post(
      server,
      site,
      Array.from({ length: count }, (_, n) => attlogLine(from + n, end)),
    );
  for (let from = 0; from < punches; from += 500) await post(from, 500);
  const archive = await backUp(server, site);
  await post(punches, 200);
  await giveUser(server, site, 'later');
  return { site, archive, journal };
}

/** People, groups, a standard time and a user: each table of a backup that a payroll system and a screen fill. */
async function fill(server: ServerProcess, site: Site) {
  const params = { accountId: site.accountId };
  await server.call(updateAccountSettings, { params, body: { allowedSystemIds: [SYSTEM] } }, site.token);
  const { key } = await server.call(
    createSyncKey,
    { params, body: { systemId: SYSTEM, description: 'Pay' } },
    site.token,
  );
  const sent = payroll();
  // Those who punch, so that days are derived.
  const employees = sent.employees.map((one) => ({ ...one, timeId: String(1_000 + Number(one.number)) }));
  await server.call(syncPayroll, { params: { systemId: SYSTEM }, body: { ...sent, employees } }, key);
  await giveUser(server, site, 'earlier');
}

const giveUser = ({ call }: ServerProcess, { accountId, token }: Site, username: string) =>
  call(
    createUser,
    {
      body: {
        ...{ accountId, username, firstName: 'Use', lastName: 'Er', email: `${username}@example.test` },
        password: 'until-the-first-log-in',
      },
    },
    token,
  );

/** Uploads an archive and returns the id of its restore, which is not started yet. */
export async function uploaded(server: ServerProcess, site: Site, archive: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), 'backup.zip');
  const reply = await ask(server, site, `${site.accountId}/restore/upload`, { method: 'POST', body: form });
  return z.object({ restoreJobId: z.string() }).parse(await reply.json()).restoreJobId;
}

/** Starts a restore (replace) and returns the path of its status. */
export async function startRestore(server: ServerProcess, site: Site, restoreJobId: string): Promise<string> {
  const path = `${site.accountId}/restore/${restoreJobId}`;
  const body = JSON.stringify({ items: ITEMS, strategy: 'replace' });
  const start = () => ask(server, site, `${path}/start`, { method: 'POST', body });
  let reply = await start();
  // A job of a process that died stands in the way until it has said nothing for a while.
  for (let tries = 0; reply.status === 409 && tries < 30; tries++) {
    await pause(1_000);
    reply = await start();
  }
  if (!reply.ok) throw new Error(`The restore was not started: ${await reply.text()}`);
  return `${path}/status`;
}

/** Returns a hash of the content of an archive, which is equal for equal accounts. */
export const hashOf = async (archive: Buffer) => {
  const files = await unzip(archive);
  files.delete('manifest.json');
  const hash = createHash('sha256');
  // A password is sealed anew in each file.
  for (const [name, content] of files)
    hash.update(name).update(String(content).replaceAll(/"password_hash":"[^"]*"/g, ''));
  return hash.digest('hex');
};

/** Counts how often each outcome came: '31 Failed, 19 Successful'. */
export function tally() {
  const counts = new Map<string, number>();
  return {
    add: (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    toString: () => [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '),
  };
}

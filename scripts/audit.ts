import { listAuditedAccounts } from '#server/audit/audit.sql.ts';
import { checkTrail } from '#server/audit/chain.ts';
import { readConfig } from '#server/config.ts';
import { openInstance } from '#server/instance/open.ts';

/** `npm run audit:check`: computes every account's audit chain again; fails when one was changed. See docs/operating.md. */
const { db, close } = await openInstance(readConfig(process.env), { mayBeRunning: true });
try {
  for (const { accountId, code } of await listAuditedAccounts(db)) {
    const { entries, newest, problem } = await checkTrail(db, accountId);
    if (problem) process.exitCode = 1;
    const found = problem
      ? `WRONG: ${problem.reason}${problem.place === null ? '' : ` at place ${problem.place}`}`
      : 'right';
    console.log(`${code ?? `deleted account ${accountId}`}: ${entries} entries, ${newest ?? 'none'}: ${found}`);
  }
} finally {
  await close();
}
process.exit();

import { listAuditedAccounts } from '#server/platform/audit/audit.sql.ts';
import { checkTrail } from '#server/platform/audit/chain.ts';
import { command, openConfigured } from './instance.ts';

/** `npm run audit:check`: recomputes every account's audit chain and fails when one was changed. See docs/operating.md. */
await command('The check', async () => {
  const { db, close } = await openConfigured();
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
});

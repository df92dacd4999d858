import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/payroll.ts';
import { withAfterwards } from '../attendance/afterwards.ts';
import { audit, by } from '../audit/audit.ts';
import { readSentEmployees } from '../catalog/employees.ts';
import { Refusal } from '../http/errors.ts';
import { acceptLargeBodies } from '../http/largeBodies.ts';
import { route } from '../http/route.ts';
import { inTurn } from '../http/turn.ts';
import type { Services } from '../services.ts';
import { isSyncKeyInForce } from '../session/tokens.sql.ts';
import { requireAccount, requireEmployerAccount } from '../tenant/account.ts';
import { describeRecords } from './described.ts';
import { importCsv } from './import/importCsv.ts';
import { deleteOldImports, selectImports } from './import/journal.sql.ts';
import { keptSince } from './import/journal.ts';
import { undoImport } from './import/undo.ts';
import { syncPayroll } from './sync.ts';
import { checkSystem } from './system.ts';

/** 5,000 employees with every field are about 1.5 MB; several parts may come at once. */
const SYNC_BODY_LIMIT = 16 * 1024 * 1024;

/** POST payroll/{systemId}/sync and the import of a CSV, with a body limit of their own. */
export async function payrollRoutes(app: FastifyInstance, services: Services) {
  const { db, clock, masterData, jobs } = services;
  describeRecords();
  jobs.define(PRUNE_JOB, async () => {
    await deleteOldImports(db, keptSince(clock.now()));
  });
  jobs.schedule(PRUNE_JOB, '27 2 * * *');
  await app.register(async (large) => {
    acceptLargeBodies(large, SYNC_BODY_LIMIT, large.gate.largeBodies);
    route(large, contract.syncPayroll, ({ params, body, caller, reply }) => {
      const systemId = checkSystem(caller, params.systemId);
      const { accountId, syncKeyId } = caller;
      readSentEmployees(body);
      return inTurn(masterData, reply, accountId, () =>
        withAfterwards(services, (deferring) =>
          db.tenant(
            accountId,
            async (tx) => {
              const result = await syncPayroll(tx, { accountId, systemId, body, clock, deferring });
              // Revoked while the sync waited for another one: nothing is stored.
              if (!(await isSyncKeyInForce(tx, accountId, syncKeyId)))
                throw new Refusal('SESSION_EXPIRED', 'This sync key was revoked.');
              return result;
            },
            { deadlineMs: 120_000 },
          ),
        ),
      );
    });

    route(large, contract.importCsv, async (call) => {
      const { accountId } = call.params;
      const { kind, csv, commit, fileName } = call.body;
      await requireEmployerAccount(db, accountId);
      large.gate.rateLimiter.take('report', accountId, call.now);
      const { username } = call.caller;
      return inTurn(masterData, call.reply, accountId, () =>
        withAfterwards(services, (deferring) =>
          importCsv(
            db,
            { accountId, kind, csv, commit, fileName, by: username, clock, deferring },
            async (tx, result) => {
              const { added, changed, refused } = result;
              const detail = `${added} added, ${changed} changed, ${refused} refused`;
              await audit(tx, { ...by(call), accountId, action: 'account.import', target: kind, detail });
            },
          ),
        ),
      );
    });
  });

  route(app, contract.listImports, async ({ params: { accountId }, now }) => {
    await requireAccount(db, accountId);
    return { results: await db.tenant(accountId, (tx) => selectImports(tx, accountId, keptSince(now), MAX_LISTED)) };
  });

  route(app, contract.undoImport, async (call) => {
    const { accountId, importId } = call.params;
    await requireAccount(db, accountId);
    return inTurn(masterData, call.reply, accountId, () =>
      withAfterwards(services, (deferring) =>
        db.tenant(
          accountId,
          async (tx) => {
            const run = await undoImport(tx, { accountId, importId, by: call.caller.username, clock, deferring });
            const detail = `the import of ${run.at}: ${run.added} added, ${run.changed} changed`;
            await audit(tx, { ...by(call), accountId, action: 'import.undo', target: run.kind, detail });
            return run;
          },
          { deadlineMs: 120_000 },
        ),
      ),
    );
  });
}

/** Runs daily: forgets imports that can no longer be undone. */
const PRUNE_JOB = 'prune-imports';
/** The contract's limit. */
const MAX_LISTED = 100;

import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/intake/payroll.ts';
import { words } from '#contract/platform/words.ts';
import { isSyncKeyInForce } from '../../access/session/tokens.sql.ts';
import { withAfterwards } from '../../attendance/afterwards.ts';
import { readSentEmployees } from '../../masterData/employees.ts';
import { checkSystem } from '../../masterData/system.ts';
import { by } from '../../platform/audit/audit.ts';
import { decimalSignOf } from '../../platform/files/cells.ts';
import { invalid, Refusal } from '../../platform/http/errors.ts';
import { acceptLargeBodies } from '../../platform/http/largeBodies.ts';
import { accountOf } from '../../platform/http/ownAccount.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { requireEmployerAccount } from '../../platform/tenant/account.ts';
import { describeRecords, ignoredFields } from './described.ts';
import { importPieces } from './pieces/importPieces.ts';
import { auditImport, listPieceImports, withPossibleUndo } from './pieces/imports.ts';
import type { PieceFile } from './pieces/table.ts';
import { syncPayroll } from './sync.ts';

/** 5,000 employees with every field are about 1.5 MB, as many entries too; several parts may come at once. */
const SYNC_BODY_LIMIT = 8 * 1024 * 1024;

/** POST payroll/{systemId}/sync and the import of piecework, with a body limit of their own. */
export async function payrollRoutes(app: FastifyInstance, services: Services) {
  const { db, clock, masterData } = services;
  describeRecords();
  await app.register(async (large) => {
    acceptLargeBodies(large, SYNC_BODY_LIMIT, large.gate.largeBodies);
    route(large, contract.syncPayroll, ({ params, body, caller, reply }) => {
      const systemId = checkSystem(caller, params.systemId, 'send');
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
                throw new Refusal('SESSION_EXPIRED', words('This sync key was revoked.'));
              const ignored = ignoredFields(body);
              return ignored.length > 0 ? { ...result, ignoredFields: ignored } : result;
            },
            { deadlineMs: 120_000 },
          ),
        ),
      );
    });

    route(large, contract.importPieces, async (call) => {
      const accountId = accountOf(call.caller, call.params.accountId);
      const office = call.caller.role === 'admin' ? undefined : call.caller.userId;
      const { commit, columns, letters, dates, decimalSign: chosenSign, fileName, outcomeHash } = call.body;
      const file = pieceFileOf(call.body);
      const decimalSign = decimalSignOf(call.caller.language);
      await requireEmployerAccount(db, accountId);
      large.gate.rateLimiter.take('import', accountId, call.now);
      return inTurn(masterData, call.reply, accountId, async () =>
        withPossibleUndo(
          await importPieces(
            db,
            { accountId, file, commit, columns, letters, dates, chosenSign, decimalSign, clock, office, outcomeHash },
            (tx, result, at) => auditImport(tx, { ...by(call), at, accountId }, { ...result, fileName }),
          ),
        ),
      );
    });
  });
  route(app, contract.listPieceImports, ({ caller, params, now }) =>
    listPieceImports(db, accountOf(caller, params.accountId), now),
  );
}

/** Returns the one file of an import. Throws VALIDATION_FAILED for none or two. */
function pieceFileOf({ csv, spreadsheet }: { csv?: string | undefined; spreadsheet?: string | undefined }): PieceFile {
  if ((csv === undefined) === (spreadsheet === undefined)) throw invalid('csv', words('No file selected.'));
  return csv === undefined ? { bytes: new Uint8Array(Buffer.from(spreadsheet ?? '', 'base64')) } : { csv };
}

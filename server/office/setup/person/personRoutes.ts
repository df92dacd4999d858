import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/privacy.ts';
import { words } from '#contract/platform/words.ts';
import { audit, by } from '../../../platform/audit/audit.ts';
import type { UserCaller } from '../../../platform/http/callers.ts';
import { asDownload } from '../../../platform/http/csv.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { accountOf } from '../../../platform/http/ownAccount.ts';
import { route } from '../../../platform/http/route.ts';
import { inTurn } from '../../../platform/http/turn.ts';
import type { Services } from '../../../platform/services.ts';
import { requireEmployerAccount } from '../../../platform/tenant/account.ts';
import { fullName, selectNamed } from '../../privacy/places.sql.ts';
import { inSetupTurn } from '../calls.ts';
import { selectAccountName } from '../reading.sql.ts';
import { erasePerson, previewErasure, returnedPeople } from './erase.ts';
import { personFile, readPerson } from './export.ts';

/** Mounts the calls about everything that is held of one employee: the export and the erasure (docs/reference/privacy.md#export-of-a-person). */
export function personRoutes(app: FastifyInstance, services: Services) {
  const { db, files } = services;
  route(app, contract.exportPerson, async (call) => {
    const { caller, params, query, now, reply } = call;
    const accountId = accountOf(caller, query.accountId);
    await requireEmployerAccount(db, accountId);
    app.gate.rateLimiter.take('report', accountId, now);
    const { bytes, of } = await inTurn(files, reply, accountId, async () => {
      const read = await db.tenant(
        accountId,
        async (tx) => {
          const employee = await selectNamed(tx, accountId, params.employeeId);
          if (!employee) throw notFound(words('Employee not found'));
          const accountName = await selectAccountName(tx, accountId);
          return { employee, accountName, person: await readPerson(tx, accountId, employee, caller.permissions) };
        },
        { snapshot: true, deadlineMs: 60_000 },
      );
      const facts = { of: read.employee, accountName: read.accountName, madeAt: now, madeBy: caller.username };
      return { of: read.employee, bytes: await personFile(read.person, facts) };
    });
    const target = `${of.number} ${fullName(of)}`;
    await db.tx((tx) => audit(tx, { ...by(call), accountId, action: 'person.export', target }));
    return asDownload(reply, `person-${of.number}.zip`, 'application/zip').send(bytes);
  });

  const asked = async (call: { caller: UserCaller; query: { accountId?: string | undefined } }) => {
    const accountId = accountOf(call.caller, call.query.accountId);
    await requireEmployerAccount(db, accountId);
    return accountId;
  };
  route(app, contract.previewErasure, async (call) => {
    const accountId = await asked(call);
    const { employeeId } = call.params;
    return inSetupTurn(services, call, { accountId, isPreview: true }, () =>
      previewErasure(services, { accountId, employeeId }, call),
    );
  });
  route(app, contract.erasePerson, async (call) => {
    const accountId = await asked(call);
    const { employeeId } = call.params;
    return inSetupTurn(services, call, { accountId, isPreview: false }, async () => ({
      becomes: await erasePerson(services, { accountId, employeeId }, call.body.number, call),
    }));
  });
  route(app, contract.listReturned, async (call) => ({
    people: await returnedPeople(services, await asked(call)),
  }));
}

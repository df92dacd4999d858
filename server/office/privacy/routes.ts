import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/privacy.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { selectNames } from '../../masterData/employees.sql.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { accountOf } from '../../platform/http/ownAccount.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { insertConsents, insertWithdrawal, selectConsents } from './consents.sql.ts';

type OfEmployee = UserCall & { params: { employeeId: string }; query: { accountId?: string | undefined } };

/** Mounts what an employee may ask for (docs/reference/privacy.md): consents. */
export function privacyRoutes(app: FastifyInstance, { db }: Services) {
  const stateOf = async (tx: Db, accountId: string, employeeId: string) => {
    const state = await selectConsents(tx, accountId, employeeId);
    if (!state) throw notFound(words('Employee not found'));
    return state;
  };
  const change = (call: OfEmployee, action: 'consent.give' | 'consent.withdraw', write: Write) => {
    const { caller, params, query } = call;
    const accountId = accountOf(caller, query.accountId);
    return db.tx(async (tx) => {
      await lockAccount(tx, accountId);
      const detail = await write(tx, accountId, await stateOf(tx, accountId, params.employeeId));
      const [named] = await selectNames(tx, accountId, [params.employeeId]);
      const target = named && `${named.number} ${named.firstName} ${named.lastName}`;
      await audit(tx, { ...by(call), accountId, action, target, detail });
      return stateOf(tx, accountId, params.employeeId);
    });
  };

  route(app, contract.getConsents, ({ caller, params, query }) => {
    const accountId = accountOf(caller, query.accountId);
    return db.tenant(accountId, (tx) => stateOf(tx, accountId, params.employeeId));
  });
  route(app, contract.giveConsent, (call) =>
    change(call, 'consent.give', async (tx, accountId, { text }) => {
      const { version, how } = call.body;
      if (version !== text?.version)
        throw conflict(words('The text has changed meanwhile: ask again with the present one.'));
      const employeeIds = [call.params.employeeId];
      await insertConsents(tx, accountId, { employeeIds, version, how }, recordedBy(call));
      return msg('version {version}, {how, select, paper {on paper} recorder {on a recorder} other {on a screen}}', {
        version,
        how,
      });
    }),
  );
  route(app, contract.withdrawConsent, async (call) => {
    await change(call, 'consent.withdraw', async (tx, accountId) => {
      await insertWithdrawal(tx, accountId, call.params.employeeId, recordedBy(call));
      return undefined;
    });
    return { ok: true as const };
  });
}

type Write = (tx: Db, accountId: string, state: contract.ConsentState) => Promise<Message | undefined>;
const recordedBy = ({ caller: { userId, username }, now }: UserCall) => ({ userId, name: username, now });

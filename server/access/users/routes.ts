import type { FastifyInstance } from 'fastify';
import { listUserScopes, setUserScope } from '#contract/access/userScopes.ts';
import * as contract from '#contract/access/users.ts';
import { boundedRange } from '#contract/platform/common.ts';
import { MAX_LIST_ROWS } from '#contract/platform/limits.ts';
import { words } from '#contract/platform/words.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import { asDownload, awaitFirstChunk } from '../../platform/http/csv.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { searchPatterns } from '../../platform/searchText.ts';
import type { Services } from '../../platform/services.ts';
import { requireAccount } from '../../platform/tenant/account.ts';
import { invitedUntil } from '../session/links.sql.ts';
import type { PasswordHasher } from '../session/passwordHash.ts';
import { reportFilter, userListCsv } from './report.ts';
import { setScope } from './scopes.ts';
import { findUser, listAllUsers, listUsersOfAccount } from './users.sql.ts';
import {
  createUser,
  deleteUser,
  makeInvitationLink,
  resetSignIn,
  signInOf,
  updateUser,
  withdrawInvitationLink,
} from './users.ts';

export function userRoutes(app: FastifyInstance, services: Services, passwords: PasswordHasher) {
  const { db } = services;

  route(app, contract.listUsers, ({ query }) => listAllUsers(db, [], boundedRange(query)));

  route(app, contract.searchUsers, ({ query: { q, startRow = 0, endRow = MAX_LIST_ROWS } }) =>
    listAllUsers(db, searchPatterns(q), boundedRange({ startRow, endRow })),
  );

  route(app, contract.listAccountUsers, async ({ params: { accountId }, query }) => {
    await requireAccount(db, accountId);
    return listUsersOfAccount(db, accountId, boundedRange(query));
  });

  route(app, contract.getUser, async ({ params, now }) => {
    const user = await findUser(db, params.userId);
    if (!user) throw notFound(words('User not found'));
    return { ...user, invitedUntil: await invitedUntil(db, { ...user, userId: user._id }, now) };
  });

  route(app, listUserScopes, async ({ caller }) => {
    const { users } = await listUsersOfAccount(db, caller.accountId, { offset: 0, limit: MAX_LIST_ROWS });
    return {
      users: users.map(({ _id, username, firstName, lastName, isActive, scope = null }) => ({
        ...{ _id, username, firstName, lastName, isActive, scope },
      })),
    };
  });
  route(app, setUserScope, async (call) => {
    const user = await setScope(db, call.params.userId, call.body.scope, call);
    if (!user) throw notFound(words('User not found'));
    return user;
  });
  route(app, contract.createUser, (call) => createUser(services, passwords, call.body, call));
  route(app, contract.updateUser, (call) => updateUser(services, passwords, call.params.userId, call.body, call));
  route(app, contract.makeInvitationLink, (call) =>
    makeInvitationLink(services, call.params.userId, call.query.purpose === 'set-up', call),
  );
  route(app, contract.withdrawInvitationLink, async (call) => {
    await withdrawInvitationLink(services, call.params.userId, call);
    return { ok: true } as const;
  });
  route(app, contract.deleteUser, async (call) => {
    await deleteUser(services, call.params.userId, call);
    return { ok: true } as const;
  });

  route(app, contract.getUserSignIn, ({ params }) => signInOf(services, params.userId));
  route(app, contract.resetUserSignIn, async (call) => {
    await resetSignIn(services, call.params.userId, call);
    return { ok: true } as const;
  });

  route(app, contract.generateUserReport, async (call) => {
    const { accountId } = call.caller;
    app.gate.rateLimiter.take('report', accountId, call.now);
    await db.tx((tx) =>
      audit(tx, { ...by(call), accountId, action: 'user.export', detail: JSON.stringify(call.body) }),
    );
    const file = await awaitFirstChunk(userListCsv(db, reportFilter(call.body)));
    return asDownload(call.reply, 'user-list.csv', 'text/csv; charset=utf-8').send(file);
  });
}

import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/teamEntries.ts';
import { daysBetween } from '#contract/platform/common.ts';
import { MAX_EXCEPTION_DAYS } from '#contract/platform/limits.ts';
import { msg } from '#contract/platform/words.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';

import { addWork, listWork, setCounts } from './teams.ts';

/** The work that teams share (docs/reference/teams.md). */
export function teamEntryRoutes(app: FastifyInstance, { db }: Services) {
  const take = (userId: string, now: Date) => app.gate.rateLimiter.take('correction', userId, now);
  route(app, contract.listTeamEntries, ({ caller, query, now }) => {
    if (query.from > query.to || daysBetween(query.from, query.to) >= MAX_EXCEPTION_DAYS)
      throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose at most {most} days.', { most: MAX_EXCEPTION_DAYS }));
    return db.tenant(caller.accountId, (tx) => listWork(tx, caller, query, now));
  });
  route(app, contract.addTeamEntry, (call) => {
    take(call.caller.userId, call.now);
    return addWork(db, call.body, call);
  });
  route(app, contract.setTeamEntryCounts, (call) => {
    take(call.caller.userId, call.now);
    return setCounts(db, call.params.teamEntryId, call.body.counts, call);
  });
}

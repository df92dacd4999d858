import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as contract from '#contract/operations/oldRecords.ts';
import { msg, words } from '#contract/platform/words.ts';
import { derivingOlder } from '../../attendance/olderDays.sql.ts';
import { DAYS_LOOKED_BACK } from '../../attendance/olderDays.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, dayBounds, type LocalDate, localDateOf, zoneOf } from '../../platform/zone.ts';
import {
  type Age,
  countOld,
  deleteOld,
  forgetDerived,
  KINDS,
  selectCrossing,
  selectYears,
  setRecordsFrom,
} from './oldRecords.sql.ts';

const REMOVE_JOB = 'records.remove';
const order = z.object({ accountId: z.uuid(), before: z.iso.date() });
/** The rows of one transaction: less than a second under the account's lock. */
const AT_ONCE = 5_000;

const ageOf = (accountId: string, timeZone: string, before: LocalDate): Age => ({
  ...{ accountId, timeZone, before },
  punches: new Date(dayBounds(zoneOf(timeZone), addDays(before, -DAYS_LOOKED_BACK)).start),
});

/** Returns the day so many years before another one; 1 March for 29 February. */
const yearsBefore = (day: LocalDate, years: number): LocalDate => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year - years, month - 1, date)).toISOString().slice(0, 10);
};

/** Mounts the calls that preview and remove old records (docs/reference/records.md#how-long-records-are-stored), and defines the job that removes them. */
export function oldRecordRoutes(app: FastifyInstance, services: Services) {
  const { db, jobs, files } = services;
  defineRemoval(services);

  route(app, contract.previewOldRecords, ({ caller, now, reply }) => {
    const { accountId, timeZone } = caller;
    app.gate.rateLimiter.take('report', accountId, now);
    return inTurn(files, reply, accountId, () => db.tenant(accountId, (tx) => preview(tx, accountId, timeZone, now)));
  });
  route(app, contract.removeOldRecords, (call) => {
    const { caller, now, body, reply } = call;
    const { accountId, timeZone } = caller;
    app.gate.rateLimiter.take('report', accountId, now);
    return inTurn(files, reply, accountId, () =>
      db.tx(async (tx) => {
        await lockAccount(tx, accountId);
        const found = await preview(tx, accountId, timeZone, now);
        const { before, kinds, total } = found;
        if (before !== body.before)
          throw conflict(words('What can be removed has changed meanwhile: look at it again.'));
        if (total === 0) throw conflict(words('There is nothing to remove.'));
        await setRecordsFrom(tx, accountId, before);
        await raiseDataVersion(tx, accountId, now);
        const removed = kinds.map(({ what, rows }) => `${what.toLowerCase()} ${rows}`).join(', ');
        const detail = msg('before {before}: {removed}', { before, removed });
        await audit(tx, { ...by(call), accountId, action: 'records.remove', detail });
        await jobs.send(REMOVE_JOB, { accountId, before }, { tx, singletonKey: accountId });
        return call.answered(tx, { ...found, removedBefore: before });
      }),
    );
  });
}

async function preview(tx: Db, accountId: string, timeZone: string, now: Date): Promise<contract.OldRecords> {
  const { years, removedBefore } = await selectYears(tx, accountId);
  const today = localDateOf(zoneOf(timeZone), now.getTime());
  let before = addDays(yearsBefore(today, years), -contract.RECORD_DAYS_MORE);
  // A lock or a payroll file can begin within another one.
  for (let from = await selectCrossing(tx, accountId, before); from; from = await selectCrossing(tx, accountId, before))
    before = from;
  const age = ageOf(accountId, timeZone, before);
  const kinds: contract.OldRecords['kinds'] = [];
  for (const kind of KINDS) {
    const counted = await countOld(tx, kind, age);
    const rows = counted.reduce((sum, one) => sum + one.rows, 0);
    if (rows > 0) kinds.push({ what: kind.what, rows, years: counted });
  }
  return { years, before, removedBefore, kinds, total: kinds.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Defines the job that removes old records, some at a time, so that new ones are stored meanwhile. A second one goes on where another stopped. */
function defineRemoval({ jobs, db }: Services) {
  jobs.define(
    REMOVE_JOB,
    async (data, { signal }) => {
      const { accountId, before } = order.parse(data);
      const inTurnOfAccount = <T>(work: (tx: Db, timeZone: string) => Promise<T>) =>
        db.tx(async (tx) => {
          const { timeZone } = await lockAccount(tx, accountId);
          await derivingOlder(tx);
          return work(tx, timeZone);
        });
      for (const kind of KINDS)
        for (let rows = AT_ONCE; rows > 0; ) {
          signal.throwIfAborted();
          rows = await inTurnOfAccount((tx, timeZone) =>
            deleteOld(tx, kind, ageOf(accountId, timeZone, before), AT_ONCE),
          );
        }
      await inTurnOfAccount((tx) => forgetDerived(tx, accountId, before));
    },
    { expireInSeconds: 2 * 3_600, concurrency: 1, retryLimit: 5 },
  );
}

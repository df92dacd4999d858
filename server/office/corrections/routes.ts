import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/figures/corrections.ts';
import * as pieces from '#contract/intake/pieces.ts';
import * as sheets from '#contract/office/crewSheets.ts';
import { countExceptions } from '#contract/office/exceptionCounts.ts';
import * as exceptions from '#contract/office/exceptions.ts';
import * as periodLocks from '#contract/office/periodLocks.ts';
import { boundedRange } from '#contract/platform/common.ts';
import { deriveOlder } from '../../attendance/olderDays.ts';
import type { OneState } from '../../figures/trends/oneState.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import { claimVersion } from '../../platform/http/versionTag.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { Services } from '../../platform/services.ts';
import { makeCorrections, undoAct, undoCorrections } from './act.ts';
import { addCrewPunch, addCrewSheet } from './crewSheet.ts';
import { createExceptions, openFor } from './exceptions.ts';
import { listCorrections } from './listing.ts';
import { listLocks, lockPeriod, reopenPeriod, requireLockable } from './locks.ts';
import { actOnPieces } from './pieces.ts';
import { reviewExceptions, undoReviews } from './reviews.ts';

/**
 * Acts of one account wait for its lock one after the other. They queue here, so that a hundred at once take no connections from others and none is
 * refused only because it waited for a connection.
 */
const AT_ONCE = 4;
const OF_AN_ACCOUNT = { perKey: 1, waitingPerKey: 100 };

/** The ledger over raw records, exceptions with their likely fixes, and locks (docs/reference/corrections.md). */
export function correctionRoutes(app: FastifyInstance, services: Services, oneState: OneState) {
  const { db } = services;
  const take = (userId: string, now: Date) => app.gate.rateLimiter.take('correction', userId, now);

  const acts = createSemaphore(AT_ONCE, OF_AN_ACCOUNT);

  route(app, contract.makeCorrections, (call) => {
    take(call.caller.userId, call.now);
    return inTurn(acts, call.reply, call.caller.accountId, () => makeCorrections(db, call.body, call, false));
  });
  route(app, contract.previewCorrections, (call) =>
    inTurn(acts, call.reply, call.caller.accountId, () => makeCorrections(db, call.body, call, true)),
  );
  route(app, contract.undoCorrections, (call) => {
    take(call.caller.userId, call.now);
    return inTurn(acts, call.reply, call.caller.accountId, () => undoCorrections(db, call.body.items, call));
  });
  route(app, contract.undoAct, (call) => {
    take(call.caller.userId, call.now);
    return inTurn(acts, call.reply, call.caller.accountId, () => undoAct(db, call.params.actId, call));
  });
  route(app, pieces.correctPieces, (call) => {
    take(call.caller.userId, call.now);
    return inTurn(acts, call.reply, call.caller.accountId, () => actOnPieces(db, call.body, call, false));
  });
  route(app, pieces.previewPieces, (call) =>
    inTurn(acts, call.reply, call.caller.accountId, () => actOnPieces(db, call.body, call, true)),
  );
  route(app, sheets.addCrewSheet, (call) => {
    take(call.caller.userId, call.now);
    return inTurn(acts, call.reply, call.caller.accountId, () => addCrewSheet(db, call.body, call, false));
  });
  route(app, sheets.previewCrewSheet, (call) =>
    inTurn(acts, call.reply, call.caller.accountId, () => addCrewSheet(db, call.body, call, true)),
  );
  route(app, sheets.addCrewPunch, (call) => {
    take(call.caller.userId, call.now);
    return inTurn(acts, call.reply, call.caller.accountId, () => addCrewPunch(db, call.body, call, false));
  });
  route(app, sheets.previewCrewPunch, (call) =>
    inTurn(acts, call.reply, call.caller.accountId, () => addCrewPunch(db, call.body, call, true)),
  );
  route(app, contract.listCorrections, ({ caller, query }) =>
    db.tenant(caller.accountId, (tx) => listCorrections(tx, caller, { ...query, ...boundedRange(query) })),
  );

  const open = createExceptions(db, oneState);
  route(app, exceptions.listExceptions, async (call) => {
    const { days, counts, listed, total, dataVersion } = await open.list(call);
    claimVersion(call, dataVersion);
    return { ...days, counts, exceptions: listed, more: total > listed.length };
  });
  route(app, countExceptions, async (call) => {
    const { counts, dataVersion, ...sums } = await open.count(call);
    claimVersion(call, dataVersion);
    return { ...sums, absences: counts.absence ?? 0 };
  });
  route(app, exceptions.reviewExceptions, (call) => {
    take(call.caller.userId, call.now);
    return reviewExceptions(db, call.body.items, call);
  });
  route(app, exceptions.undoReviews, (call) => {
    take(call.caller.userId, call.now);
    return undoReviews(db, call.params.actId, call);
  });

  route(app, periodLocks.listPeriodLocks, async ({ caller: { accountId, scope } }) => {
    const locks = await db.tenant(accountId, (tx) => listLocks(tx, accountId));
    return { results: scope ? locks.map((lock) => ({ ...lock, toFix: null, toDecide: null })) : locks };
  });
  route(app, periodLocks.lockPeriod, async (call) => {
    const { caller, now, body } = call;
    const { from, to } = body;
    take(caller.userId, now);
    requireLockable(caller.timeZone, now, body);
    return inTurn(acts, call.reply, caller.accountId, async () => {
      // Before the account is locked for the lock itself.
      await deriveOlder(db, { ...caller, from, to, now });
      return lockPeriod(db, body, call, (tx) => openFor(tx, call, { from, to }));
    });
  });
  route(app, periodLocks.reopenPeriod, (call) => {
    take(call.caller.userId, call.now);
    return inTurn(acts, call.reply, call.caller.accountId, () =>
      reopenPeriod(db, call.params.lockId, call.body.reason, call),
    );
  });
}

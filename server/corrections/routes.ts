import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/corrections.ts';
import { localDateOf, zoneOf } from '../attendance/zone.ts';
import { notFound } from '../http/errors.ts';
import { route } from '../http/route.ts';

/** The ledger over raw records (spec/corrections.md). */
export function correctionRoutes(app: FastifyInstance) {
  const nothing = () => {
    throw notFound('Record');
  };
  route(app, contract.makeCorrections, nothing);
  route(app, contract.previewCorrections, nothing);
  route(app, contract.undoCorrections, nothing);
  route(app, contract.reviewExceptions, nothing);
  route(app, contract.lockPeriod, nothing);
  route(app, contract.reopenPeriod, nothing);
  route(app, contract.listCorrections, () => ({ results: [], lastIndex: 0 }));
  route(app, contract.listPeriodLocks, () => ({ results: [] }));
  route(app, contract.countExceptions, () => ({ toFix: 0, toDecide: 0 }));
  route(app, contract.listExceptions, ({ caller, now }) => {
    const today = localDateOf(zoneOf(caller.timeZone), now.getTime());
    return { from: today, to: today, counts: {}, exceptions: [], more: false };
  });
}

import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/backups.ts';
import { msg, words } from '#contract/platform/words.ts';
import { nextSlot } from '../../platform/archive/slots.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { backupWarnings, healthOf, scheduleOf } from './health.ts';
import { deleteSchedule, saveSchedule, selectBackupState } from './schedules.sql.ts';

/** When backups are made by themselves, and whether they are. */
export function scheduleRoutes(app: FastifyInstance, services: Services) {
  const { db } = services;
  const existing = async (from: Db, accountId: string) => {
    const state = await selectBackupState(from, accountId);
    if (!state) throw notFound(words('Account not found'));
    return state;
  };
  const told = async (from: Db, accountId: string, now: Date) => {
    const state = await existing(from, accountId);
    return { schedule: scheduleOf(state), health: healthOf(state, now), rehearsedAt: state.rehearsedAt };
  };

  route(app, contract.getBackupWarnings, ({ now }) => backupWarnings(services, now));
  route(app, contract.getBackupSchedule, ({ params, now }) => told(db, params.accountId, now));
  route(app, contract.setBackupSchedule, async (call) => {
    const { accountId } = call.params;
    const { now, body } = call;
    return db.tx(async (tx) => {
      const { timeZone } = await existing(tx, accountId);
      if (body.frequency === 'off') await deleteSchedule(tx, accountId);
      else await saveSchedule(tx, accountId, body, nextSlot(body, timeZone, now), now);
      const { frequency, time, keep } = body;
      const detail =
        frequency === 'off'
          ? msg('off')
          : msg('{frequency, select, daily {daily} other {weekly}} at {time}, {keep} kept', { frequency, time, keep });
      await audit(tx, { ...by(call), accountId, action: 'backup.schedule', detail });
      return told(tx, accountId, now);
    });
  });
}

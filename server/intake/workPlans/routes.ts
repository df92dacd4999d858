import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as contract from '#contract/intake/workPlans.ts';
import { MAX_COMING_PLANS, MAX_LISTED_PLANS, MAX_PLANNED_DAYS } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import { pickableDays } from '../../figures/stats/loadDay.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import { conflict, invalid, notFound, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { addDays, cutToMinute, instantOn, localDateOf, zoneOf } from '../../platform/zone.ts';
import { requestSync } from '../devices/devices.sql.ts';
import { readReach } from './reach.ts';
import {
  deletePlan,
  deletePlansBefore,
  hasCodes,
  insertPlan,
  type StoredPlan,
  selectGroupsOf,
  selectPlan,
  selectPlans,
} from './workPlans.sql.ts';
import { inOrder, shown } from './workPlans.ts';

/** Work that the office plans for Recorders. */
export function workPlanRoutes(app: FastifyInstance, { db }: Services) {
  route(app, contract.listWorkPlans, async ({ caller, now }) => {
    const { accountId, timeZone } = caller;
    const { recorders, isOfWork } = await readReach(db, caller, now);
    const ids = recorders.map(({ _id }) => _id);
    const zone = zoneOf(timeZone);
    const yesterday = addDays(localDateOf(zone, now.getTime()), -1);
    const { newest, crews } = await db.tenant(accountId, async (tx) => ({
      newest: await selectPlans(tx, accountId, ids, yesterday, MAX_LISTED_PLANS + 1),
      crews: await selectGroupsOf(tx, accountId, ids),
    }));
    return {
      recorders: recorders.map(({ _id, description, lastActive, employeeIds }) => ({
        ...{ _id, name: description, lastContact: lastActive, isStaffed: employeeIds.length > 0 },
        crewIds: crews.flatMap(({ deviceId, groupId }) => (deviceId === _id ? groupId : [])),
      })),
      plans: shown(inOrder(newest.slice(0, MAX_LISTED_PLANS), zone), now.getTime())
        .filter(({ lookup1Code }) => isOfWork(lookup1Code))
        // What was counted instead may be a product that the caller does not see.
        .map((one) => (one.changed && !isOfWork(one.changed.lookup1Code) ? { ...one, changed: null } : one)),
      isCut: newest.length > MAX_LISTED_PLANS,
    };
  });

  route(app, contract.setWorkPlan, async (call) => {
    const { caller, body, now } = call;
    const { accountId, timeZone, userId, fullName } = caller;
    app.gate.rateLimiter.take('correction', userId, now);
    const { day, time, lookup1Code, lookup2Code, unitsPerScan, replace = false } = body;
    const zone = zoneOf(timeZone);
    const today = localDateOf(zone, now.getTime());
    if (instantOn(zone, day, time) < cutToMinute(now.getTime()) || day > addDays(today, MAX_PLANNED_DAYS))
      throw new Refusal(
        'DATE_OUT_OF_RANGE',
        msg('Choose a time from now on, at most {most} days ahead.', { most: MAX_PLANNED_DAYS }),
      );
    const { recorders, isOfWork } = await readReach(db, caller, now);
    const chosen = [...new Set(body.deviceIds)].map((id) => recorders.find(({ _id }) => _id === id));
    if (!isOfWork(lookup1Code)) throw invalid('lookup1Code', words('Not in the list'));
    return db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const codes = [
        { lookup: 1 as const, code: lookup1Code },
        { lookup: 2 as const, code: lookup2Code },
      ];
      if (!(await hasCodes(tx, accountId, codes))) throw invalid('lookup1Code', words('Not in the list'));
      await deletePlansBefore(tx, accountId, pickableDays(timeZone, now).from);
      let replaced = 0;
      for (const recorder of chosen) {
        if (!recorder) throw notFound(words('Recorder not found'));
        const coming = (await selectPlans(tx, accountId, [recorder._id], day)).filter((one) => one.day >= day);
        const before = coming.find((one) => one.day === day && one.time === time);
        // What a Recorder said of work that has begun stays known.
        if (before && instantOn(zone, day, time) <= now.getTime())
          throw new Refusal(
            'DATE_OUT_OF_RANGE',
            msg('{description}: work began at {time}. Choose a later time.', {
              description: recorder.description,
              time,
            }),
          );
        if (before && !(replace && isOfWork(before.lookup1Code)))
          throw conflict(
            msg('{description}: work is planned for {day} {time} already.', {
              description: recorder.description,
              day,
              time,
            }),
          );
        if (before) await deletePlan(tx, accountId, before._id);
        replaced += before ? 1 : 0;
        const all = await selectPlans(tx, accountId, [recorder._id], today);
        if (all.filter((one) => instantOn(zone, one.day, one.time) > now.getTime()).length >= MAX_COMING_PLANS)
          throw new Refusal(
            'LIMIT_REACHED',
            msg('{description} has {most} plans to come.', {
              description: recorder.description,
              most: MAX_COMING_PLANS,
            }),
          );
        const of = { accountId, deviceId: recorder._id };
        const id = uuidv7({ msecs: now.getTime() });
        await insertPlan(tx, of, { id, day, time, lookup1Code, lookup2Code, unitsPerScan, by: fullName, now });
        await requestSync(tx, of, now);
        await audit(tx, { ...by(call), accountId, action: 'work-plan.set', ...lineOf(recorder.description, body) });
      }
      return call.answered(tx, { planned: chosen.length, replaced });
    });
  });

  route(app, contract.withdrawWorkPlan, async (call) => {
    const { caller, params, now } = call;
    const { accountId, timeZone } = caller;
    app.gate.rateLimiter.take('correction', caller.userId, now);
    const { recorders, isOfWork } = await readReach(db, caller, now);
    return db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const plan = await selectPlan(tx, accountId, params.planId);
      const recorder = recorders.find(({ _id }) => _id === plan?.deviceId);
      if (!plan || !recorder || !isOfWork(plan.lookup1Code)) throw notFound(words('Plan not found'));
      if (instantOn(zoneOf(timeZone), plan.day, plan.time) <= now.getTime())
        throw conflict(words('This work has begun. Plan other work from now on.'));
      await deletePlan(tx, accountId, plan._id);
      await requestSync(tx, { accountId, deviceId: recorder._id }, now);
      await audit(tx, { ...by(call), accountId, action: 'work-plan.withdraw', ...lineOf(recorder.description, plan) });
      return call.answered(tx, { ok: true as const });
    });
  });
}

type Said = Pick<StoredPlan, 'day' | 'time' | 'lookup1Code' | 'lookup2Code' | 'unitsPerScan'>;
/** Returns what the trail says of a plan: the Recorder, and 'from 2026-11-27 06:00: APP, B7, 1 per scan'. */
const lineOf = (target: string, { day, time, lookup1Code, lookup2Code, unitsPerScan }: Said) => {
  const codes = [lookup1Code, lookup2Code].filter(Boolean).join(', ');
  const detail = codes
    ? msg('from {day} {time}: {codes}, {unitsPerScan} per scan', { day, time, codes, unitsPerScan })
    : msg('from {day} {time}: {unitsPerScan} per scan', { day, time, unitsPerScan });
  return { target, detail };
};

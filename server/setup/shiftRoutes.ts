import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/setupLists.ts';
import type { Db } from '../db/db.ts';
import { route } from '../http/route.ts';
import { findStandardTimes } from '../masterData/calendar.sql.ts';
import { findHoursRules } from '../masterData/hoursRules.sql.ts';
import type { Services } from '../services.ts';
import { asShown, changeSetup, readSetup } from './calls.ts';
import { selectGroups } from './reading.sql.ts';
import { finish } from './run.ts';
import { timesOfWeek, writeTimes } from './shifts.ts';
import { type Owners, rulesFrom, shiftsView } from './views.ts';
import { taken } from './words.ts';

/** GET setup/shifts and PUT setup/shifts/:timeGroupId. */
export function shiftRoutes(app: FastifyInstance, services: Services) {
  route(app, contract.listSetupShifts, (call) =>
    readSetup(services, call, async (tx, accountId, owners, today) => ({
      shifts: await weeksOf(tx, accountId, owners, today),
    })),
  );
  route(app, contract.setSetupShifts, (call) =>
    changeSetup(services, call, async (run) => {
      const { tx, accountId } = run.scope;
      const { timeGroupId } = call.params;
      const weekOf = async () =>
        (await weeksOf(tx, accountId, run.owners, run.today)).find((one) => one.timeGroupId === timeGroupId);
      const before = asShown(await weekOf(), (one) => one, call.body.basis, 'Time group');
      const wanted = await timesOfWeek(run, timeGroupId, call.body);
      const what = `the shifts of ${before.name}`;
      const results = await writeTimes(
        run,
        wanted.map((time) => ({ ...time, what })),
      );
      for (const { ref } of wanted) taken(results, ref);
      const rejudged = await finish(run);
      const shifts = await weekOf();
      if (!shifts) throw new Error('The time group is gone');
      return {
        answer: { shifts, rejudged },
        target: shifts.name,
        detail: `shifts from ${call.body.from ?? 'always'}: ${wanted.map(({ weekday }) => weekday).join(', ')}`,
      };
    }),
  );
}

async function weeksOf(tx: Db, accountId: string, owners: Owners, today: string) {
  const times = await findStandardTimes(tx, accountId);
  const rules = await findHoursRules(tx, accountId);
  const groups = await selectGroups(tx, accountId);
  return groups
    .filter(({ kind }) => kind === 'time')
    .map((group) => ({ ...shiftsView(owners, group, times), rules: rulesFrom(rules, group.id, today) }));
}

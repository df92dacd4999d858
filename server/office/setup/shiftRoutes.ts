import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/office/setupLists.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { findStandardTimes, type OwnedStandardTime } from '../../masterData/calendar.sql.ts';
import { findHoursRules } from '../../masterData/hoursRules.sql.ts';
import type { WantedTime } from '../../masterData/standardTimes.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { asShown, changeSetup, readSetup } from './calls.ts';
import { selectGroups } from './reading.sql.ts';
import { finish, type SetupRun } from './run.ts';
import { timesOfRotation, timesOfWeek, writeTimes } from './shifts.ts';
import { type Owners, rulesFrom, shiftsView } from './views.ts';
import { taken } from './words.ts';

/** GET setup/shifts, and PUT setup/shifts/:timeGroupId and its rotation. */
export function shiftRoutes(app: FastifyInstance, services: Services) {
  route(app, contract.listSetupShifts, (call) =>
    readSetup(services, call, async (tx, accountId, owners, today) => ({
      shifts: await weeksOf(tx, accountId, owners, today),
    })),
  );
  type Week = { wanted: readonly WantedTime[]; replaced?: readonly OwnedStandardTime[]; detail: Message };
  /** Writes what `timesOf` makes of a time group that is still as it was shown, and returns its weeks. */
  const change = async (run: SetupRun, timeGroupId: string, shownBasis: string, timesOf: () => Promise<Week>) => {
    const { tx, accountId } = run.scope;
    const weekOf = async () =>
      (await weeksOf(tx, accountId, run.owners, run.today)).find((one) => one.timeGroupId === timeGroupId);
    const before = asShown(await weekOf(), (one) => one, shownBasis, words('Shift not found'));
    const { wanted, replaced, detail } = await timesOf();
    const results = await writeTimes(
      run,
      wanted.map((time) => ({ ...time, groupName: before.name })),
      replaced,
    );
    for (const { ref } of wanted) taken(results, ref);
    const rejudged = await finish(run);
    const shifts = await weekOf();
    if (!shifts) throw new Error('The time group is gone');
    return { answer: { shifts, rejudged }, target: shifts.name, detail };
  };
  route(app, contract.setSetupShifts, (call) =>
    changeSetup(services, call, (run) =>
      change(run, call.params.timeGroupId, call.body.basis, async () => {
        const wanted = await timesOfWeek(run, call.params.timeGroupId, call.body);
        const days = wanted.map(({ weekday }) => weekday).join(', ');
        const { from } = call.body;
        const detail = from
          ? msg('shifts from {from}: {days}', { from, days })
          : msg('shifts from always: {days}', { days });
        return { wanted, detail };
      }),
    ),
  );
  route(app, contract.rotateSetupShifts, (call) =>
    changeSetup(services, call, (run) =>
      change(run, call.params.timeGroupId, call.body.basis, async () => {
        const { from, until, weeks } = call.body;
        const { tx, accountId } = run.scope;
        const all = await findStandardTimes(tx, accountId);
        for (const id of weeks)
          if (!all.some(({ timeGroupId }) => timeGroupId === id))
            throw invalid('weeks', words('Choose shifts that have hours.'));
        return {
          ...timesOfRotation(all, call.params.timeGroupId, call.body),
          detail: msg('{weeks} weeks that repeat from {from} until {until}', { weeks: weeks.length, from, until }),
        };
      }),
    ),
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

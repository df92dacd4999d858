import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/masterData/hoursRules.ts';
import { msg, words } from '#contract/platform/words.ts';
import { findHoursRules, type OwnedHoursRule } from '../../masterData/hoursRules.sql.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { changeSetup, MOST_OF_RULE, readSetup } from './calls.ts';
import { writeHoursRules } from './hoursRules.ts';
import { requireTimeGroup } from './lists.ts';
import { recordsOf } from './records.ts';
import type { SetupRun } from './run.ts';
import { hoursRuleView } from './views.ts';

const records = recordsOf({
  select: findHoursRules,
  view: hoursRuleView,
  write: writeHoursRules,
  missing: words('Hours rule not found'),
});

/** Mounts the endpoints of hours rules (docs/reference/paid-hours.md#classes). */
export function hoursRuleRoutes(app: FastifyInstance, services: Services) {
  const named = ({ from }: Pick<OwnedHoursRule, 'from'>) => `hours rule from ${from ?? 'always'}`;
  const save = async (
    run: SetupRun,
    row: OwnedHoursRule | undefined,
    { timeGroupId, from, ...rule }: contract.HoursRuleValue & Pick<OwnedHoursRule, 'timeGroupId' | 'from'>,
  ) => {
    await requireTimeGroup(run, timeGroupId);
    const { record: hoursRule, rejudged } = await records.save(run, row, { timeGroupId, from, rule });
    return { hoursRule, rejudged };
  };

  route(app, contract.listHoursRules, (call) =>
    readSetup(services, call, async (tx, accountId, owners) => ({
      hoursRules: await records.list(tx, accountId, owners),
    })),
  );
  route(app, contract.createHoursRule, (call) =>
    changeSetup(services, call, async (run) => {
      const answer = await save(run, undefined, call.body);
      return { answer, target: named(call.body), detail: msg('hours rule added') };
    }),
  );
  route(app, contract.updateHoursRule, (call) =>
    changeSetup(services, call, async (run) => {
      const { basis, roundsIntervals, ...others } = call.body;
      const row = await records.shown(run, call.params.hoursRuleId, basis);
      const fields = { ...others, roundsIntervals: roundsIntervals ?? row.rule.roundsIntervals };
      const answer = await save(run, row, fields);
      const rule = JSON.stringify(row.rule).slice(0, MOST_OF_RULE);
      const detail = row.from
        ? msg('was hours rule from {from}: {rule}', { from: row.from, rule })
        : msg('was hours rule from always: {rule}', { rule });
      return { answer, target: named(fields), detail };
    }),
  );
  route(app, contract.deleteHoursRule, (call) =>
    changeSetup(services, call, async (run) => {
      const row = await records.shown(run, call.params.hoursRuleId, call.query.basis);
      const rejudged = await records.remove(run, row);
      return { answer: { rejudged }, target: named(row), detail: msg('hours rule deleted') };
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import { saveLanguage } from '#contract/access/session.ts';
import { msg } from '#contract/platform/words.ts';
import { type Choices, type ChoicesAnswer, chosenTable, getChoices, saveChoices } from '#contract/reports/choices.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import { type PayPeriod, payPeriodsIn, periodsIn, userPeriodOn } from '../../figures/pay/payPeriods.ts';
import { pickableDays } from '../../figures/stats/loadDay.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import { accountOf } from '../../platform/http/ownAccount.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { requireAccount } from '../../platform/tenant/account.ts';
import { wordsOfUser } from '../../platform/words/recipients.sql.ts';
import { selectChoices, updateChoices, updateLanguage } from './choices.sql.ts';

/** The endpoints of what users choose for themselves. */
export function choiceRoutes(app: FastifyInstance, { db }: Services) {
  route(app, getChoices, async ({ caller, query, now }) => {
    const { accountId, userId } = caller;
    const chosen = await db.tenant(accountId, (tx) => selectChoices(tx, accountId, userId));
    const of = query.accountId === undefined ? accountId : accountOf(caller, query.accountId);
    return db.tenant(of, async (tx) => {
      const { timeZone } = await requireAccount(tx, of);
      const { hoursRules } = await loadCalendar(tx, of);
      return answerOf(chosen, hoursRules, pickableDays(timeZone, now));
    });
  });

  route(app, saveChoices, ({ caller: { accountId, userId, timeZone }, now, body, hold }) =>
    db.tenant(accountId, async (tx) => {
      // First, because holding the user only shares the lock: two that share it would each wait for the other to let go.
      const was = await selectChoices(tx, accountId, userId, true);
      await hold(tx);
      const chosen = { columns: withColumns(was.columns, body.columns ?? {}), periods: body.periods ?? was.periods };
      await updateChoices(tx, accountId, userId, chosen);
      const { hoursRules } = await loadCalendar(tx, accountId);
      return answerOf(chosen, hoursRules, pickableDays(timeZone, now));
    }),
  );

  route(app, saveLanguage, (call) =>
    db.tenant(call.caller.accountId, async (tx) => {
      const { accountId, userId, username } = call.caller;
      const { language } = call.body;
      const isAnother = await updateLanguage(tx, accountId, userId, language);
      const detail = language ? msg('language: {language}', { language }) : msg('language: the account’s');
      const target = { accountId, target: username, targetId: userId };
      if (isAnother) await audit(tx, { ...by(call), ...target, action: 'user.update', detail });
      return { language: (await wordsOfUser(tx, { accountId, userId })).language };
    }),
  );
}

type Changes = { [Table in keyof Choices['columns']]?: string[] | null | undefined };
/** Returns the columns with some changed; those of null are as specified again. */
function withColumns(was: Choices['columns'], changes: Changes): Choices['columns'] {
  const all = { ...was, ...changes };
  return Object.fromEntries(
    chosenTable.options.flatMap((table) => {
      const ids = all[table];
      return ids ? [[table, ids]] : [];
    }),
  );
}

/** Returns the choices with the periods that they name, and those of the account, within the days that can be picked. */
function answerOf(chosen: Choices, hoursRules: readonly HoursRule[], days: PayPeriod): ChoicesAnswer {
  const own = chosen.periods.map((rule) => ({
    rule,
    periods: periodsIn((date) => userPeriodOn(rule, date), days.from, days.to),
  }));
  return { ...chosen, spans: [{ rule: null, periods: payPeriodsIn(hoursRules, days.from, days.to) }, ...own] };
}

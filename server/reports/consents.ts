import { CONSENT_WAYS } from '#contract/office/privacy.ts';
import { words } from '#contract/platform/words.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { type Said, selectLastSaid } from '../office/privacy/consents.sql.ts';
import type { Db } from '../platform/db/db.ts';
import { localTime } from '../platform/zone.ts';
import type { PaidReport, Reported } from './paid.ts';
import { YES } from './rows.ts';

/**
 * The report 'Consents' (docs/reference/privacy.md#consent): the people of the last day of the report, each with what they said last about the use of their biometric
 * data. It is what holds now, whatever the day.
 */
export async function consentReport(db: Db, accountId: string, { dates }: Reported): Promise<PaidReport> {
  const { zone, said } = await db.tenant(accountId, async (tx) => ({
    zone: (await loadCalendar(tx, accountId)).zone,
    said: new Map((await selectLastSaid(tx, accountId)).map((one) => [one.employeeId, one])),
  }));
  return {
    async complete(day, rows) {
      if (day !== dates.to) return [];
      return rows.map((row) => {
        const last = said.get(row.key);
        const { version = null, how = null, by = '', at = null } = last ?? {};
        return {
          ...row,
          values: {
            ...row.values,
            consent: consentWords(last),
            version: version === null ? '' : String(version),
            how: how === null ? '' : CONSENT_WAYS[how],
            at: at && localTime(zone, at.getTime()),
            by,
          },
        };
      });
    },
    changedBy: (changed) => changed.filter((day) => day === dates.to),
  };
}

function consentWords(last: Said | undefined): string {
  if (!last) return words('None');
  if (last.kind === 'withdrawn') return words('Withdrawn');
  return last.isValid ? YES : words('To an earlier text');
}

import { z } from 'zod';
import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { CLAIMABLE, type Claim } from '#contract/office/setup.ts';
import { joined, msg, words } from '#contract/platform/words.ts';
import type { ChangeScope } from '../../masterData/change.ts';
import { addClaims, readClaims } from '../../masterData/owners.sql.ts';
import { codeOf, legible } from '../../masterData/records.ts';
import { audit } from '../../platform/audit/audit.ts';
import {
  adoptEmployees,
  adoptGroups,
  adoptHolidays,
  adoptLookupEntries,
  adopts,
  countMatching,
  saveMatching,
} from './ownership.sql.ts';

/** The field of an employee record that makes each claim. */
const FIELDS: Record<Claim, string> = {
  timeId: 'timeId',
  cards: 'cards',
  timeGroup: 'timeGroupCode',
  employeeGroup: 'employeeGroupCode',
  jobDescription: 'jobDescriptionCode',
  phoneNumber: 'phoneNumber',
};
const WORDS: Record<Claim, string> = {
  timeId: words('Time ID'),
  cards: words('Card Numbers'),
  timeGroup: words('Time Group'),
  employeeGroup: words('Employee Group'),
  jobDescription: words('Job Description'),
  phoneNumber: words('Phone Number'),
};
const asRecord = z.record(z.string(), z.unknown());
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? legible(String(value)).trim() : '';
const listOf = (list: readonly unknown[] | undefined) =>
  (list ?? []).flatMap((value) => {
    const record = asRecord.safeParse(value);
    return record.success ? [record.data] : [];
  });

/**
 * Called before a sync: employee fields that the system sends for the first time become its own, even with null, and the trail says so. If the system adopts, the application's records with the same number, code or date become its own. Returns whether a record changed its
 * owner.
 */
export async function claimAndAdopt(scope: ChangeScope, body: PayrollSyncBody): Promise<boolean> {
  const { tx, accountId, systemId, now } = scope;
  const employees = listOf(body.employees);
  const known = (await readClaims(tx, accountId)).get(systemId) ?? [];
  const claims = CLAIMABLE.filter(
    (claim) => !known.includes(claim) && employees.some((record) => record[FIELDS[claim]] !== undefined),
  );
  if (claims.length > 0) {
    await addClaims(tx, accountId, systemId, claims);
    const fields = joined(
      claims.map((claim) => WORDS[claim]),
      ', ',
    );
    const detail = msg('Now owns of its employees: {fields}', { fields });
    await audit(tx, { accountId, at: now, actor: systemId, action: 'setup.change', target: systemId, detail });
  }
  return (await adopts(tx, accountId, systemId)) ? adoptSent(scope, body) : false;
}

async function adoptSent(scope: ChangeScope, body: PayrollSyncBody): Promise<boolean> {
  const coded = (list: readonly unknown[] | undefined) => listOf(list).map((value) => ({ value, code: codeOf(value) }));
  const lookups = listOf(body.lookups).flatMap(({ lookup, entries }) =>
    coded(z.array(z.unknown()).safeParse(entries).data).map(({ code }) => ({ lookup: Number(lookup), code })),
  );
  const adopted = [
    await adoptGroups(scope, [
      ...coded(body.timeGroups).map(({ code }) => ({ kind: 'time' as const, code })),
      ...coded(body.employeeGroups).map(({ code }) => ({ kind: 'employee' as const, code })),
      ...coded(body.jobDescriptions).map(({ code }) => ({ kind: 'job' as const, code })),
    ]),
    await adoptLookupEntries(scope, lookups),
    await adoptHolidays(
      scope,
      coded(body.holidays).map(({ code, value }) => ({
        code,
        date: text(value.date),
        timeGroupCode: text(value.timeGroupCode) || null,
      })),
    ),
    await adoptEmployees(
      scope,
      coded(body.employees).map(({ code, value }) => ({ code, number: text(value.number) })),
    ),
  ];
  return adopted.some((count) => count > 0);
}

/** Stores how many employees the system sent, and how many of those the application owns under the same number, which adopting would take over. */
export async function noteMatching({ tx, accountId, systemId }: ChangeScope, body: PayrollSyncBody): Promise<void> {
  if (!body.employees) return;
  const numbers = listOf(body.employees).flatMap(({ number }) => text(number) || []);
  const matching = await countMatching(tx, accountId, numbers);
  await saveMatching(tx, accountId, systemId, { sent: body.employees.length, matching });
}

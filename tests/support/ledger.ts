import { hash } from 'node:crypto';
import type { CorrectionBody, CorrectionChange, CorrectionResult } from '#contract/figures/corrections.ts';
import type { DayExplanation } from '#contract/figures/explain.ts';
import type { AttendanceEntry } from '#contract/figures/stats.ts';
import { EMPLOYER_PERMISSIONS, type Permission } from '#contract/platform/permissions.ts';
import { reportType } from '#contract/reports/reports.ts';
import type { SentDirection } from '#server/attendance/events.ts';
import { type IncomingEntry, storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSession, givenUser } from './factories.ts';
import type { EmployeeOptions, StandardTimeOptions } from './factories.work.ts';
import { givenSite } from './site.ts';
import type { TestApp } from './testApp.ts';

/** The time of the requests, Wed 25 November 2026, as in the golden cases of docs/reference/corrections.md. */
export const ASKED = '2026-11-25T10:00:00Z';
export const MONDAY = '2026-11-23';
export const CORRECTS: readonly Permission[] = [
  ...EMPLOYER_PERMISSIONS,
  'Attendance.CORRECT',
  'Attendance.LOCK_PERIOD',
];

/** Creates an account with the shift of the golden cases, a device in contact, and a supervisor who corrects. */
export async function givenSupervised(t: TestApp, hours: StandardTimeOptions | null = {}) {
  t.clock.set(ASKED);
  const supervised = await givenSite(t, {
    permissions: CORRECTS,
    session: { createdAt: ASKED, ttlSeconds: 90 * 86_400 },
    lastContact: ASKED,
    hours,
  });
  const { accountId, token, deviceId } = supervised;
  await t.db.run(sql`update account set first_record_at = '2026-10-01T00:00:00Z' where account_id = ${accountId}`);
  let serial = 0;

  const at = (time: string) => {
    const [date, clock = ''] = time.includes(' ') ? time.split(' ') : [MONDAY, time];
    return `${date}T${clock.length === 5 ? `${clock}:00` : clock}+02:00`;
  };
  const ask = async (path: string, body?: unknown, as = token, headers: Record<string, string> = {}) => {
    const answer = await t.ask(`/v2${path}`, { token: as, body, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const get = async (path: string) => {
    const { status, body } = await ask(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const explain = (employeeId: string, day = MONDAY): Promise<DayExplanation> =>
    get(`/stats/employee/${employeeId}/day?referenceDate=${day}`);
  const site = {
    ...supervised,
    at,
    ask,
    get,
    explain,
    person: (number: string, more: EmployeeOptions = {}) =>
      supervised.person(number, { firstName: 'Thandi', lastName: 'Nkosi', ...more }),
    /** Sends records as a device does, by default received as they happen: '07:00', or ['07:00', 'in'], of Monday. */
    send: (pin: string, punches: readonly (string | [string, SentDirection])[], receivedAt?: string) =>
      t.db.tenant(accountId, (tx) =>
        storeRecords(tx, {
          accountId,
          receivedAt: new Date(
            receivedAt ?? at(typeof punches.at(-1) === 'string' ? String(punches.at(-1)) : (punches.at(-1)?.[0] ?? '')),
          ),
          clockRecords: punches.map((punch) => ({
            at: new Date(at(typeof punch === 'string' ? punch : punch[0])),
            direction: typeof punch === 'string' ? ('auto' as const) : punch[1],
            timeId: pin,
            deviceId,
            source: `device:${deviceId}`,
          })),
        }),
      ),
    work: (pin: string, entries: readonly Partial<IncomingEntry>[], receivedAt = new Date(ASKED)) =>
      t.db.tenant(accountId, (tx) =>
        storeRecords(tx, {
          accountId,
          receivedAt,
          pieceworkEntries: entries.map((entry) => ({
            recordId: `r${++serial}`,
            source: `device:${deviceId}`,
            deviceId,
            timeId: pin,
            units: '1',
            startedAt: new Date(at('08:00')),
            ...entry,
          })),
        }),
      ),
    /** Returns the items of changes, each with the present basis of its employee's day. */
    items: async (employeeId: string, changes: readonly CorrectionChange[], day = MONDAY) => {
      const { basis = '' } = await explain(employeeId, day);
      return changes.map((change) => ({ day, basis, change }));
    },
    correct: async (
      employeeId: string,
      changes: readonly CorrectionChange[],
      day = MONDAY,
      more: Partial<CorrectionBody> = {},
    ) => {
      const items = await site.items(employeeId, changes, day);
      return ask('/corrections', { reason: 'forgot-to-clock', items, ...more });
    },
    /** Makes the changes, which must be applied. */
    corrected: async (
      employeeId: string,
      changes: readonly CorrectionChange[],
      day = MONDAY,
    ): Promise<CorrectionResult> => {
      const { status, body } = await site.correct(employeeId, changes, day);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body;
    },
    undo: async (correctionIds: readonly (string | undefined)[]) => {
      const { results } = await get('/corrections?from=2026-10-15&to=2026-11-25&startRow=0&endRow=500');
      const items = correctionIds.map((correctionId) => ({
        correctionId,
        basis: results.find(({ _id }: { _id: string }) => _id === correctionId)?.basis ?? '',
      }));
      return ask('/corrections/undo', { items });
    },
    /** Returns the id of the raw record of an employee's punch ('07:00' of Monday). */
    recordOf: async (employeeId: string, time: string, day = MONDAY) => {
      const { events, entries = [] } = await explain(employeeId, day);
      const instant = Date.parse(at(time));
      const punch = events.flatMap(({ punches }) => punches).find((one) => Date.parse(one.at) === instant);
      const entry = entries.find((one) => Date.parse(one.startedAt) === instant);
      return punch?.clockRecordId ?? entry?.entryId ?? '';
    },
    /** Returns a day with the figures of the golden cases: hours as h:mm. */
    figures: async (employeeId: string, day = MONDAY) => {
      const { entries } = (await get(`/stats/employee/by-attendance-status/total?referenceDate=${day}`)) as {
        entries: AttendanceEntry[];
      };
      const one = entries.find(({ employee }) => employee._id === employeeId);
      const why = await explain(employeeId, day);
      const clocked = await site.clocked(employeeId, day);
      return {
        hours: clocked,
        late: one?.lateMs ?? 0,
        wasted: why.lateTimeMs + why.irregularBreakTimeMs,
        early: why.earlyLeaveMs,
        flags: one?.flags ?? [],
      };
    },
    /** Returns the hours clocked, from the attendance report. */
    clocked: async (employeeId: string, day = MONDAY): Promise<string> => {
      const why = await explain(employeeId, day);
      const body = { reportType: 'employee-attendance', dates: { from: day, to: day } };
      const csv = (await t.ask('/v2/stats/generateReport', { token, body })).body;
      const [heads = [], ...rows] = csv
        .trim()
        .split(/\r?\n/)
        .map((text) => text.replaceAll('"', '').split(','));
      const start = [heads, ...rows].findIndex((row) => row.includes('Employee Number'));
      const head = [heads, ...rows][start] ?? [];
      const own = [heads, ...rows]
        .slice(start)
        .find((row) => row[head.indexOf('Employee Number')] === why.employee.number);
      return own?.[head.findIndex((label) => label.startsWith('Hours Clocked') && label.includes('h:mm'))] ?? '';
    },
    /**
     * Returns a hash of the bytes of every report of figures, and of the attendance report in each type; only the ledger's own report shows what was
     * undone.
     */
    reportHashes: async (dates: { from: string; to: string }) => {
      const figures = reportType.options.filter((type) => type !== 'corrections');
      const files = [
        ...figures.map((type) => [type, 'csv'] as const),
        ...(['xlsx', 'html'] as const).map((kind) => ['employee-attendance', kind] as const),
      ];
      const hashes: string[] = [];
      for (const [type, exportType] of files) {
        const body = { reportType: type, dates, exportType };
        const { statusCode, rawPayload } = await t.ask('/v2/stats/generateReport', { token, body });
        hashes.push(`${type} ${exportType} ${statusCode} ${hash('sha256', rawPayload)}`);
      }
      return hashes;
    },
    /** Creates another user of the account with the given permissions, optionally linked to an employee. */
    other: async (permissions: readonly Permission[], employeeId: string | null = null) => {
      const id = await givenUser(t.db, accountId, { permissions });
      await t.db.run(sql`update app_user set employee_id = ${employeeId} where user_id = ${id}`);
      return givenSession(t.db, accountId, id, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
    },
  };
  return site;
}
export type Supervised = Awaited<ReturnType<typeof givenSupervised>>;

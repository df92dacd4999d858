import type { CorrectionChange, CorrectionReason } from '#contract/figures/corrections.ts';
import type { Exception, Proposal } from '#contract/office/exceptions.ts';
import { english, type Message, msg, words } from '#contract/platform/words.ts';
import { SAME_OUT_MS, type WorkEvent } from '../../attendance/events.ts';
import { dayKey } from '../../attendance/ledger.sql.ts';
import { startOf } from '../../attendance/piecework.ts';
import { timeGroupOn } from '../../attendance/timeGroups.ts';
import { dayInYear } from '../../figures/stats/dates.ts';
import type { Db } from '../../platform/db/db.ts';
import { HOUR, isoOf } from '../../platform/zone.ts';
import type { Named } from './exceptions.sql.ts';
import { clockOf, type Found, saying } from './found.ts';
import { newPersonOf } from './newPerson.ts';
import { type Evidence, readEvidence, type Sight } from './proposalEvidence.ts';
import { safeFirst } from './safeFirst.ts';

/** Adds the likely fixes to exceptions, the most likely first; a press of a button applies one. */
export async function withProposals(
  tx: Db,
  accountId: string,
  found: readonly Found[],
  sight: Sight,
): Promise<Exception[]> {
  const evidence = await readEvidence(tx, accountId, found, sight);
  const drafts = found.map((one) => ({ found: one, proposals: proposalsOf(one, evidence) }));
  const ranked = await safeFirst(tx, accountId, drafts, evidence);
  return found.map((one, nth) => {
    const { key, kind, day, employeeId, detail, evidence: hash, quarantine, keysOf, records = [] } = one;
    const employee = employeeOf(one, sight);
    return {
      key,
      kind,
      day,
      ...saying(detail),
      evidence: hash,
      employee: employee && personOf(employee),
      basis: employeeId
        ? (evidence.bases.get(dayKey({ employeeId, day })) ?? '')
        : (evidence.recordBases.get(records[0]?.recordId ?? '') ?? ''),
      proposals: ranked[nth] ?? [],
      ...(quarantine && { quarantine }),
      ...(keysOf && { keysOf }),
      ...(kind === 'unmatched-pin' && { newPerson: newPersonOf(records) }),
    };
  });
}

const employeeOf = ({ employeeId }: Found, { people }: Sight) => (employeeId && people.get(employeeId)) || null;
const personOf = ({ employeeId: _id, number, firstName, lastName }: Named) => ({ _id, number, firstName, lastName });
const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim();

type Making = {
  changes: readonly CorrectionChange[];
  reason: CorrectionReason;
  done: string | Message;
  /** It is what probably happened: it may be offered first, and applied together with those of others, if it is safe. */
  isLikely?: boolean;
};
type Opens = NonNullable<Proposal['opens']>;

function proposalsOf(found: Found, evidence: Evidence): Proposal[] {
  const { kind, day, at, next, records = [], correctionIds = [] } = found;
  const employee = employeeOf(found, evidence);
  const { calendar, now } = evidence;
  const { zone } = calendar;
  const clock = (instant: number) => clockOf(calendar, instant);
  const iso = (instant: number) => isoOf(zone, instant);
  const name = employee ? nameOf(employee) : '';
  const basis = employee ? (evidence.bases.get(dayKey({ employeeId: employee.employeeId, day })) ?? '') : '';
  const making = (label: string | Message, { changes, reason, done, isLikely = true }: Making): Proposal => ({
    ...told(label, done),
    reason,
    inBulk: isLikely,
    undo: [],
    opens: null,
    items: changes.map((change) => ({
      day,
      basis: employee || !('recordId' in change) ? basis : (evidence.recordBases.get(change.recordId) ?? ''),
      change,
    })),
  });
  const opening = (label: string | Message, opens: Opens, done: string | Message = ''): Proposal => ({
    ...told(label, done),
    reason: 'other',
    items: [],
    inBulk: false,
    undo: [],
    opens,
  });
  const undoing = (label: string, done: Message): Proposal => ({
    ...told(label, done),
    reason: 'other',
    items: [],
    inBulk: false,
    opens: null,
    undo: correctionIds.map((correctionId) => ({ correctionId, basis: evidence.undoBases.get(correctionId) ?? '' })),
  });
  const adding = (
    direction: 'in' | 'out',
    instant: number | null | undefined,
    say: (given: { direction: string; time: string }) => Message = (given) => msg('{direction} {time}', given),
  ): Proposal[] => {
    if (!employee || instant === null || instant === undefined || instant > now.getTime()) return [];
    const given = { direction: direction.toUpperCase(), time: clock(instant) };
    const change: CorrectionChange = { do: 'add-punch', employeeId: employee.employeeId, at: iso(instant), direction };
    const done = msg('{direction} {time} added for {name}.', { ...given, name });
    return [making(say(given), { changes: [change], reason: 'forgot-to-clock', done })];
  };
  const shift = employee ? calendar.shiftOn(timeGroupOn(employee, day), day) : null;
  const entries = employee ? (evidence.entries.get(employee.employeeId) ?? []) : [];
  // One of which only the date is known is no evidence of the time of an IN or OUT.
  const timed = entries.filter(({ date }) => date === undefined);
  const workDay = employee ? evidence.workDays.get(dayKey({ employeeId: employee.employeeId, day })) : undefined;
  const recordAt = (instant: number) =>
    employee ? evidence.punches.get(employee.employeeId)?.find((punch) => punch.at === instant)?.recordId : undefined;

  const eventAt = (instant: number) => workDay?.events.find((event) => event.at === instant);
  /** Returns the records of an event that can be corrected. */
  const recordsIn = ({ merged }: WorkEvent) =>
    merged.punches.flatMap((punch) => {
      const recordId = recordAt(punch.at);
      return recordId ? [{ recordId }] : [];
    });
  /** Of an IN without an OUT: a later IN without an OUT, or the last punch of the day, was the OUT. */
  const itWasTheOut = (instant: number): Proposal[] => {
    const events = workDay?.events ?? [];
    const place = events.findIndex((event) => event.at === instant);
    const isAlone = (event: WorkEvent | undefined, after: WorkEvent | undefined) =>
      event?.direction === 'in' && after?.direction !== 'out';
    const [own, next] = [events[place], events[place + 1]];
    const slip = isAlone(next, events[place + 2]) ? next : place > 0 && isAlone(own, next) ? own : undefined;
    const recordId = slip && recordAt(slip.merged.last);
    if (!slip || !recordId) return [];
    return [
      making(words('It was the OUT'), {
        changes: [{ do: 'replace-punch', recordId, direction: 'out' }],
        reason: 'wrong-key',
        done: msg('{time} of {name} is the OUT.', { time: clock(slip.merged.last), name }),
      }),
    ];
  };
  /** Of two OUTs without an IN between (docs/reference/attendance.md#direction): when the employee came back, or that they never went, or left. */
  const betweenOuts = (out: number, second: number): Proposal[] => {
    const back = shift?.breaks.find(({ start, end }) => end > out && end < second && start < second)?.end;
    const leaving = (label: string, instant: number, done: Message) => {
      const own = eventAt(instant);
      const records = own ? recordsIn(own) : [];
      return records.length > 0
        ? [making(label, { ...voiding(records), reason: 'wrong-key', isLikely: false, done })]
        : [];
    };
    return [
      ...adding('in', back, ({ time }) => msg('Came back at {time}', { time })),
      opening(words('Came back at another time'), 'punch'),
      ...leaving(
        words('Was there all the time'),
        out,
        msg('OUT {time} of {name} does not count.', { time: clock(out), name }),
      ),
      ...leaving(
        words('Left at the first'),
        second,
        msg('OUT {time} of {name} does not count.', { time: clock(second), name }),
      ),
    ];
  };
  /** Of pieces after an OUT: it was later. */
  const laterOut = (first: number, end: number) => {
    const before = workDay?.events.findLast((event) => event.merged.last <= first);
    const recordId = before?.direction === 'out' ? recordAt(before.merged.last) : undefined;
    if (!before || !recordId || end <= first || end > now.getTime()) return undefined;
    const given = { last: clock(end), out: clock(before.at) };
    const proposal = making(msg('OUT {last} instead of {out}', given), {
      changes: [{ do: 'replace-punch', recordId, at: iso(Math.floor(end / 1000) * 1000), direction: 'out' }],
      reason: 'forgot-to-clock',
      done: msg('OUT {last} of {name} instead of {out}.', { ...given, name }),
    });
    return { out: before.at, proposal };
  };

  switch (kind) {
    case 'missing-out': {
      if (at === undefined) return [];
      const before = next ?? Number.POSITIVE_INFINITY;
      const fits = (instant: number) => instant > at && instant < before;
      const worked = timed
        .map(({ startedAt, endedAt }) => endedAt ?? startedAt)
        .filter((end) => fits(end) && end - at <= 16 * HOUR);
      const end = worked.length > 0 ? Math.max(...worked) : null;
      return distinct([
        ...itWasTheOut(at),
        ...(shift && fits(shift.end) ? adding('out', shift.end) : []),
        ...adding('out', end, (given) => msg('{direction} {time}, end of the piecework', given)),
        opening(words('Other time'), 'punch'),
      ]);
    }
    case 'missing-in': {
      if (at === undefined || !employee) return [];
      if (found.previous !== null && found.previous !== undefined) return betweenOuts(found.previous, at);
      const worked = timed.map(({ startedAt }) => startedAt).filter((start) => start < at && at - start <= 16 * HOUR);
      const first = worked.length > 0 ? Math.floor(Math.min(...worked) / 1000) * 1000 : null;
      const recordId = recordAt(at);
      return distinct([
        ...(shift && shift.start < at ? adding('in', shift.start) : []),
        ...(first !== null
          ? adding('in', first, (given) => msg('{direction} {time}, start of the piecework', given))
          : []),
        ...(recordId
          ? [
              making(words('It was an IN'), {
                changes: [{ do: 'replace-punch', recordId, direction: 'in' }],
                reason: 'wrong-key',
                done: msg('{time} of {name} is an IN.', { time: clock(at), name }),
                isLikely: false,
              }),
            ]
          : []),
        opening(words('Other time'), 'punch'),
      ]);
    }
    case 'late-or-missing-in': {
      const recordId = at === undefined ? undefined : recordAt(at);
      if (at === undefined || !employee || !shift || !recordId) return [opening(words('Other time'), 'punch')];
      const { employeeId } = employee;
      return [
        making(words('It was the OUT'), {
          changes: [
            { do: 'replace-punch', recordId, direction: 'out' },
            { do: 'add-punch', employeeId, at: iso(shift.start), direction: 'in' },
          ],
          reason: 'forgot-to-clock',
          done: msg('IN {start} added for {name}, and {time} is the OUT.', {
            ...{ start: clock(shift.start), name, time: clock(at) },
          }),
        }),
        making(words('Really came then'), {
          isLikely: false,
          changes: [{ do: 'replace-punch', recordId, direction: 'in' }],
          reason: 'wrong-key',
          done: msg('{name} came at {time}.', { name, time: clock(at) }),
        }),
      ];
    }
    case 'unmatched-pin': {
      const pin = records[0]?.timeId ?? '';
      const punches = records.filter(({ isEntry }) => !isEntry);
      return [
        ...(newPersonOf(records) ? [opening(words('Make employee'), 'make-employee')] : []),
        ...(punches.length > 0 ? evidence.nearTo(pin, day) : []).map((one) =>
          making(msg('Give to {name} ({number})', { name: nameOf(one), number: one.number }), {
            changes: punches.map(({ recordId }) => ({
              do: 'replace-punch' as const,
              recordId,
              employeeId: one.employeeId,
            })),
            reason: 'wrong-person',
            // Another number by one slip may as well be another person's.
            isLikely: evidence.isOnlyOne(pin, one),
            done: msg("{count, plural, =1 {The punch is} other {# punches are}} {name}'s.", {
              ...{ count: punches.length, name: nameOf(one) },
            }),
          }),
        ),
        opening(words('Give to an employee'), 'give'),
        opening(words('Make it their time id'), 'employee'),
        ...(punches.length > 0
          ? [
              making(words('Does not count'), {
                ...voiding(punches),
                isLikely: false,
                done: msg('PIN {pin} does not count on this day.', { pin }),
              }),
            ]
          : []),
      ];
    }
    case 'future-clock':
      return [
        ...(employee
          ? [
              making(words('Count at its receipt'), {
                changes: records.map(({ recordId, receivedAt, isEntry }) => {
                  const at = iso(Math.floor(Date.parse(receivedAt) / 1000) * 1000);
                  return isEntry
                    ? { do: 'replace-entry' as const, recordId, startedAt: at, endedAt: null }
                    : { do: 'replace-punch' as const, recordId, at };
                }),
                reason: 'device-failed',
                done: msg('Counted for {name} when it was received.', { name }),
              }),
            ]
          : [opening(words('Give to an employee'), 'give')]),
        making(words('Does not count'), { ...voiding(records), isLikely: false, done: words('It does not count.') }),
      ];
    case 'inactive-clocked': {
      const own = employee ? (evidence.punches.get(employee.employeeId) ?? []) : [];
      const those = own.flatMap(({ at: punchedAt, recordId }) =>
        recordId && workDay?.punches.has(punchedAt) ? { recordId } : [],
      );
      const pieces = entries.flatMap(({ recordId, ...entry }) =>
        recordId && workDay?.entries.has(startOf(entry)) ? [{ do: 'void-entry' as const, recordId }] : [],
      );
      const changes = [...voiding(those).changes, ...pieces];
      const done = msg('The records of {name} do not count.', { name });
      return [
        opening(words('Give to somebody else'), 'give'),
        ...(changes.length > 0
          ? [making(words('Does not count'), { changes, reason: 'wrong-person', isLikely: false, done })]
          : []),
        found.isBeforeStart
          ? opening(
              msg('Count from {day}', { day: dayInYear(day) }),
              'start',
              msg('{name} counts from {day}.', { name, day: dayInYear(day) }),
            )
          : opening(words('Active again'), 'employee'),
      ];
    }
    case 'piecework-without-clock': {
      if (!employee) return [];
      const outside = entries.filter((entry) => workDay?.unclocked.has(startOf(entry)));
      if (outside.length === 0) return [opening(words('Add punch'), 'punch')];
      const outsideTimed = outside.filter(({ date }) => date === undefined);
      const first = outsideTimed[0]?.startedAt ?? Number.POSITIVE_INFINITY;
      const end = Math.max(...outsideTimed.map(({ startedAt, endedAt }) => endedAt ?? startedAt));
      const { employeeId } = employee;
      const longer = laterOut(first, end);
      const isNear = longer !== undefined && first - longer.out <= SAME_OUT_MS;
      const changes = outside.flatMap(({ recordId }) => (recordId ? [{ do: 'void-entry' as const, recordId }] : []));
      return [
        ...(isNear ? [longer.proposal] : []),
        ...(end > first && end <= now.getTime()
          ? [
              making(msg('IN {first} and OUT {last}', { first: clock(first), last: clock(end) }), {
                changes: [
                  { do: 'add-punch', employeeId, at: iso(Math.floor(first / 1000) * 1000), direction: 'in' },
                  { do: 'add-punch', employeeId, at: iso(Math.floor(end / 1000) * 1000), direction: 'out' },
                ],
                reason: 'forgot-to-clock',
                done: msg('IN {first} and OUT {last} added for {name}.', {
                  ...{ first: clock(first), last: clock(end), name },
                }),
              }),
            ]
          : [opening(words('Add punch'), 'punch')]),
        ...(longer && !isNear ? [longer.proposal] : []),
        opening(words('Give to somebody else'), 'give'),
        ...(changes.length > 0
          ? [
              making(words('Does not count'), {
                changes,
                reason: 'wrong-count',
                isLikely: false,
                done: msg('It does not count for {name}.', { name }),
              }),
            ]
          : []),
      ];
    }
    case 'counted-twice': {
      const { twice } = found;
      if (!twice) return [];
      const { recordId, units, container } = twice;
      return [
        making(words('Both are right'), {
          changes: [{ do: 'replace-entry', recordId, units }],
          reason: 'wrong-count',
          isLikely: false,
          done: msg('{container} counts for {name} as well.', { container, name }),
        }),
        opening(words('Look at the day'), 'why'),
      ];
    }
    case 'rejected-container': {
      const { rejected } = found;
      if (!rejected) return [];
      const { recordId, former } = rejected;
      const change = { do: 'void-entry' as const, recordId, ...(former !== null && { former }) };
      const done = msg('It does not count for {name}.', { name });
      return [
        making(words('Does not count'), { changes: [change], reason: 'wrong-count', isLikely: false, done }),
        opening(words('It counts all the same'), 'review'),
      ];
    }
    case 'overtaken':
      return [
        undoing(words('Use the record'), msg('The record of {name} counts.', { name })),
        opening(words('Keep both'), 'review'),
      ];
    case 'excused-present':
      return [undoing(words('Undo the excuse'), msg('The excuse of {name} is undone.', { name }))];
    case 'two-people':
      return [
        opening(words('Give to somebody else'), 'give'),
        making(words('Does not count'), {
          ...voiding((found.recordIds ?? []).map((recordId) => ({ recordId }))),
          isLikely: false,
          done: msg('The records of {name} do not count.', { name }),
        }),
        opening(words('Assign to devices'), 'employee'),
      ];
    case 'absence':
      return [opening(words('Excuse'), 'excuse')];
    case 'no-time-group':
    case 'no-shift':
      return [opening(words('Assign a shift'), 'employee')];
    case 'quarantined':
    case 'doubted-keys':
      return [opening(words('Decide'), 'devices')];
    case 'no-piece-rate':
    case 'no-hourly-rate':
    case 'not-priced':
      return [opening(words('Add a rate'), 'rates'), opening(words('Look at the day'), 'why')];
    case 'no-hours-rule':
      return [opening(words('Add an hours rule'), 'hours-rules'), opening(words('Look at the day'), 'why')];
    case 'dispute':
      return [
        opening(words('Look at the day'), 'why'),
        opening(words('Add punch'), 'punch'),
        opening(words('Settle'), 'settle'),
      ];
    case 'pay-below-zero':
    case 'shared-output':
      return [opening(words('Look at the day'), 'why')];
    case 'unverified-time':
    case 'changed-after-lock':
      return [opening(kind === 'unverified-time' ? words('Change time') : words('See what changed'), 'why')];
  }
}

/** Returns the words of a button and of what it did, in English, and as messages where they have values. */
const told = (label: string | Message, done: string | Message) => ({
  ...{ label: english(label), done: english(done) },
  ...((typeof label === 'object' || typeof done === 'object') && { words: { label, done } }),
});
const voiding = (records: readonly { recordId: string; isEntry?: boolean }[]) => ({
  changes: records.map(({ recordId, isEntry }) => ({
    do: isEntry ? ('void-entry' as const) : ('void-punch' as const),
    recordId,
  })),
  reason: 'wrong-person' as const,
});
/** Leaves out proposals that lead to the same time as an earlier one. */
function distinct(proposals: readonly Proposal[]): Proposal[] {
  const seen = new Set<string>();
  return proposals.filter(({ items, opens }) => {
    const key = JSON.stringify([items, opens]);
    return !seen.has(key) && seen.add(key);
  });
}

import type { CorrectionItem } from '#contract/figures/corrections.ts';
import { daysBetween } from '#contract/platform/common.ts';
import { MAX_EXCUSE_DAYS } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import { WORK_DAY_REACH } from '../../attendance/entryDays.ts';
import type { Punch } from '../../attendance/events.ts';
import type { Entry } from '../../attendance/piecework.ts';
import { conflict, invalid, notFound, Refusal } from '../../platform/http/errors.ts';
import { datesOf, type LocalDate } from '../../platform/zone.ts';
import type { CorrectedEmployee, RawEntry, RawPunch } from './corrections.sql.ts';
import {
  type Context,
  checkAge,
  entryOf,
  givenBy,
  isoOfInstant,
  momentOf,
  moving,
  NO_ENTRY,
  ownedEntry,
  ownedFormer,
  ownedPunch,
  type Resolved,
  storedEntry,
  toSecond,
} from './resolved.ts';

const NOT_UNDONE = { undoes: null } as const;

/** Checks an item and returns the change that it makes; throws the reason why it is refused. */
export function resolveItem(item: CorrectionItem, context: Context): Resolved {
  const resolved = resolveChange(item, context);
  checkDay(item, resolved);
  return resolved;
}

/** Refuses the basis of a day that the change does not concern. */
function checkDay({ day, change }: CorrectionItem, { subject, dates }: Resolved) {
  // An unmatched record has a basis of its own.
  if ('recordId' in subject) return;
  const reach = change.do === 'excuse' || change.do === 'approve' ? 0 : WORK_DAY_REACH;
  if (!dates.some((date) => Math.abs(daysBetween(date, day)) <= reach))
    throw invalid('day', words('This change is of another day'));
}

function resolveChange({ day, change }: CorrectionItem, context: Context): Resolved {
  switch (change.do) {
    case 'add-punch': {
      const { employeeId, direction } = change;
      const punch: Punch = { at: toSecond(change.at), direction, final: true, given: true };
      checkNewPunch(context, employeeId, punch, null);
      return {
        row: {
          table: 'punch',
          kind: 'add',
          recordId: null,
          employeeId,
          at: isoOfInstant(punch.at),
          direction,
          ...NOT_UNDONE,
        },
        subject: { employeeId, day },
        ...moving(context, [], [{ employeeId, punch, entry: null }]),
      };
    }
    case 'void-punch': {
      const raw = punchToCorrect(context, change.recordId);
      return {
        row: {
          table: 'punch',
          kind: 'void',
          recordId: raw.recordId,
          employeeId: raw.employeeId,
          at: null,
          direction: null,
          ...NOT_UNDONE,
        },
        ...ofRecord(raw, day),
        ...moving(context, ownedPunch(raw), [], [momentOf(raw)]),
      };
    }
    case 'replace-punch': {
      const raw = punchToCorrect(context, change.recordId);
      const employeeId = change.employeeId ?? raw.employeeId;
      if (!employeeId) throw invalid('change.employeeId', words('Say whose punch it is'));
      const at = change.at ? toSecond(change.at) : Date.parse(raw.at);
      const { direction } = change;
      const punch: Punch = {
        at,
        direction: direction ?? raw.direction,
        ...(direction && { final: true }),
        ...givenBy(raw, employeeId),
      };
      checkNewPunch(context, employeeId, punch, raw.recordId);
      return {
        row: {
          table: 'punch',
          kind: 'replace',
          recordId: raw.recordId,
          employeeId,
          at: change.at ? isoOfInstant(at) : null,
          direction: direction ?? null,
          ...NOT_UNDONE,
        },
        ...ofRecord(raw, day),
        ...moving(context, ownedPunch(raw), [{ employeeId, punch, entry: null }], [momentOf(raw)]),
      };
    }
    case 'add-entry': {
      const { employeeId } = change;
      const entry: Entry = { ...entryOf(change), given: true };
      checkNewEntry(context, employeeId, entry);
      return {
        row: {
          ...{ table: 'entry', kind: 'add', recordId: null, employeeId },
          ...{ ...storedEntry(entry), countsAgain: false, ...NOT_UNDONE },
        },
        subject: { employeeId, day },
        ...moving(context, [], [{ employeeId, punch: null, entry }]),
      };
    }
    case 'void-entry': {
      const raw = entryToCorrect(context, change.recordId, ({ former }) => former?.correctionId === change.former);
      const { employeeId } = raw.former ?? raw;
      return {
        row: {
          table: 'entry',
          kind: 'void',
          recordId: raw.recordId,
          employeeId,
          ...NO_ENTRY,
          former: raw.former?.correctionId,
          ...NOT_UNDONE,
        },
        ...ofRecord({ recordId: raw.recordId, employeeId }, day),
        ...moving(
          context,
          raw.former ? ownedFormer(raw.former, raw) : ownedEntry(raw),
          [],
          [Date.parse(raw.startedAt)],
        ),
      };
    }
    case 'replace-entry': {
      // A correction that stood when its container was found full is no obstacle.
      const isFoundFull = ({ isCountedTwice, former }: RawEntry) => isCountedTwice && former?.countsAgain === false;
      const raw = entryToCorrect(context, change.recordId, isFoundFull);
      const stood = raw.former ?? raw;
      const employeeId = change.employeeId ?? stood.employeeId;
      if (!employeeId) throw invalid('change.employeeId', words('Say whose entry it is'));
      const entry: Entry = {
        ...entryOf({
          units: change.units ?? stood.units,
          startedAt: change.startedAt ?? stood.startedAt,
          // A time takes the place of the date alone.
          date: change.startedAt || change.endedAt ? null : stood.date,
          endedAt: change.endedAt === undefined ? stood.endedAt : change.endedAt,
          durationMs: change.durationMs === undefined ? stood.durationMs : change.durationMs,
          lookup1Code: change.lookup1Code === undefined ? stood.lookup1 : change.lookup1Code,
          lookup2Code: change.lookup2Code === undefined ? stood.lookup2 : change.lookup2Code,
          jobDescriptionCode: change.jobDescriptionCode === undefined ? stood.job : change.jobDescriptionCode,
        }),
        ...givenBy(raw, employeeId),
      };
      checkNewEntry(context, employeeId, entry);
      return {
        row: {
          table: 'entry',
          kind: 'replace',
          recordId: raw.recordId,
          employeeId,
          ...storedEntry(entry),
          countsAgain: raw.isCountedTwice,
          former: raw.former?.correctionId,
          ...NOT_UNDONE,
        },
        ...ofRecord({ recordId: raw.recordId, employeeId: stood.employeeId }, day),
        ...moving(context, ownedEntry(raw), [{ employeeId, punch: null, entry }], [Date.parse(raw.startedAt)]),
      };
    }
    case 'approve': {
      const { employeeId, what, day: date } = change;
      employeeOf(context, employeeId);
      if (date > context.today) throw invalid('change.day', words('This is still to come'));
      if (isExcused(context, { employeeId, judgement: what, from: date, to: date }))
        throw new Refusal('ALREADY_EXISTS', words('This is approved already.'));
      checkAge(context, [date]);
      return {
        row: {
          table: 'excuse',
          kind: 'excuse',
          employeeId,
          judgement: what,
          excusedAs: null,
          from: date,
          to: date,
          ...NOT_UNDONE,
        },
        subject: { employeeId, day },
        employeeIds: [employeeId],
        removed: [],
        added: [],
        dates: [date],
      };
    }
    case 'excuse': {
      const { employeeId, judgement, kind, from, to } = change;
      employeeOf(context, employeeId);
      if (daysBetween(from, to) >= MAX_EXCUSE_DAYS || daysBetween(context.today, from) > MAX_EXCUSE_DAYS)
        throw invalid(
          'change.to',
          msg('An excuse is of at most {most} days, and begins at most so many ahead', { most: MAX_EXCUSE_DAYS }),
        );
      if (isExcused(context, { employeeId, judgement, from, to }))
        throw new Refusal('ALREADY_EXISTS', words('Some of these days are excused already.'));
      checkAge(context, [from]);
      const dates = datesOf(from, to);
      return {
        row: { table: 'excuse', kind: 'excuse', employeeId, judgement, excusedAs: kind, from, to, ...NOT_UNDONE },
        subject: { employeeId, day },
        employeeIds: [employeeId],
        removed: [],
        added: [],
        dates,
      };
    }
  }
}

const isExcused = ({ excuses }: Context, { employeeId, judgement, from, to }: Context['excuses'][number]) =>
  excuses.some(
    (one) => one.employeeId === employeeId && one.judgement === judgement && one.from <= to && one.to >= from,
  );

const ofRecord = (
  { recordId, employeeId }: Pick<RawEntry, 'recordId' | 'employeeId'>,
  day: LocalDate,
): Pick<Resolved, 'subject'> => ({
  subject: employeeId ? { employeeId, day } : { recordId },
});

function punchToCorrect({ punches }: Context, recordId: string): RawPunch {
  return correctable(punches.get(recordId), words('Punch not found'));
}
/** `mayReplace`: the change comes in the place of the correction that an entry has. */
function entryToCorrect({ entries }: Context, recordId: string, mayReplace: (raw: RawEntry) => boolean): RawEntry {
  const raw = entries.get(recordId);
  return correctable(raw?.former && mayReplace(raw) ? { ...raw, isCorrected: false } : raw, words('Entry not found'));
}
function correctable<R extends RawPunch | RawEntry>(raw: R | undefined, missing: string): R {
  if (!raw) throw notFound(missing);
  const isCountedTwice = 'isCountedTwice' in raw && raw.isCountedTwice;
  if (raw.standing !== 'counted' && raw.standing !== 'future-clock' && !isCountedTwice)
    throw invalid('change.recordId', words('This record waits for a decision, or is another one twice'));
  if (raw.isCorrected) throw conflict(words('This record is corrected already: undo that first.'));
  return raw;
}

function employeeOf({ employees }: Context, employeeId: string): CorrectedEmployee {
  const employee = employees.get(employeeId);
  if (!employee) throw notFound(words('Employee not found'));
  return employee;
}

/** A record can only be assigned to an employee, and not in the future. Whether they are active depends on its work day (attempts.ts). */
function checkTime(context: Context, employeeId: string, at: number, path: string) {
  employeeOf(context, employeeId);
  if (at > context.now.getTime()) throw invalid(path, words('This is still to come'));
}
function checkNewPunch(context: Context, employeeId: string, { at }: Punch, recordId: string | null) {
  checkTime(context, employeeId, at, 'change.at');
  if (context.takenBy(employeeId, at).some((other) => other === null || other !== recordId))
    throw new Refusal('ALREADY_EXISTS', words('There is a punch of that second already.'));
}
function checkNewEntry(context: Context, employeeId: string, { startedAt, endedAt }: Entry) {
  checkTime(context, employeeId, startedAt, 'change.startedAt');
  if (endedAt !== null && (endedAt < startedAt || endedAt > context.now.getTime()))
    throw invalid(
      'change.endedAt',
      endedAt < startedAt ? words('It must not end before it starts') : words('This is still to come'),
    );
}

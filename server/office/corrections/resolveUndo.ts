import { words } from '#contract/platform/words.ts';
import type { Punch } from '../../attendance/events.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import type { LedgerRow } from './corrections.sql.ts';
import {
  type Context,
  checkAge,
  givenBy,
  isWaiting,
  momentOf,
  moving,
  NO_ENTRY,
  type Owned,
  ownedEntry,
  ownedFormer,
  ownedPunch,
  type Resolved,
} from './resolved.ts';

/** Returns the change that undoing a row of the ledger makes. */
export function resolveUndo(row: LedgerRow | undefined, context: Context): Resolved {
  if (!row || row.kind === 'undo') throw notFound(words('Correction not found'));
  if (row.isUndone) throw conflict(words('This was undone already.'));
  const { inForceAs: undoes, employeeId, recordId } = row;
  checkAge(context, row.days.slice(0, 1));
  const [day] = row.days;
  const subject = employeeId && day ? { employeeId, day } : { recordId: recordId ?? undoes };
  if (row.table === 'excuse') {
    if (!employeeId) throw new Error('An excuse has an employee');
    return {
      row: {
        table: 'excuse',
        kind: 'undo',
        employeeId,
        judgement: null,
        excusedAs: null,
        from: null,
        to: null,
        undoes,
      },
      subject,
      employeeIds: [employeeId],
      removed: [],
      added: [],
      dates: row.days,
    };
  }
  const stood = row.table === 'punch' ? correctedPunch(row, context) : correctedEntry(row, context);
  const punch = recordId ? context.punches.get(recordId) : undefined;
  const entry = recordId ? context.entries.get(recordId) : undefined;
  const raw = [...ownedPunch(punch), ...ownedEntry(entry)];
  // An unmatched record comes back as well, to the exceptions of its day.
  const back = [...(punch ? [momentOf(punch)] : []), ...(entry ? [Date.parse(entry.startedAt)] : [])];
  const { former } = row;
  const given = former ? ownedFormer(former, entry) : raw;
  const ledger = { kind: 'undo', recordId, employeeId, undoes } as const;
  return {
    row:
      row.table === 'punch'
        ? { table: 'punch', ...ledger, at: null, direction: null }
        : { table: 'entry', ...ledger, ...NO_ENTRY, ...(former && { givesBack: former }) },
    subject,
    isOfNobody: (punch ?? entry)?.employeeId === null,
    ...moving(context, stood, given, back),
    ...(stood.length + given.length === 0 && { dates: row.days }),
  };
}

/** Returns the effective record that a correction in force makes; nothing where its record no longer exists or is quarantined. */
function correctedPunch({ kind, recordId, employeeId, at, direction }: LedgerRow, { punches }: Context): Owned[] {
  if (!employeeId || (kind !== 'add' && kind !== 'replace')) return [];
  const raw = recordId ? punches.get(recordId) : undefined;
  if (kind === 'replace' && (!raw || isWaiting(raw))) return [];
  const instant = at ?? raw?.at;
  const effective = direction ?? raw?.direction;
  if (!instant || !effective) return [];
  const punch: Punch = {
    at: Date.parse(instant),
    direction: effective,
    ...(direction && { final: true }),
    ...givenBy(raw, employeeId),
  };
  return [{ employeeId, punch, entry: null }];
}
function correctedEntry(row: LedgerRow, { entries }: Context): Owned[] {
  const { kind, recordId, employeeId, units, startedAt } = row;
  if (!employeeId || units === null || startedAt === null || (kind !== 'add' && kind !== 'replace')) return [];
  const raw = recordId ? entries.get(recordId) : undefined;
  if (kind === 'replace' && !raw) return [];
  return ownedFormer({ ...row, employeeId, units, startedAt }, raw);
}

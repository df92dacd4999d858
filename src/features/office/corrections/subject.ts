import type { CorrectionChange, CorrectionItem, CorrectionReason } from '#contract/figures/corrections.ts';
import type { DayExplanation } from '#contract/figures/explain.ts';

export type Person = { _id: string; number: string; firstName: string; lastName: string };
export type WhyEntry = NonNullable<DayExplanation['entries']>[number];

/** A raw record with its basis: that of its day or, if it is unmatched, its own. */
type LooseRecord = { kind: 'punch' | 'entry'; recordId: string; day: string; basis: string };

/** A correction that was started: its record, without new values yet. */
export type Change =
  | { do: 'add-punch'; direction: 'in' | 'out' }
  | { do: 'direction' | 'time'; recordId: string; at: string; direction: 'in' | 'out' }
  | { do: 'add-entry' }
  | { do: 'entry'; entry: WhyEntry & { entryId: string } }
  | { do: 'give' | 'void'; records: readonly LooseRecord[]; what: string };

/** The day to correct; without an employee its records are unmatched. */
export type Subject = { employee: Person | null; day: string; basis: string; timeZone: string; change: Change };

/** The choices of a form; an instant is epoch ms and undefined while there is none. */
export type Values = {
  direction: 'in' | 'out';
  at: number | undefined;
  endedAt: number | null | undefined;
  units: string;
  lookup1Code: string | null;
  lookup2Code: string | null;
  /** Null: as it is; '' for none. */
  job: string | null;
  giveTo: string | null;
};

const iso = (at: number) => new Date(at).toISOString();

/** Returns the items of the act; none while something is missing. */
export function itemsOf({ employee, day, basis, change }: Subject, values: Values): CorrectionItem[] {
  const item = (made: CorrectionChange): CorrectionItem[] => [{ day, basis, change: made }];
  const { direction, at } = values;
  switch (change.do) {
    case 'add-punch':
      return employee && at !== undefined
        ? item({ do: 'add-punch', employeeId: employee._id, at: iso(at), direction })
        : [];
    case 'direction':
      return item({ do: 'replace-punch', recordId: change.recordId, direction });
    case 'time':
      return at !== undefined && at !== Date.parse(change.at)
        ? item({ do: 'replace-punch', recordId: change.recordId, at: iso(at) })
        : [];
    case 'add-entry': {
      const fields = entryFields(values);
      const startedAt = fields?.startedAt;
      return employee && fields && startedAt !== undefined
        ? item({ do: 'add-entry', employeeId: employee._id, ...fields, startedAt, ...jobOf(values), durationMs: null })
        : [];
    }
    case 'entry': {
      const fields = entryFields(values, change.entry);
      // Only fields that differ are sent; the others stay as they were received.
      const { entry } = change;
      const changed = fields && {
        ...(fields.units !== entry.units && { units: fields.units }),
        ...(fields.startedAt !== undefined && at !== startOf(entry) && { startedAt: fields.startedAt }),
        ...(values.endedAt !== (entry.endedAt && Date.parse(entry.endedAt)) && { endedAt: fields.endedAt }),
        ...(fields.lookup1Code !== entry.lookup1Code && { lookup1Code: fields.lookup1Code }),
        ...(fields.lookup2Code !== entry.lookup2Code && { lookup2Code: fields.lookup2Code }),
        ...jobOf(values),
      };
      return changed && Object.keys(changed).length > 0
        ? item({ do: 'replace-entry', recordId: entry.entryId, ...changed })
        : [];
    }
    case 'give':
    case 'void':
      return change.records.flatMap(({ kind, recordId, ...rest }): CorrectionItem[] => {
        const { giveTo } = values;
        if (change.do === 'void') return [{ ...rest, change: { do: `void-${kind}`, recordId } }];
        return giveTo === null ? [] : [{ ...rest, change: { do: `replace-${kind}`, recordId, employeeId: giveTo } }];
      });
  }
}

const jobOf = ({ job }: Values) => job !== null && { jobDescriptionCode: job || null };

/** Returns the start of an entry that a form begins with; undefined where only its date is known. */
export const startOf = ({ date, startedAt }: Pick<WhyEntry, 'date' | 'startedAt'>) =>
  date ? undefined : Date.parse(startedAt);

/** `entry`: the one that is changed. Where only its date is known it may stay so. */
function entryFields({ units, at, endedAt, lookup1Code, lookup2Code }: Values, entry?: Pick<WhyEntry, 'date'>) {
  const mayLackStart = Boolean(entry?.date) && endedAt === null;
  if ((at === undefined && !mayLackStart) || endedAt === undefined || units === '') return undefined;
  return {
    ...{ units, startedAt: at === undefined ? undefined : iso(at) },
    ...{ endedAt: endedAt === null ? null : iso(endedAt), lookup1Code, lookup2Code },
  };
}

const REASONS: Record<Change['do'], CorrectionReason> = {
  'add-punch': 'forgot-to-clock',
  direction: 'wrong-key',
  time: 'device-failed',
  'add-entry': 'wrong-count',
  entry: 'wrong-count',
  give: 'wrong-person',
  void: 'counted-twice',
};
/** Returns the reason that a correction starts with. */
export const defaultReason = ({ change }: Subject): CorrectionReason => REASONS[change.do];

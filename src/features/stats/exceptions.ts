import type { AttendanceEntry, DataException } from '#contract/stats.ts';
import { fullName } from './words.ts';

export type ExceptionKind = DataException['kind'] | 'missing-in' | 'missing-out';

/** In the order in which they are shown: what changes a person's figures first. `words`: what it means, and what to do. */
export const EXCEPTION_KINDS: readonly { kind: ExceptionKind; title: string; words: string }[] = [
  {
    kind: 'quarantined',
    title: 'Waiting for a decision',
    words: 'These punches count nowhere until somebody decides; whose they are is not judged absent.',
  },
  {
    kind: 'missing-out',
    title: 'No punch out',
    words: 'Their time is estimated to the end of the shift.',
  },
  {
    kind: 'missing-in',
    title: 'No punch in',
    words: 'Whether they were late is not known, so it counts as not late.',
  },
  {
    kind: 'unmatched-pin',
    title: 'Unknown PINs',
    words: 'No employee has this time id. Once payroll or an import gives it to somebody, the punches are theirs.',
  },
  {
    kind: 'future-clock',
    title: 'Clock ahead',
    words: 'These punches lay in the future when they arrived and count nowhere. Check the clock of the device.',
  },
  {
    kind: 'inactive-clocked',
    title: 'Inactive, but recorded',
    words: 'Payroll says that they are not active, so they are in no figure.',
  },
  {
    kind: 'piecework-without-clock',
    title: 'Piecework without a punch',
    words: 'It counts, but they were not clocked in at the time.',
  },
  {
    kind: 'unverified-time',
    title: 'Time not verified',
    words: 'The device’s clock may have been wrong. The records count at the time they say: ask the people.',
  },
];

export type ListedException = {
  key: string;
  kind: ExceptionKind;
  number: string;
  name: string;
  detail: string;
  /** The employee whose 'Why?' explains it; null where the day has no such person. */
  employeeId: string | null;
  /** Of punches that wait: where they came from. */
  quarantine?: DataException['quarantine'];
};

/** Returns the exceptions that the server found, with names where they are known, and the people whose punches do not pair up. */
export function listedExceptions(
  exceptions: readonly DataException[],
  entries: readonly AttendanceEntry[],
): ListedException[] {
  const known = new Map(entries.map(({ employee }) => [employee.number, employee]));
  const missing = entries.flatMap(({ employee, flags }) =>
    (['missing-out', 'missing-in'] as const)
      .filter((kind) => flags.includes(kind))
      .map((kind) => ({
        key: `${kind} ${employee._id}`,
        kind,
        number: employee.number,
        name: fullName(employee),
        detail: kind === 'missing-out' ? 'An interval without its end' : 'The first punch of the day is an OUT',
        employeeId: employee._id,
      })),
  );
  const found = exceptions.map(({ kind, employeeNumber, detail, quarantine }, index) => {
    const employee = employeeNumber === null ? undefined : known.get(employeeNumber);
    return {
      key: `${kind} ${index}`,
      kind,
      number: employeeNumber ?? '',
      name: employee ? fullName(employee) : '',
      detail,
      employeeId: employee?._id ?? null,
      ...(quarantine && { quarantine }),
    };
  });
  return [...missing, ...found];
}

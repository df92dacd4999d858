import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type AttendanceEntry, type AttendanceStatus, STATUS_WORDS } from '#contract/stats.ts';
import type { Day } from '../../api/day.ts';
import { hours } from '../../lib/figures.ts';
import { momentOf } from '../../lib/zoned.ts';
import { StateLabel } from '../../ui/StateLabel.tsx';
import classes from './stats.module.css';
import { flagWords, fullName, stateOf } from './words.ts';

type Props = {
  entry: AttendanceEntry;
  day: Day;
  /** The list it stands in: what all in it are is not said again. */
  listed: AttendanceStatus;
  onOpen: (employeeId: string) => void;
};

/** One person: number, name, time in, and what is special about them. */
export function EmployeeRow({ entry, day, listed, onOpen }: Props) {
  const { employee, timeIn, late, lateMs, status, provisional, flags } = entry;
  const name = fullName(employee);
  const word = late ? 'late' : status === 'present' ? 'onTime' : status;
  const notes = [
    late && `${hours(lateMs)} late`,
    provisional && 'provisional until the shift ends',
    ...flags.map(flagWords),
  ].filter((note) => note !== false);
  return (
    <UnstyledButton className={classes.person} onClick={() => onOpen(employee._id)} aria-haspopup="dialog">
      <span className={classes.personNumber}>{employee.number}</span>
      <span className={classes.personName}>
        <bdi className={classes.cut} title={name}>
          {name}
        </bdi>
        {(word !== listed || notes.length > 0) && (
          <span className={classes.personNotes}>
            {word !== listed && <StateLabel state={stateOf(status, late)}>{STATUS_WORDS[word]}</StateLabel>}
            {notes.length > 0 && <span className={classes.cutNotes}>{notes.join(', ')}</span>}
          </span>
        )}
      </span>
      <span className={classes.personTime}>
        {timeIn === null ? (
          <span className={classes.faint}>–</span>
        ) : (
          <time dateTime={timeIn}>{momentOf(timeIn, day.timeZone, day.referenceDate)}</time>
        )}
        <span className={classes.why}>Why?</span>
      </span>
      <IconChevronRight size={16} aria-hidden className={classes.faint} />
    </UnstyledButton>
  );
}

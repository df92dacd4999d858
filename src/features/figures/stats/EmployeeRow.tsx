import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPhone } from '@tabler/icons-react';
import { useId } from 'react';
import type { AttendanceEntry } from '#contract/figures/stats.ts';
import { callLink } from '#contract/platform/phoneNumber.ts';
import { type AttendanceStatus, STATUS_WORDS } from '#contract/platform/statusWords.ts';
import type { Day } from '../../../api/day.ts';
import { hours } from '../../../lib/figures.ts';
import { flagWords } from '../../../lib/flagWords.ts';
import { listed as listOf } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { momentOf } from '../../../lib/zoned.ts';
import { useOfflineReason } from '../../../state/reachability.ts';
import type { PersonLink } from '../../../ui/personLink.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { StateLabel, stateOf } from '../../../ui/StateLabel.tsx';
import classes from './list.module.css';
import { fullName } from './words.ts';

type Props = {
  entry: AttendanceEntry;
  day: Day;
  /** The list that contains the row: a status that all of its people share is not repeated. */
  listed: AttendanceStatus;
  onOpen: (employeeId: string) => void;
  /** Opens the excuse of an absence. */
  onExcuse?: ((employeeId: string) => void) | undefined;
  person?: PersonLink;
};

/** One person: number, name, in, out, clocked so far, and what is special about them. */
export function EmployeeRow({ entry, day, listed, onOpen, onExcuse, person = (_, text) => text }: Props) {
  const { t } = useLingui();
  const { employee, late, lateMs, status, provisional, flags, phoneNumber } = entry;
  const id = useId();
  const offline = useOfflineReason();
  const name = fullName(employee);
  const word = late ? 'late' : status === 'present' ? 'onTime' : status;
  const notes = [
    phoneNumber ?? false,
    late && t`${hours(lateMs)} late`,
    provisional && t`provisional until the shift ends`,
    ...flags.map(flagWords),
  ].filter((note) => typeof note === 'string');
  return (
    <div className={classes.person}>
      <span className={classes.personNumber}>{employee.number}</span>
      <span className={classes.personName} id={`${id}-who`}>
        <bdi className={classes.cut} title={name}>
          {person(employee._id, name)}
        </bdi>
        {(word !== listed || notes.length > 0) && (
          <span className={classes.personNotes}>
            {word !== listed && <StateLabel state={stateOf(status, late)}>{translated(STATUS_WORDS[word])}</StateLabel>}
            {notes.length > 0 && <span className={classes.cutNotes}>{listOf(notes)}</span>}
          </span>
        )}
      </span>
      {status === 'absent' && onExcuse && (
        // Above the button that the whole row is.
        <ReasonButton
          size="xs"
          px={6}
          variant="default"
          pos="relative"
          style={{ zIndex: 1, gridArea: '1 / 4 / 4', alignSelf: 'center' }}
          reason={offline}
          aria-label={t`Excuse ${name}`}
          onClick={() => onExcuse(employee._id)}
        >
          <Trans>Excuse</Trans>
        </ReasonButton>
      )}
      {phoneNumber && (
        <ActionIcon
          component="a"
          href={callLink(phoneNumber)}
          size={44}
          variant="light"
          pos="relative"
          style={{ zIndex: 1, gridArea: '1 / 5 / 4', alignSelf: 'center' }}
          aria-label={t`Call ${name}`}
        >
          <IconPhone size={20} aria-hidden />
        </ActionIcon>
      )}
      <UnstyledButton
        className={classes.personDay}
        onClick={() => onOpen(employee._id)}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-who ${id}-when`}
      >
        <span className={classes.personTime} id={`${id}-when`}>
          <Times entry={entry} day={day} />
          <span className={classes.why}>
            <Trans>Why?</Trans>
          </span>
        </span>
        {!phoneNumber && <IconChevronRight size={16} aria-hidden className={classes.faint} />}
      </UnstyledButton>
    </div>
  );
}

/** In and out on the account's clock, and the time clocked so far. */
function Times({ entry: { timeIn, timeOut, onSite, clockedMs }, day }: Pick<Props, 'entry' | 'day'>) {
  const { t } = useLingui();
  if (timeIn === null) return <span className={classes.faint}>–</span>;
  const moment = (at: string) => <time dateTime={at}>{momentOf(at, day.timeZone, day.referenceDate)}</time>;
  return (
    <>
      <span>
        {timeOut ? (
          <Trans>
            {moment(timeIn)} to {moment(timeOut)}
          </Trans>
        ) : (
          moment(timeIn)
        )}
      </span>
      {clockedMs !== undefined && (
        <span className={classes.clocked}>
          {onSite && day.live ? t`${hours(clockedMs)} clocked, on site` : t`${hours(clockedMs)} clocked`}
        </span>
      )}
    </>
  );
}

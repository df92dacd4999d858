import { UnstyledButton } from '@mantine/core';
import { type AttendanceStatus, STATUS_MEANING, STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { count } from '../../../lib/figures.ts';
import { translated } from '../../../lib/words.tsx';
import { hint } from '../../../ui/hint.ts';
import { StateIcon } from '../../../ui/StateLabel.tsx';
import classes from './stats.module.css';

/** The statuses of which each person has one. */
export type JudgedStatus = 'onTime' | 'late' | 'absent' | 'pending' | 'unverified' | 'off';
type Props = { status: JudgedStatus; number: number; onOpen: (status: AttendanceStatus) => void };

/** A status with its icon, word and number; a press opens its list, a hint says what the word means. */
export function StatusButton({ status, number, onOpen }: Props) {
  return (
    <UnstyledButton
      className={classes.statusButton}
      data-status={status}
      {...hint(translated(STATUS_MEANING[status]))}
      onClick={() => onOpen(status)}
      aria-haspopup="dialog"
    >
      <StateIcon state={status === 'onTime' ? 'on-time' : status} />
      {translated(STATUS_WORDS[status])} <strong>{count(number)}</strong>
    </UnstyledButton>
  );
}

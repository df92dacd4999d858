import { UnstyledButton } from '@mantine/core';
import { IconAntennaBars5, IconAntennaBarsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AttendanceStatus } from '#contract/stats.ts';
import type { Day } from '../../api/day.ts';
import { count, counted } from '../../lib/figures.ts';
import { momentOf, timeOf } from '../../lib/zoned.ts';
import classes from './stats.module.css';
import { attendanceTotalsQuery } from './stats.queries.ts';
import { STATUS_MEANING, STATUS_WORDS } from './words.ts';

/** A device that has gone quiet: the route knows devices, this feature does not. */
export type QuietDevice = { id: string; name: string; since: string };

type Props = {
  day: Day;
  /** Longest silent first. */
  quiet: readonly QuietDevice[];
  /** Absent: the devices dialog is not for this user. */
  onDevice?: (id: string | undefined) => void;
  onOpen: (status: AttendanceStatus) => void;
};

const UNDECIDED = ['pending', 'unverified', 'off'] as const;

/** How complete the figures are: 'As of 09:40, 6 of 7 devices reporting. Gate B silent since 06:10: 42 people not judged'. */
export function TrustStrip({ day, quiet, onDevice, onOpen }: Props) {
  const { data } = useQuery(attendanceTotalsQuery(day));
  if (!data || data.total === 0) return <div className={classes.trust} />;
  const { reporting, silent } = data.devices;
  const named = quiet.slice(0, silent);
  const known = reporting + silent;
  const asOf = `As of ${timeOf(data.asOf, data.timeZone)}`;
  const heard =
    known === 0 ? 'no device has reported yet' : `${reporting} of ${counted(known, 'device', 'devices')} reporting`;
  const who =
    named.length === 0
      ? `${counted(silent, 'device', 'devices')} silent`
      : named
          .map(({ name, since }) => `${name} silent since ${momentOf(since, data.timeZone, day.referenceDate)}`)
          .join(', ');
  const missing =
    silent > 0 && `${who}${data.unverified > 0 ? `: ${counted(data.unverified, 'person', 'people')} not judged` : ''}`;
  const words = (
    <>
      {silent > 0 ? <IconAntennaBarsOff size={18} aria-hidden /> : <IconAntennaBars5 size={18} aria-hidden />}
      <span>
        {asOf}, {heard}.{missing && ` ${missing}`}
      </span>
    </>
  );
  return (
    <div className={classes.trust} data-silent={silent > 0 || undefined}>
      {onDevice ? (
        <UnstyledButton className={classes.trustWords} onClick={() => onDevice(named[0]?.id)} aria-haspopup="dialog">
          {words}
        </UnstyledButton>
      ) : (
        <p className={classes.trustWords}>{words}</p>
      )}
      <div className={classes.trustLists}>
        {UNDECIDED.filter((status) => data[status] > 0).map((status) => (
          <UnstyledButton
            key={status}
            className={classes.trustList}
            title={STATUS_MEANING[status]}
            onClick={() => onOpen(status)}
            aria-haspopup="dialog"
          >
            {STATUS_WORDS[status]} <strong>{count(data[status])}</strong>
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}

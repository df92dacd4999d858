import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import type { StoredFigures as Figures } from '../../cache/lastFigures.ts';
import { DUE_STATUSES, DueBar } from '../../features/figures/stats/DueBar.tsx';
import { ATTENDANCE_TILES, attendanceTile } from '../../features/figures/stats/tiles.ts';
import { count, hours, units } from '../../lib/figures.ts';
import { translated } from '../../lib/words.tsx';
import { dateOf, momentOf } from '../../lib/zoned.ts';
import { StateLabel } from '../../ui/StateLabel.tsx';
import classes from './-lastFigures.module.css';

export { endIfForbidden, forgetLastFigures, readLastFigures } from '../../cache/lastFigures.ts';

const MINUTE_MS = 60_000;
/** Figures that are refreshed each half minute are old after this. */
const OLD_MINUTES = 5;
type Props = { figures: Figures; onLogIn: () => void; onLook: () => void };

/** The figures of the Overview that this device stored last, above the log-in form: numbers and a bar, without a name of a person. `onLook`: each minute. */
export default function LastFigures({ figures, onLogIn, onLook }: Props) {
  const { t } = useLingui();
  const { account, groups, timeZone, asOf, receivedAt, attendance, lateMs, irregularMs } = figures;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      onLook();
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, [onLook]);
  const minutes = Math.max(0, Math.floor((now - receivedAt) / MINUTE_MS));
  const time = <time dateTime={new Date(asOf).toISOString()}>{momentOf(asOf, timeZone, dateOf(now, timeZone))}</time>;
  return (
    <section className={classes.figures} aria-label={t`Last figures`}>
      <p className={classes.whose}>{[account, ...groups].join(', ')}</p>
      <p className={classes.age} data-old={minutes >= OLD_MINUTES || undefined}>
        {minutes === 0 ? (
          <Trans>As of {time}, just now</Trans>
        ) : minutes < 60 ? (
          <Trans>
            As of {time}, <Plural value={minutes} one="# minute ago" other="# minutes ago" />
          </Trans>
        ) : (
          <Trans>
            As of {time}, {hours(minutes * MINUTE_MS)} hours ago
          </Trans>
        )}
      </p>
      <dl className={classes.counts}>
        {attendance &&
          ATTENDANCE_TILES.map((status) => {
            const { figure, below } = attendanceTile(status, attendance, { live: true, filtered: groups.length > 0 });
            return (
              <div key={status}>
                <dt>{translated(STATUS_WORDS[status])}</dt>
                <dd>
                  <strong>{figure}</strong> <span>{t(below)}</span>
                </dd>
              </div>
            );
          })}
        {lateMs !== null && irregularMs !== null && (
          <div>
            <dt>{t`Time Wasted`}</dt>
            <dd>
              <strong>{hours(lateMs + irregularMs)}</strong> <span>{t`hours wasted`}</span>
            </dd>
          </div>
        )}
        {figures.units !== null && (
          <div>
            <dt>{t`Piecework`}</dt>
            <dd>
              <strong>{units(figures.units)}</strong> <span>{t`units`}</span>
            </dd>
          </div>
        )}
      </dl>
      {attendance && <DueBar totals={attendance} />}
      {attendance && (
        <ul className={classes.legend}>
          {DUE_STATUSES.filter((status) => attendance[status] > 0).map((status) => (
            <li key={status}>
              <StateLabel state={status === 'onTime' ? 'on-time' : status}>
                {`${translated(STATUS_WORDS[status])} ${count(attendance[status])}`}
              </StateLabel>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" fullWidth onClick={onLogIn}>
        <Trans>Log in</Trans>
      </Button>
    </section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DayExplanation } from '#contract/explain.ts';
import { flagWords } from '../../lib/flagWords.ts';
import { dateOf, secondOf, shortDay } from '../../lib/zoned.ts';
import classes from './why.module.css';

type Event = DayExplanation['events'][number];
/** Returns the menu of a punch, whose event is judged as in or out. */
export type PunchMenu = (punch: Event['punches'][number], event: Event, answer: DayExplanation) => ReactNode;
type Props = { answer: DayExplanation; menu: PunchMenu };

const WORD = { in: 'In', out: 'Out', auto: 'Auto' } as const;

/** How a phone or tablet read the badge, and how certain it is of the time. */
const MEANS = {
  camera: ', by camera',
  scanner: ', by scanner',
  typed: ', typed',
  list: ', from a list',
  nfc: ', by NFC',
} as const;
const CLOCK = { verified: '', corrected: ', time corrected', unverified: ', time not verified' } as const;

/** Lists each event with its punches: the one that counts, those merged into it, the terminal, and when it arrived. */
export function WhyPunches({ answer, menu }: Props) {
  const { t } = useLingui();
  const { events, timeZone, referenceDate } = answer;
  const at = (instant: string) =>
    dateOf(instant, timeZone) === referenceDate
      ? secondOf(instant, timeZone)
      : `${shortDay(dateOf(instant, timeZone))}, ${secondOf(instant, timeZone)}`;
  return (
    <section>
      <h3 className={classes.whyHead}>
        <Trans>Punches</Trans>
      </h3>
      {events.length === 0 && (
        <Text>
          <Trans>None on this work day.</Trans>
        </Text>
      )}
      <ol className={classes.plainList}>
        {events.map((event) => (
          <li key={`${event.at} ${event.direction}`} className={classes.event}>
            <strong>
              {WORD[event.direction]} {at(event.at)}
            </strong>
            {event.flags.length > 0 && <span className={classes.faint}> {event.flags.map(flagWords).join(', ')}</span>}
            <ul className={classes.punches}>
              {event.punches.map((punch) => (
                <li key={`${punch.at} ${punch.direction} ${punch.recordId} ${punch.device}`} className={classes.punch}>
                  <Badge variant="default" tt="none" fw={600} c={punch.kept ? undefined : 'dimmed'}>
                    {punch.kept ? t`Kept` : t`Merged`}
                  </Badge>
                  <span className={classes.punchWords}>
                    {WORD[punch.direction]} {at(punch.at)},{' '}
                    {punch.device ?? (punch.correctionId ? t`added` : t`no terminal named`)}
                    {punch.clockedBy && `, ${punch.clockedBy}`}
                    {punch.workCode && t`, work code ${punch.workCode}`}
                    <span className={classes.faint}>
                      , received {at(punch.receivedAt)}
                      {punch.means && MEANS[punch.means]}
                      {punch.clock && CLOCK[punch.clock]}
                    </span>
                  </span>
                  {menu(punch, event, answer)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DayExplanation } from '#contract/figures/explain.ts';
import { flagWords } from '../../../lib/flagWords.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { dateOf, secondOf, shortDay } from '../../../lib/zoned.ts';
import classes from './why.module.css';

type Event = DayExplanation['events'][number];
/** Returns the menu of a punch, whose event is judged as in or out. */
export type PunchMenu = (punch: Event['punches'][number], event: Event, answer: DayExplanation) => ReactNode;
type Props = { answer: DayExplanation; menu: PunchMenu };

const WORD = { in: msg`In`, out: msg`Out`, auto: msg`Auto` } as const;

/** How a phone or tablet read the badge, and how certain it is of the time. */
const MEANS = {
  camera: msg`by camera`,
  scanner: msg`by scanner`,
  typed: msg`typed`,
  list: msg`from a list`,
  nfc: msg`by NFC`,
} as const;
const CLOCK = { verified: null, corrected: msg`time corrected`, unverified: msg`time not verified` } as const;

/** Lists each event with its punches: the one that counts, those merged into it, the terminal, and when it arrived. */
export function WhyPunches({ answer, menu }: Props) {
  const { t } = useLingui();
  const { events, timeZone, referenceDate } = answer;
  const at = (instant: string) =>
    dateOf(instant, timeZone) === referenceDate
      ? secondOf(instant, timeZone)
      : `${shortDay(dateOf(instant, timeZone))}, ${secondOf(instant, timeZone)}`;
  /** When a punch arrived, how its badge was read, and what is known of its time. */
  const arrivalOf = ({ receivedAt, means, clock }: Event['punches'][number]) => [
    t`received ${at(receivedAt)}`,
    ...[means && MEANS[means], clock && CLOCK[clock]].flatMap((one) => (one ? [t(one)] : [])),
  ];
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
              {t(WORD[event.direction])} {at(event.at)}
            </strong>
            {event.flags.length > 0 && <span className={classes.faint}> {listed(event.flags.map(flagWords))}</span>}
            <ul className={classes.punches}>
              {event.punches.map((punch) => (
                <li key={`${punch.at} ${punch.direction} ${punch.recordId} ${punch.device}`} className={classes.punch}>
                  <Badge variant="default" tt="none" fw={600} c={punch.kept ? undefined : 'dimmed'}>
                    {punch.kept ? t`Kept` : t`Merged`}
                  </Badge>
                  <span className={classes.punchWords}>
                    {listed([
                      `${t(WORD[punch.direction])} ${at(punch.at)}`,
                      punch.device ?? (punch.correctionId ? t`added` : t`no terminal named`),
                      ...(punch.clockedBy ? [translated(punch.clockedBy)] : []),
                      ...(punch.workCode ? [t`work code ${punch.workCode}`] : []),
                    ])}
                    <span className={classes.faint}>, {listed(arrivalOf(punch))}</span>
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

import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DayExplanation } from '#contract/figures/explain.ts';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import type { Day } from '../../../api/day.ts';
import { hours } from '../../../lib/figures.ts';
import { flagWords } from '../../../lib/flagWords.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel, momentOf } from '../../../lib/zoned.ts';
import { RuleLink } from '../../../shell/HelpLink.tsx';
import { PAID_RULE } from '../../../shell/howFigures.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { StateLabel, stateOf } from '../../../ui/StateLabel.tsx';
import { type PunchMenu, WhyPunches } from './WhyPunches.tsx';
import classes from './why.module.css';
import { explainDayQuery } from './why.queries.ts';
import { fullName } from './words.ts';

/** The parts of the ledger in an explanation: the menu of a punch, and the sections below the punches. */
type WhyLedger = {
  punchMenu: PunchMenu;
  below: (answer: DayExplanation) => ReactNode;
};

type Props = { day: Day; employeeId: string; ledger: WhyLedger; onClose: () => void };

/** Explains how one person's day was judged: the rule, the shift, the punches (kept and merged), and where and when they arrived. */
export function WhyDialog({ day, employeeId, ledger, onClose }: Props) {
  const { t } = useLingui();
  const explanation = useQuery(explainDayQuery(day, employeeId));
  const { data } = explanation;
  const title = data ? t`Why? ${fullName(data.employee)}, ${data.employee.number}` : t`Why?`;
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <Loaded
        query={explanation}
        failed={t`Failed to load raw data`}
        missing={t`No employee has this id, or this day is no longer stored.`}
        height={360}
        label={t`explanation`}
      >
        {(answer) => <Explanation answer={answer} ledger={ledger} />}
      </Loaded>
    </Dialog>
  );
}

function Explanation({ answer, ledger }: { answer: DayExplanation; ledger: WhyLedger }) {
  const { t } = useLingui();
  const { status, late, reason, words, rule, provisional, flags, timeZone, referenceDate, asOf } = answer;
  const word = late ? 'late' : status === 'present' ? 'onTime' : (status ?? 'off');
  const at = (instant: string) => momentOf(instant, timeZone, referenceDate);
  return (
    <Stack gap="lg">
      <section>
        <StateLabel state={stateOf(status ?? 'off', late)}>
          {status ? translated(STATUS_WORDS[word]) : t`Not counted`}
        </StateLabel>
        <Text mt={4}>{translated(words?.reason ?? reason)}</Text>
        <Text size="sm" c="dimmed">
          {provisional
            ? t`${dayLabel(referenceDate)}, as of ${at(asOf)}, provisional until the shift ends`
            : t`${dayLabel(referenceDate)}, as of ${at(asOf)}`}
          {flags.length > 0 && `. ${t`Flags: ${listed(flags.map(flagWords))}`}`}
        </Text>
        <div className={classes.whyLinks}>
          <RuleLink rule={rule} className={classes.howFigures} />
          <AnchorLink
            to="/employer/people/$employeeId"
            params={{ employeeId: answer.employee._id }}
            size="sm"
            className={classes.howFigures}
          >
            <Trans>All days of {fullName(answer.employee)}</Trans>
          </AnchorLink>
        </div>
      </section>
      <section>
        <h3 className={classes.whyHead}>
          <Trans>Shift</Trans>
        </h3>
        <Shift answer={answer} />
      </section>
      <WhyPunches answer={answer} menu={ledger.punchMenu} />
      <Gaps answer={answer} at={at} />
      <Paid answer={answer} />
      {ledger.below(answer)}
      {answer.devices.length > 0 && (
        <section>
          <h3 className={classes.whyHead}>
            <Trans>Devices they clock on</Trans>
          </h3>
          <ul className={classes.plainList}>
            {answer.devices.map((device) => (
              <li key={device.name}>
                <Contact device={device} at={at} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}

type ContactProps = { device: DayExplanation['devices'][number]; at: (instant: string) => string };
function Contact({ device: { name, lastContact, silent }, at }: ContactProps) {
  if (lastContact)
    return silent ? (
      <Trans>
        {name}: last contact {at(lastContact)}
        <strong>, silent</strong>
      </Trans>
    ) : (
      <Trans>
        {name}: last contact {at(lastContact)}
      </Trans>
    );
  return silent ? (
    <Trans>
      {name}: never in contact<strong>, silent</strong>
    </Trans>
  ) : (
    <Trans>{name}: never in contact</Trans>
  );
}

function Shift({ answer: { shift, noShift, words, timeZone, referenceDate } }: { answer: DayExplanation }) {
  const { t } = useLingui();
  if (!shift) {
    const why = noShift && translated(words?.noShift ?? noShift);
    return <Text>{why ? t`No shift: ${why}` : t`No shift: nothing is expected`}</Text>;
  }
  const at = (instant: string) => momentOf(instant, timeZone, referenceDate);
  const breaks = listed(shift.breaks.map(({ start, end }) => t`${at(start)} to ${at(end)}`));
  return (
    <>
      <Text>
        <Trans>
          {at(shift.start)} to {at(shift.end)}, {shift.timeGroup}
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        {t`Grace ${shift.graceMinutes} min.`}{' '}
        {shift.breaks.length === 0 ? t`No breaks.` : t`Breaks ${breaks}, grace ${shift.breakGraceMinutes} min.`}
      </Text>
    </>
  );
}

/** A part of the paid time, in ms, and its text where there is any. */
type PaidPart = [ms: number, textOf: (time: string) => string];
/** The ordinary time as the limits of the day and the week divide it. */
const divided = ({ ordinaryMs, divided: parts }: NonNullable<DayExplanation['paid']>): PaidPart[] =>
  parts
    ? [
        [parts.ordinaryMs, (time) => t`${time} ordinary time`],
        [parts.overtime1Ms, (time) => t`${time} overtime 1, over the limit of the day or the week`],
        [parts.overtime2Ms, (time) => t`${time} overtime 2, over the second limit`],
      ]
    : [[ordinaryMs, (time) => t`${time} ordinary time, before the limits of the day and the week`]];

function Paid({ answer: { paid, words, flags } }: { answer: DayExplanation }) {
  const { t } = useLingui();
  if (!paid) return null;
  const parts: PaidPart[] = [
    ...divided(paid),
    [paid.sundayMs, (time) => t`${time} Sunday`],
    [paid.holidayMs, (time) => t`${time} holiday`],
    [paid.nightMs, (time) => t`${time} of it at night`],
    [paid.takenOffMs, (time) => t`${time} taken off for unpaid breaks that were not clocked`],
    [paid.earlyMs, (time) => t`${time} before the shift, which does not count`],
    [
      paid.unsettledMs,
      (time) =>
        flags.includes('missing-out')
          ? t`${time} open: without an OUT it is not paid`
          : t`${time} so far since the last IN: counted once there is an OUT`,
    ],
  ];
  const lines = parts.flatMap(([ms, textOf]) => (ms > 0 ? [textOf(hours(ms))] : []));
  return (
    <section>
      <h3 className={classes.whyHead}>
        {paid.isSettled ? (
          <Trans>Paid {hours(paid.paidMs)}</Trans>
        ) : (
          <Trans>Open: {hours(paid.ordinaryMs + paid.sundayMs + paid.holidayMs + paid.unsettledMs)}</Trans>
        )}
      </h3>
      <ul className={classes.plainList}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {!paid.isSettled && paid.unsettledMs === 0 && (
          <li>
            <Trans>A punch is missing: the day is open.</Trans>
          </li>
        )}
      </ul>
      <Text size="sm" c="dimmed">
        {translated(words?.rule ?? paid.rule)}
      </Text>
      <RuleLink rule={PAID_RULE} className={classes.howFigures}>
        <Trans>How hours are paid</Trans>
      </RuleLink>
    </section>
  );
}

function Gaps({ answer, at }: { answer: DayExplanation; at: (instant: string) => string }) {
  const { t } = useLingui();
  const { gaps, lateTimeMs, irregularBreakTimeMs, earlyLeaveMs } = answer;
  if (gaps.length === 0 && lateTimeMs === 0 && earlyLeaveMs === 0) return null;
  const away = ({ out, in: back, irregularMs, creditedMs }: DayExplanation['gaps'][number]) => {
    const until = back ? at(back) : t`now`;
    return creditedMs > 0
      ? t`Away ${at(out)} to ${until}: ${hours(irregularMs)} irregular, ${hours(creditedMs)} was break`
      : t`Away ${at(out)} to ${until}: ${hours(irregularMs)} irregular`;
  };
  return (
    <section>
      <h3 className={classes.whyHead}>
        <Trans>Time wasted {hours(lateTimeMs + irregularBreakTimeMs)}</Trans>
      </h3>
      <ul className={classes.plainList}>
        {lateTimeMs > 0 && (
          <li>
            <Trans>Late {hours(lateTimeMs)}</Trans>
          </li>
        )}
        {gaps.map((gap) => (
          <li key={gap.out}>{away(gap)}</li>
        ))}
        {earlyLeaveMs > 0 && (
          <li>
            <Trans>Left {hours(earlyLeaveMs)} early (not time wasted)</Trans>
          </li>
        )}
      </ul>
    </section>
  );
}

import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DayExplanation } from '#contract/explain.ts';
import { STATUS_WORDS } from '#contract/statusWords.ts';
import type { Day } from '../../api/day.ts';
import { hours } from '../../lib/figures.ts';
import { flagWords } from '../../lib/flagWords.ts';
import { dayLabel, momentOf } from '../../lib/zoned.ts';
import { FIGURES_PATH, howFigures, PAID_RULE, ruleAnchor } from '../../shell/howFigures.ts';
import { AnchorLink } from '../../shell/links.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { StateLabel } from '../../ui/StateLabel.tsx';
import { type PunchMenu, WhyPunches } from './WhyPunches.tsx';
import classes from './why.module.css';
import { explainDayQuery } from './why.queries.ts';
import { fullName, stateOf } from './words.ts';

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
  const title = data ? `Why? ${fullName(data.employee)}, ${data.employee.number}` : 'Why?';
  return (
    <Dialog inAddress opened onClose={onClose} title={title} size="lg">
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
  const { status, late, reason, rule, provisional, flags, timeZone, referenceDate, asOf } = answer;
  const word = late ? 'late' : status === 'present' ? 'onTime' : (status ?? 'off');
  const at = (instant: string) => momentOf(instant, timeZone, referenceDate);
  return (
    <Stack gap="lg">
      <section>
        <StateLabel state={stateOf(status ?? 'off', late)}>{status ? STATUS_WORDS[word] : t`Not counted`}</StateLabel>
        <Text mt={4}>{reason}</Text>
        <Text size="sm" c="dimmed">
          {dayLabel(referenceDate)}, as of {at(asOf)}
          {provisional && t`, provisional until the shift ends`}
          {flags.length > 0 && t`. Flags: ${flags.map(flagWords).join(', ')}`}
        </Text>
        <div className={classes.whyLinks}>
          <AnchorLink to={FIGURES_PATH} hash={ruleAnchor(rule)} size="sm" className={classes.howFigures}>
            {howFigures()}
          </AnchorLink>
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
            {answer.devices.map(({ name, lastContact, silent }) => (
              <li key={name}>
                {name}: {lastContact ? t`last contact ${at(lastContact)}` : t`never in contact`}
                {silent && (
                  <strong>
                    <Trans>, silent</Trans>
                  </strong>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}

function Shift({ answer: { shift, noShift, timeZone, referenceDate } }: { answer: DayExplanation }) {
  const { t } = useLingui();
  if (!shift) return <Text>No shift: {noShift ?? t`nothing is expected`}</Text>;
  const at = (instant: string) => momentOf(instant, timeZone, referenceDate);
  return (
    <>
      <Text>
        <Trans>
          {at(shift.start)} to {at(shift.end)}, {shift.timeGroup}
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        Grace {shift.graceMinutes} min.{' '}
        {shift.breaks.length === 0
          ? t`No breaks.`
          : t`Breaks ${shift.breaks.map(({ start, end }) => `${at(start)} to ${at(end)}`).join(', ')}, grace ${shift.breakGraceMinutes} min.`}
      </Text>
    </>
  );
}

/** The ordinary time as the limits of the day and the week divide it. */
const divided = ({ ordinaryMs, divided: parts }: NonNullable<DayExplanation['paid']>): [number, string][] =>
  parts
    ? [
        [parts.ordinaryMs, t`ordinary time`],
        [parts.overtime1Ms, t`overtime 1, over the limit of the day or the week`],
        [parts.overtime2Ms, t`overtime 2, over the second limit`],
      ]
    : [[ordinaryMs, t`ordinary time, before the limits of the day and the week`]];

function Paid({ answer: { paid } }: { answer: DayExplanation }) {
  const { t } = useLingui();
  if (!paid) return null;
  const parts: [number, string][] = [
    ...divided(paid),
    [paid.sundayMs, 'Sunday'],
    [paid.holidayMs, 'holiday'],
    [paid.nightMs, t`of it at night`],
    [paid.takenOffMs, t`taken off for unpaid breaks that were not clocked`],
    [paid.earlyMs, t`before the shift, which does not count`],
    [paid.unsettledMs, t`not settled: without an OUT it is not paid`],
  ];
  return (
    <section>
      <h3 className={classes.whyHead}>
        <Trans>Paid {hours(paid.paidMs)}</Trans>
      </h3>
      <ul className={classes.plainList}>
        {parts.flatMap(([ms, words]) => (ms > 0 ? [<li key={words}>{`${hours(ms)} ${words}`}</li>] : []))}
        {!paid.isSettled && paid.unsettledMs === 0 && (
          <li>
            <Trans>A punch is missing: the day is not settled.</Trans>
          </li>
        )}
      </ul>
      <Text size="sm" c="dimmed">
        {paid.rule}
      </Text>
      <AnchorLink to={FIGURES_PATH} hash={ruleAnchor(PAID_RULE)} size="sm" className={classes.howFigures}>
        <Trans>How hours are paid</Trans>
      </AnchorLink>
    </section>
  );
}

function Gaps({ answer, at }: { answer: DayExplanation; at: (instant: string) => string }) {
  const { t } = useLingui();
  const { gaps, lateTimeMs, irregularBreakTimeMs, earlyLeaveMs } = answer;
  if (gaps.length === 0 && lateTimeMs === 0 && earlyLeaveMs === 0) return null;
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
          <li key={gap.out}>
            Away {at(gap.out)} to {gap.in ? at(gap.in) : t`now`}: {hours(gap.irregularMs)} irregular
            {gap.creditedMs > 0 && t`, ${hours(gap.creditedMs)} was break`}
          </li>
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

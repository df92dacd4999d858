import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { PersonTrend } from '#contract/figures/people.ts';
import { callLink } from '#contract/platform/phoneNumber.ts';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import type { DayRange } from '../../../api/range.ts';
import { listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { momentOf } from '../../../lib/zoned.ts';
import { useNotKept } from '../../../state/reachability.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { noEmployee } from '../../../ui/personLink.ts';
import { StateLabel, stateOf } from '../../../ui/StateLabel.tsx';
import { DaysStrip } from './DaysStrip.tsx';
import { dayColumns } from './dayColumns.tsx';
import { PersonFigures } from './PersonFigures.tsx';
import { PersonQuality } from './PersonQuality.tsx';
import { cardsQuery, personQuery } from './people.queries.ts';
import classes from './person.module.css';
import { TimeCards } from './TimeCard.tsx';

type Props = {
  range: DayRange;
  accountName: string;
  /** The account-local date: the person's state of that day is their state now. */
  today: string;
  /** The choice of days. */
  days: ReactNode;
  /** Their pay, for users who may see it. */
  pay: ReactNode;
};

/** One person over a range of days: who they are, where they are now, their figures beside the medians of their time group, and each day, newest first. */
export function PersonView({ employeeId, days, ...props }: Props & { employeeId: string }) {
  const { t } = useLingui();
  const { range, today } = props;
  const query = useQuery(personQuery(range, employeeId));
  // Other days do not say where they are now.
  const hasToday = range.from <= today && today <= range.to;
  const ofToday = useQuery({
    ...personQuery({ ...range, from: today, to: today, live: true }, employeeId),
    enabled: !hasToday,
  });
  const now = hasToday ? query.data : ofToday.data;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <div className={classes.head}>
          <PageTitle>{query.data ? nameOf(query.data.employee) : t`Employee`}</PageTitle>
          {query.data && <Text c="dimmed">{query.data.employee.number}</Text>}
          {now && <Now person={now} today={today} />}
        </div>
        {days}
      </Group>
      <Loaded query={query} failed={t`Failed to load employee`} missing={noEmployee()} height={480} label={t`person`}>
        {(person) => <Person person={person} now={now} {...props} />}
      </Loaded>
    </>
  );
}

const nameOf = ({ firstName, lastName, number }: PersonTrend['employee']) =>
  `${firstName} ${lastName}`.trim() || number;

/** The state of the person today, with the times so far. */
function Now({ person: { days, timeZone }, today }: { person: PersonTrend; today: string }) {
  const attendance = days.find(({ date }) => date === today)?.attendance;
  if (!attendance) return null;
  const { status, late, timeIn, timeOut, onSite } = attendance;
  const word = late ? 'late' : status === 'present' ? 'onTime' : status;
  const at = (instant: string) => <time dateTime={instant}>{momentOf(instant, timeZone, today)}</time>;
  return (
    <Group gap="xs">
      <StateLabel state={stateOf(status, late)}>{translated(STATUS_WORDS[word])}</StateLabel>
      {timeIn && (
        <Text span size="sm">
          {onSite || timeOut === null ? (
            <Trans>since {at(timeIn)}</Trans>
          ) : (
            <Trans>
              {at(timeIn)} to {at(timeOut)}
            </Trans>
          )}
        </Text>
      )}
    </Group>
  );
}

type PersonProps = Omit<Props, 'days'> & { person: PersonTrend; now: PersonTrend | undefined };
function Person({ person, now, range, accountName, today, pay }: PersonProps) {
  const { t } = useLingui();
  const [printing, setPrinting] = useState(false);
  const printed = useCallback(() => setPrinting(false), []);
  const { employee, days } = person;
  return (
    <div className={classes.page}>
      {printing && <TimeCards people={[person]} range={range} accountName={accountName} onPrinted={printed} />}
      <div className={classes.part}>
        {days.some(({ cell }) => cell !== null) && (
          <Panel>
            <DaysStrip days={days} employeeId={employee._id} />
          </Panel>
        )}
        <PersonFigures person={person} />
        <PersonQuality range={range} employeeId={employee._id} />
      </div>
      <div className={classes.part}>
        <Panel label={t`Employee`}>
          <Facts person={person} now={now} accountId={range.accountId} today={today} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => setPrinting(true)}
          >
            <Trans>Time card</Trans>
          </Button>
        </Panel>
        {pay}
      </div>
      <div className={classes.wide}>
        <Panel title={t`Days`}>
          <DataTable
            label={t`Days`}
            columns={dayColumns(person)}
            rows={days}
            rowKey={({ date }) => date}
            exportName={`days-${employee.number}-${range.from}-${range.to}`}
            empty={t`No data to display`}
          />
        </Panel>
      </div>
    </div>
  );
}

type FactsProps = { person: PersonTrend; now: PersonTrend | undefined; accountId: string; today: string };
/** The facts of the person, each with its label, in one list. */
function Facts({ person: { employee, devices, timeZone }, now, accountId, today }: FactsProps) {
  const { t } = useLingui();
  const notKept = useNotKept();
  const { data } = useQuery(cardsQuery(accountId, employee._id));
  const { timeId, timeGroup, employeeGroup, jobDescription, isDeleted } = employee;
  const shift = now?.days.find(({ date }) => date === today)?.attendance?.shift;
  const at = (instant: string) => momentOf(instant, timeZone, today);
  const times = shift ? [t`${at(shift.start)} to ${at(shift.end)}`] : [];
  const phone = data?.phoneNumber;
  const facts: readonly { label: string; fact: ReactNode }[] = [
    {
      label: t`Phone number`,
      fact: phone ? (
        <Anchor href={callLink(phone)} inherit>
          {phone}
        </Anchor>
      ) : (
        !data && notKept
      ),
    },
    { label: t`Shift`, fact: listed([...(timeGroup ? [timeGroup.name] : []), ...times]) || t`No shift` },
    { label: t`Employee group`, fact: employeeGroup?.name },
    { label: t`Job description`, fact: jobDescription?.name },
    { label: t`PIN`, fact: timeId },
    { label: t`Clocks on`, fact: devices.length === 0 ? t`All devices` : listed(devices.map(({ name }) => name)) },
    { label: t`Cards`, fact: data && listed(data.cards) },
    { label: t`State`, fact: isDeleted && t`deleted` },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ({ label, fact }) =>
          fact && (
            <Fact key={label} label={label}>
              {fact}
            </Fact>
          ),
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

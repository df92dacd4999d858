import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type LookedAt, type Quality, shareOf, shareOfAll } from '#contract/figures/quality.ts';
import { messageOf } from '../../../api/errors.ts';
import { foundText, qualityQuery, shareText } from '../../../api/quality.ts';
import { count, tenthOfPercent } from '../../../lib/figures.ts';
import { addDays, dayLabel, shortDay } from '../../../lib/zoned.ts';
import { ChartSlot } from '../../../ui/charts/ChartSlot.tsx';
import { DayBars } from '../../../ui/charts/DayBars.tsx';
import { colorsOf, OTHER_COLOR } from '../../../ui/charts/palette.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Sums } from '../../../ui/Sums.tsx';

type Props = {
  accountId: string;
  today: string;
  /** Opens that day's dashboard. */
  onOpen: (date: string) => void;
  /** Offers a report of the days that are shown. */
  report: (dates: { from: string; to: string }) => ReactNode;
};
type Person = Quality['people'][number];
type Day = Quality['days'][number];

/** Shows what was found in samples of containers: by the people who filled them, and by day. */
export function QualityPanel({ accountId, today, onOpen, report }: Props) {
  const { t } = useLingui();
  const [from, setFrom] = useState(() => addDays(today, -6));
  const [to, setTo] = useState(today);
  const quality = useQuery(qualityQuery(accountId, { from, to }));
  return (
    <Panel title={t`Quality`}>
      <Stack gap="md">
        <Group align="end" maw="40rem">
          <DateField flex="1 1 9rem" label={t`From`} value={from} onChange={setFrom} />
          <DateField flex="1 1 9rem" label={t`To`} value={to} onChange={setTo} />
          {report({ from, to })}
        </Group>
        <Loaded query={quality} failed={messageOf} height={200} label={t`samples`}>
          {(found) => <Found quality={found} name={`quality-${from}-${to}`} onOpen={onOpen} />}
        </Loaded>
      </Stack>
    </Panel>
  );
}

/** The columns of what was looked at: the share of each defect, and of all together. */
const sharesOf = <Row extends LookedAt>(defects: Quality['defects'], all: string): Column<Row>[] => {
  const share = (key: string, title: string, of: (row: Row) => number | null): Column<Row> => ({
    ...{ key, title, number: true, value: of },
    show: (row) => shareText(of(row)),
  });
  return [
    ...defects.map(({ _id, name }, nth) => share(_id, name, ({ found, pieces }) => shareOf(found[nth] ?? 0, pieces))),
    { ...share('all', all, shareOfAll), leads: true },
  ];
};

function Found({ quality, name, onOpen }: { quality: Quality; name: string; onOpen: Props['onOpen'] }) {
  const { t } = useLingui();
  const { defects, people, days, all, uncounted, setAside } = quality;
  if (people.length === 0 && uncounted === 0 && setAside === 0)
    return <EmptyState text={t`No samples on these days.`} />;
  const looked = <Row extends LookedAt>(): Column<Row>[] => [
    { key: 'samples', title: t`Samples`, number: true, value: ({ samples }) => samples },
    {
      key: 'pieces',
      title: t`Pieces`,
      number: true,
      value: ({ pieces }) => pieces,
      show: ({ pieces }) => count(pieces),
    },
    ...sharesOf<Row>(defects, t`All defects`),
  ];
  const colors = colorsOf(defects.map(({ _id }) => _id));
  const summary = foundText(
    all,
    defects.map((one) => one.name),
  );
  return (
    <>
      <Sums
        sums={[
          { label: t`Samples`, figure: count(all.samples) },
          { label: t`Pieces`, figure: count(all.pieces) },
          ...defects.map(({ name: label }, nth) => ({
            label,
            figure: shareText(shareOf(all.found[nth] ?? 0, all.pieces)),
          })),
        ]}
      />
      {uncounted > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Samples of containers that were never counted: {uncounted}</Trans>
        </Text>
      )}
      {setAside > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Samples set aside for their time: {setAside}</Trans>
        </Text>
      )}
      <DataTable<Person>
        label={t`Quality by person`}
        stacked
        columns={[
          { key: 'name', title: t`Name`, value: ({ employee }) => `${employee.firstName} ${employee.lastName}`.trim() },
          { key: 'number', title: t`Number`, value: ({ employee }) => employee.number },
          { key: 'crew', title: t`Crew`, value: ({ crew }) => crew ?? '' },
          ...looked<Person>(),
        ]}
        rows={people}
        rowKey={({ employee }) => employee._id}
        exportName={name}
        empty={t`No data to display`}
      />
      {days.length > 0 && (
        <ChartSlot shape="bars" pending={false}>
          <DayBars
            days={days.map(({ day, pieces, found }) => ({
              date: day,
              label: shortDay(day),
              unfinished: false,
              values: Object.fromEntries(defects.map(({ _id }, nth) => [_id, shareOf(found[nth] ?? 0, pieces) ?? 0])),
            }))}
            parts={defects.map((one) => ({ key: one._id, label: one.name, color: colors.get(one._id) ?? OTHER_COLOR }))}
            format={(value) => tenthOfPercent(Number(value))}
            axisFormat={(value) => tenthOfPercent(Number(value))}
            summary={t`Defects of ${plural(days.length, { one: '# day', other: '# days' })}: ${summary}. The table has each day.`}
            onOpen={onOpen}
          />
        </ChartSlot>
      )}
      <DataTable<Day>
        label={t`Quality by day`}
        stacked
        columns={[
          { key: 'day', title: t`Day`, value: ({ day }) => day, show: ({ day }) => dayLabel(day) },
          ...looked<Day>(),
        ]}
        rows={days}
        rowKey={({ day }) => day}
        exportName={`${name}-days`}
        empty={t`No data to display`}
      />
    </>
  );
}

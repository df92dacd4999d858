import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '#contract/platform/languages.ts';
import { MAX_RECORD_YEARS } from '#contract/platform/limits.ts';
import { MAX_RECORD_DAYS, RECORD_PARTS, type RecordPart, recordPart } from '#contract/reports/recordFiles.ts';
import { dataPermission, type ExportType, exportType } from '#contract/reports/reports.ts';
import { type Crew, idsOf } from '../../../api/crew.ts';
import { exportLabel } from '../../../api/exportLabels.ts';
import { addDays } from '../../../lib/zoned.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { FileLanguage } from '../../../shell/FileLanguage.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { may, useSession } from '../../../state/session.ts';
import { DateRange, type Dates, rangeFault } from '../../../ui/DateRange.tsx';
import { type Chosen, PeopleField } from './PeopleField.tsx';
import { makeRecordsMutation } from './records.queries.ts';
import { PART_LABELS } from './words.ts';

const OPTIONS = [
  ['employeeGroupIds', 'employeeGroups'],
  ['timeGroupIds', 'timeGroups'],
  ['jobDescriptionIds', 'jobDescriptions'],
  ['deviceIds', 'devices'],
  ['lookup1Ids', 'lookup1'],
] as const;

type Props = { accountId: string; today: string; crew: Crew; isMaking: boolean };

/** Orders a file of records: people, days, what is in it and as what. */
export function MakeRecords({ accountId, today, crew, isMaking }: Props) {
  const { t } = useLingui();
  const session = useSession();
  const offered = recordPart.options.filter((part) => may(session, dataPermission(RECORD_PARTS[part])));
  const [dates, setDates] = useState<Dates>({ from: addDays(today, -364), to: addDays(today, -1) });
  const [people, setPeople] = useState<Chosen[]>([]);
  const [parts, setParts] = useState<readonly RecordPart[]>(offered);
  const [format, setFormat] = useState<ExportType>('xlsx');
  const [language, setLanguage] = useState<Language>();
  const make = useMutation(makeRecordsMutation);
  const oldest = addDays(today, -366 * MAX_RECORD_YEARS);
  const isLong = addDays(dates.from, MAX_RECORD_DAYS - 1) < dates.to;
  const fault = isMaking
    ? t`A file is being made.`
    : (rangeFault(dates) ??
      (isLong ? t`Choose at most ${MAX_RECORD_DAYS} days.` : parts.length === 0 ? t`Choose at least one.` : undefined));
  const send = () => {
    const groups = OPTIONS.flatMap(([option, filter]) => (crew[filter] ? [[option, [...idsOf(crew, filter)]]] : []));
    const chosen = people.length > 0 ? { employeeIds: people.map(({ value }) => value) } : {};
    const options = { ...Object.fromEntries(groups), ...chosen };
    make.mutate({
      dates,
      exportType: format,
      parts: offered.filter((part) => parts.includes(part)),
      ...(language && { language }),
      ...(Object.keys(options).length > 0 && { options }),
    });
  };
  return (
    <Stack gap="md">
      <DateRange value={dates} onChange={setDates} min={oldest} max={today} />
      <DayPeriods span={dates} min={oldest} max={today} onPick={setDates} />
      <PeopleField accountId={accountId} value={people} onChange={setPeople} />
      <Checkbox.Group
        label={t`Contents`}
        value={[...parts]}
        onChange={(chosen) => setParts(recordPart.array().parse(chosen))}
      >
        <Group gap="md" mt="xs">
          {offered.map((part) => (
            <Checkbox key={part} value={part} label={t(PART_LABELS[part])} />
          ))}
        </Group>
      </Checkbox.Group>
      <div>
        <Text size="sm" fw={600} mb={4} id="record-format">
          <Trans>Files</Trans>
        </Text>
        <SegmentedControl
          aria-labelledby="record-format"
          value={format}
          onChange={(chosen) => setFormat(exportType.parse(chosen))}
          data={(['xlsx', 'csv', 'html'] as const).map((value) => ({ value, label: exportLabel(value) }))}
        />
      </div>
      <FileLanguage format={format} value={language} onChange={setLanguage} />
      <Group>
        <ServerButton reason={fault} loading={make.isPending} onClick={send}>
          <Trans>Make file</Trans>
        </ServerButton>
      </Group>
    </Stack>
  );
}

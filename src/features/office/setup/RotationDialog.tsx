import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ROTATION, type SetupShifts } from '#contract/office/setupLists.ts';
import { addDays, dayLabel } from '../../../lib/zoned.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import formClasses from '../../../ui/form.module.css';
import { useForm } from '../../../ui/useForm.ts';
import { previewRotationQuery, type Rotation, saveRotationMutation } from './lists.queries.ts';
import { RecalculationNote } from './RecalculationNote.tsx';

type Props = {
  accountId: string;
  /** The time group whose weeks are to repeat. */
  shifts: SetupShifts;
  all: readonly SetupShifts[];
  today: string;
  onClose: () => void;
};

const WEEKS_AHEAD = 12;
const DRAWN = 6;
/** The next Monday after a date. */
const mondayAfter = (date: string) => addDays(date, 7 - ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
const isWithin = ({ from, until }: Rotation) =>
  until >= addDays(from, 7) && until <= addDays(from, ROTATION.mostWeeksAhead * 7);

/** Weeks that repeat: day and night in turn, or two weeks of one and one of the other. They are written as hours from dates, which can be changed. */
export default function RotationDialog({ accountId, shifts, all, today, onClose }: Props) {
  const { t } = useLingui();
  const save = useMutation(saveRotationMutation(accountId, shifts));
  const sources = all.filter(({ weeks }) => weeks.length > 0);
  const from = mondayAfter(today);
  const others = sources.filter(({ timeGroupId }) => timeGroupId !== shifts.timeGroupId);
  const first = shifts.weeks.length > 0 ? shifts : sources[0];
  const form = useForm<Rotation>({
    initialValues: {
      from,
      until: addDays(from, WEEKS_AHEAD * 7 - 1),
      weeks: [first, others[0]].flatMap((one) => one?.timeGroupId ?? []),
    },
    validate: {
      from: (date) => (date === '' ? t`Choose a date` : null),
      until: (_, values) =>
        isWithin(values) ? null : t`Between one and ${ROTATION.mostWeeksAhead} weeks after the first day`,
    },
    validateInputOnBlur: true,
  });
  const { values } = form;
  const isValid = values.from !== '' && isWithin(values);
  const preview = useQuery({ ...previewRotationQuery(accountId, shifts, values), enabled: isValid });
  const nameOf = (id: string) => sources.find(({ timeGroupId }) => timeGroupId === id)?.name ?? '';
  const drawn = isValid
    ? Array.from({ length: DRAWN }, (_, week) => ({
        date: addDays(values.from, week * 7),
        name: nameOf(values.weeks[week % values.weeks.length] ?? ''),
      })).filter(({ date }) => date <= values.until)
    : [];
  return (
    <RecordDialog
      title={t`Repeat weeks of ${shifts.name}`}
      form={form}
      canSubmit
      onSave={save.mutateAsync}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>Each week takes the hours of a shift, in turn. After the last day the last week stays.</Trans>
      </Text>
      <Stack gap="xs">
        {values.weeks.map((id, week) => (
          <NativeSelect
            key={week}
            label={t`Week ${week + 1}`}
            data={sources.map(({ timeGroupId, name }) => ({ value: timeGroupId, label: name }))}
            value={id}
            onChange={({ currentTarget }) => form.setFieldValue(`weeks.${week}`, currentTarget.value)}
          />
        ))}
      </Stack>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={values.weeks.length >= ROTATION.maxWeeks}
          onClick={() => form.setFieldValue('weeks', [...values.weeks, values.weeks[0] ?? ''])}
        >
          <Trans>Add week</Trans>
        </Button>
        <Button
          variant="default"
          disabled={values.weeks.length <= ROTATION.minWeeks}
          onClick={() => form.setFieldValue('weeks', values.weeks.slice(0, -1))}
        >
          <Trans>Remove last week</Trans>
        </Button>
      </Group>
      <div className={formClasses.fields}>
        <DateField label={t`First day`} withAsterisk {...form.getInputProps('from')} />
        <DateField
          label={t`Last day`}
          withAsterisk
          description={t`At most ${ROTATION.mostWeeksAhead} weeks ahead.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('until')}
        />
      </div>
      <Table aria-label={t`The first weeks`}>
        <Table.Tbody>
          {drawn.map(({ date, name }) => (
            <Table.Tr key={date}>
              <Table.Th scope="row">
                <Trans>From {dayLabel(date)}</Trans>
              </Table.Th>
              <Table.Td>{name}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <RecalculationNote preview={preview} />
    </RecordDialog>
  );
}

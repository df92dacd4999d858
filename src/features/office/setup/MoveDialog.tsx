import { Plural, useLingui } from '@lingui/react/macro';
import { NativeSelect, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SetupEmployee } from '#contract/office/setup.ts';
import type { SetupGroup } from '#contract/office/setupLists.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { FromField } from '../../../ui/FromField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { RecalculationNote } from './RecalculationNote.tsx';
import { moveEmployeesMutation, previewMoveQuery } from './setup.queries.ts';

type Props = {
  accountId: string;
  employees: readonly SetupEmployee[];
  groups: readonly SetupGroup[];
  today: string;
  onClose: () => void;
  onMoved: () => void;
};

/** Moves employees to another time group from a date on: all of them or none. */
export default function MoveDialog({ accountId, employees, groups, today, onClose, onMoved }: Props) {
  const { t } = useLingui();
  const move = useMutation(moveEmployeesMutation(accountId));
  const form = useForm<{ timeGroupId: string; from: string | null }>({
    initialValues: { timeGroupId: 'choose', from: today },
    validate: {
      timeGroupId: (id) => (id === 'choose' ? t`Choose a shift` : null),
      from: (from) => (from === '' ? t`Choose a date` : null),
    },
  });
  const shown = employees.map(({ _id, basis }) => ({ _id, basis }));
  const { timeGroupId, from } = form.values;
  const preview = useQuery({
    ...previewMoveQuery(accountId, { employees: shown, timeGroupId: timeGroupId || null, from }),
    enabled: form.isValid() && (from === null || from <= today),
  });
  return (
    <RecordDialog
      title={t`Move to another shift`}
      form={form}
      onClose={onClose}
      onSave={async (typed) => {
        await move.mutateAsync({ employees: shown, timeGroupId: typed.timeGroupId || null, from: typed.from });
        onMoved();
      }}
    >
      <Text size="sm">
        <Plural value={employees.length} one="# person moves." other="# people move together, or none of them." />
      </Text>
      <NativeSelect
        label={t({ message: 'To', context: 'target of a move' })}
        data-autofocus
        data={[
          { value: 'choose', label: t`Choose a shift` },
          ...groups.filter(({ kind }) => kind === 'time').map(({ _id, name }) => ({ value: _id, label: name })),
          { value: '', label: t`No shift` },
        ]}
        {...form.getInputProps('timeGroupId')}
      />
      <FromField
        label={t`From`}
        today={today}
        value={form.values.from}
        error={form.errors.from}
        onChange={(date) => form.setFieldValue('from', date)}
      />
      <RecalculationNote preview={preview} />
    </RecordDialog>
  );
}

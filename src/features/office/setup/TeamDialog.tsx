import { useLingui } from '@lingui/react/macro';
import { Fieldset, Group, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MAX_TEAM_MEMBERS, TEAM_DIVISIONS, type Team, type TeamDivision } from '#contract/masterData/teams.ts';
import { MOST_SHOWN } from '../../../api/choices.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deleteTeamMutation, saveTeamMutation } from './lists.queries.ts';
import { setupEmployeesQuery } from './setup.queries.ts';
import { useDivisions } from './useDivisions.ts';

type Member = { employeeId: string; from: string; to: string; share: string };
const NEW = { from: '', to: '', share: '1' };
const isShare = (text: string) => /^\d{1,6}([.,]\d{1,3})?$/.test(text.trim());

/** Adds, changes or deletes a team and its members; null: a new one. */
export default function TeamDialog(props: { accountId: string; team: Team | null; onClose: () => void }) {
  const { t } = useLingui();
  const { accountId, team, onClose } = props;
  const { data: employees = [] } = useQuery(setupEmployeesQuery(accountId));
  const save = useMutation(saveTeamMutation(accountId, team));
  const remove = useMutation(deleteTeamMutation(accountId));
  const divisions = useDivisions();
  const form = useForm({
    initialValues: {
      name: team?.name ?? '',
      division: (team?.division ?? 'equal') as TeamDivision,
      members: (team?.members ?? []).map(
        ({ employeeId, from, to, share }): Member => ({
          employeeId,
          from: from ?? '',
          to: to ?? '',
          share: share ?? '1',
        }),
      ),
    },
    validate: {
      name: (name) => (name.trim() ? null : t`Name is required`),
      members: { share: (share) => (isShare(share) ? null : t`Use a decimal with at most 3 places`) },
    },
    validateInputOnBlur: true,
  });
  const names = new Map([
    ...(team?.members ?? []).flatMap(({ employee }) => employee ?? []).map((one) => [one._id, one] as const),
    ...employees.map((one) => [one._id, one] as const),
  ]);
  const nameOf = (id: string) => {
    const one = names.get(id);
    return one ? `${one.firstName} ${one.lastName}, ${one.number}`.trim() : id;
  };
  const { members, division } = form.values;
  const bodyOf = ({ name, ...own }: typeof form.values) => ({
    name,
    division: own.division,
    members: own.members.map(({ employeeId, from, to, share }) => ({
      ...{ employeeId, from: from || null, to: to || null },
      share: own.division === 'shares' ? share.trim().replace(',', '.') : null,
    })),
  });
  return (
    <RecordDialog
      title={team ? t`Edit ${team.name}` : t`Add team`}
      form={form}
      onSave={(values) => save.mutateAsync(bodyOf(values))}
      onClose={onClose}
      deletion={
        team
          ? {
              question: t`'${team.name}' will be deleted. What it made stays.`,
              onDelete: () => remove.mutateAsync(team),
            }
          : undefined
      }
    >
      <TextInput
        label={t`Name`}
        placeholder={t`Blue`}
        withAsterisk
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t`What it makes is divided`}
        description={t`Changed, what it made is divided anew, except on locked days.`}
        data={TEAM_DIVISIONS.map((value) => ({ value, label: divisions[value] }))}
        {...form.getInputProps('division')}
      />
      <MultiSelect
        label={t`Members`}
        placeholder={t`Name or number`}
        searchable
        limit={MOST_SHOWN}
        maxValues={MAX_TEAM_MEMBERS}
        data={[...names.keys()].map((value) => ({ value, label: nameOf(value) }))}
        error={form.errors.members}
        value={members.map(({ employeeId }) => employeeId)}
        onChange={(ids) =>
          form.setFieldValue(
            'members',
            ids.map((employeeId) => members.find((one) => one.employeeId === employeeId) ?? { employeeId, ...NEW }),
          )
        }
      />
      {members.map(({ employeeId }, nth) => (
        <Fieldset key={employeeId} legend={nameOf(employeeId)}>
          <Group align="start">
            {division === 'shares' && (
              <TextInput
                flex="1 1 5rem"
                label={t`Share`}
                inputMode="decimal"
                maxLength={10}
                {...form.getInputProps(`members.${nth}.share`)}
              />
            )}
            <DateField
              flex="1 1 8rem"
              label={t`First day`}
              placeholder={t`Always`}
              optional
              {...form.getInputProps(`members.${nth}.from`)}
            />
            <DateField
              flex="1 1 8rem"
              label={t`Last day`}
              placeholder={t`Open`}
              optional
              {...form.getInputProps(`members.${nth}.to`)}
            />
          </Group>
        </Fieldset>
      ))}
    </RecordDialog>
  );
}

import { useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CONTAINER_HOURS, type ContainerKind } from '#contract/masterData/containers.ts';
import type { listSetupLookups } from '#contract/office/setupLists.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { positiveUnitsIn, typedAs } from '../../../lib/typed.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { deleteContainerKindMutation, saveContainerKindMutation } from './lists.queries.ts';

type Props = {
  accountId: string;
  products: ResponseOf<typeof listSetupLookups>['lookups'][number] | undefined;
  /** Null: a new one. */
  kind: ContainerKind | null;
  onClose: () => void;
};

/** Adds, changes or deletes a kind of containers. */
export default function ContainerKindDialog({ accountId, products, kind, onClose }: Props) {
  const { t } = useLingui();
  const product = products?.name || t`Lookup ${{ lookup: 1 }}`;
  const save = useMutation(saveContainerKindMutation(accountId, kind));
  const remove = useMutation(deleteContainerKindMutation(accountId));
  const form = useForm({
    initialValues: {
      name: kind?.name ?? '',
      units: kind?.units ?? '1',
      lookup1Code: kind?.lookup1Code ?? '',
      hours: (kind?.hours ?? CONTAINER_HOURS.usual) as number | '',
      keepsRejected: kind?.keepsRejected ?? false,
    },
    validate: {
      name: (name) => (name.trim() ? null : t`Name is required`),
      units: (units) =>
        positiveUnitsIn(units) === undefined ? t`A number above 0, such as ${typedAs('1250.5')}` : null,
      hours: (hours) => (hours === '' ? t`Hours are required` : null),
    },
    validateInputOnBlur: true,
  });
  const bodyOf = ({ name, units, lookup1Code, hours, keepsRejected }: typeof form.values) => ({
    name,
    units: positiveUnitsIn(units) ?? '',
    lookup1Code: lookup1Code || null,
    hours: Number(hours),
    keepsRejected,
  });
  return (
    <RecordDialog
      title={kind ? t`Edit ${kind.name}` : t`Add kind of container`}
      form={form}
      onSave={(values) => save.mutateAsync(bodyOf(values))}
      onClose={onClose}
      deletion={
        kind
          ? {
              question: t`'${kind.name}' will be deleted. What was counted under it stays.`,
              onDelete: () => remove.mutateAsync(kind),
            }
          : undefined
      }
    >
      <TextInput
        label={t`Name`}
        placeholder={t`Bin`}
        withAsterisk
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t`Units that one holds`}
        inputMode="decimal"
        withAsterisk
        maxLength={13}
        {...form.getInputProps('units')}
      />
      <NativeSelect
        label={t`${product} that it usually holds`}
        data={[
          { value: '', label: t`Any` },
          ...(products?.entries ?? []).map(({ code, description }) => ({ value: code, label: description })),
        ]}
        {...form.getInputProps('lookup1Code')}
      />
      <NumberField
        label={t`Hours until it is empty again`}
        description={t`Scanned again earlier, it is not counted a second time.`}
        unit={t`h`}
        withAsterisk
        min={1}
        max={CONTAINER_HOURS.most}
        {...form.getInputProps('hours')}
      />
      <Checkbox
        label={t`One that is rejected at delivery counts all the same`}
        description={t`Otherwise it is listed under Exceptions, where it can be taken off.`}
        {...form.getInputProps('keepsRejected', { type: 'checkbox' })}
      />
    </RecordDialog>
  );
}

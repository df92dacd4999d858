import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { labelText } from '#contract/masterData/containerLabels.ts';
import {
  type ContainerKind,
  MAX_LABEL_NUMBER,
  MAX_LABELS,
  printContainerLabels,
} from '#contract/masterData/containers.ts';
import { mutationOf } from '../../../api/query.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PrintDialog } from './PrintDialog.tsx';

type Props = {
  accountId: string;
  accountName: string;
  kind: Pick<ContainerKind, '_id' | 'name'>;
  /** The first number of which no label was printed yet. */
  nextLabel: number;
  /** The queries in which the next number is. */
  invalidates: readonly (readonly unknown[])[];
  onClose: () => void;
};
const A_SHEET = 10;

/** Labels of containers of one kind, numbered on from those that were printed, or again. */
export function ContainerLabelsDialog({ accountId, accountName, kind, nextLabel, invalidates, onClose }: Props) {
  const { t } = useLingui();
  const { name } = kind;
  // The next number rises while it is open, and these labels may be printed again.
  const [first, setFirst] = useState(nextLabel);
  const [count, setCount] = useState(A_SHEET);
  const save = useMutation(
    mutationOf(printContainerLabels, { silent: true, invalidates: [...invalidates] }, () => ({
      params: { containerKindId: kind._id },
      query: { accountId },
      body: { first, count },
    })),
  );
  const labels = Array.from({ length: count }, (_, i) => {
    const number = String(first + i);
    const code = labelText(accountId, kind._id, number);
    return { _id: number, code, title: t`Label ${number}`, number, name };
  });
  return (
    <PrintDialog
      title={t`Print labels: ${name}`}
      labels={labels}
      accountName={accountName}
      button={t`${plural(count, { one: `Print ${count} label`, other: `Print ${count} labels` })}`}
      onPrint={() => save.mutateAsync()}
      onClose={onClose}
    >
      <Group grow>
        <NumberField
          label={t`First number`}
          min={1}
          max={MAX_LABEL_NUMBER}
          value={first}
          onChange={(value) => value !== '' && setFirst(Math.min(MAX_LABEL_NUMBER, Math.max(1, Math.round(value))))}
        />
        <NumberField
          label={t`Number of labels`}
          min={1}
          max={MAX_LABELS}
          value={count}
          onChange={(value) => value !== '' && setCount(Math.min(MAX_LABELS, Math.max(1, Math.round(value))))}
        />
      </Group>
    </PrintDialog>
  );
}

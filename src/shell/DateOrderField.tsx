import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { type DateOrder, dateOrder } from '#contract/platform/dateOrder.ts';

const LABEL: Record<DateOrder, MessageDescriptor> = {
  ymd: msg`Year, month, day`,
  dmy: msg`Day, month, year`,
  mdy: msg`Month, day, year`,
};
/** `value` null: both orders are possible, and none is chosen yet. */
type Props = {
  label: string;
  isHidden?: boolean;
  value: DateOrder | null;
  onChange: (dates: DateOrder) => void;
};

/** How the dates of a column are written. */
export function DateOrderField({ label, isHidden = false, value, onChange }: Props) {
  const { t } = useLingui();
  return (
    <NativeSelect
      {...(isHidden ? { 'aria-label': label } : { label })}
      maw="20rem"
      error={value === null && t`Both are possible`}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = dateOrder.safeParse(currentTarget.value);
        if (chosen.success) onChange(chosen.data);
      }}
      data={[
        ...(value === null ? [{ value: '', label: t`How are they written?` }] : []),
        ...dateOrder.options.map((order) => ({ value: order, label: t(LABEL[order]) })),
      ]}
    />
  );
}

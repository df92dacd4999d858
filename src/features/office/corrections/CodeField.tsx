import { useLingui } from '@lingui/react/macro';
import { Select, TextInput } from '@mantine/core';
import type { Lookup } from '#contract/masterData/groups.ts';
import { MOST_SHOWN } from '../../../api/choices.ts';

type Props = {
  label: string;
  /** The entries of the lookup; undefined while they are not known. */
  entries: Lookup['entries'] | undefined;
  value: string | null;
  onChange: (code: string | null) => void;
  /** Shown while nothing is chosen: 'All'. */
  placeholder?: string;
  /** The label of a choice of its own, '', for entries without a code. */
  none?: string;
};

/** A code of a lookup, chosen by description or code; typed where the lookup has no entries. */
export function CodeField({ label, entries, value, onChange, placeholder, none }: Props) {
  const { t } = useLingui();
  if (entries?.length === 0)
    return (
      <TextInput
        label={t`${label} code`}
        placeholder={placeholder}
        maxLength={60}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim() === '' ? null : currentTarget.value)}
      />
    );
  const data = (entries ?? [])
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ code, description }) => ({ value: code, label: `${description}, ${code}` }));
  if (none) data.unshift({ value: '', label: none });
  // A record may have a code that the list does not have, or no longer.
  if (value !== null && data.every((choice) => choice.value !== value)) data.push({ value, label: value });
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      limit={MOST_SHOWN}
      data={data}
      value={value}
      onChange={onChange}
      nothingFoundMessage={t`Not in the list`}
    />
  );
}

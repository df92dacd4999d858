import { useLingui } from '@lingui/react/macro';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

type Props = { label: string; value: string; onChange: (typed: string) => void };

/** Filters a list that is already loaded while the user types; a search on the server is `SearchBox`. */
export function FilterBox({ label, value, onChange }: Props) {
  const { t } = useLingui();
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      miw="min(100%, 17rem)"
      value={value}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={value && <CloseButton aria-label={t`Clear search`} onClick={() => onChange('')} />}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
        if (event.key === 'Escape' && value) {
          event.stopPropagation();
          onChange('');
        }
      }}
    />
  );
}

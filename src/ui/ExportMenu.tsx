import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconPrinter } from '@tabler/icons-react';
import { ReasonButton } from './ReasonButton.tsx';

type Props = {
  items: readonly { label: string; isPrint?: boolean; onPick: () => void }[];
  /** A file is being made. */
  loading?: boolean;
  /** Why it waits; absent: it does not. */
  reason?: string | undefined;
  /** For the foot of a table. */
  size?: 'xs';
};

/** The exports of a list, as files and on paper. */
export function ExportMenu({ items, loading, reason, size }: Props) {
  const { t } = useLingui();
  return (
    <Menu position="bottom-end" disabled={reason !== undefined}>
      <Menu.Target>
        <ReasonButton
          {...(reason !== undefined && { reason })}
          {...(size && { size })}
          variant="default"
          loading={loading}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t`Export`}
        </ReasonButton>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, isPrint, onPick }) => {
          const Icon = isPrint ? IconPrinter : IconDownload;
          return (
            <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={onPick}>
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

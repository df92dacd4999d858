import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOfflineReason } from '../state/reachability.ts';
import { ReasonButton } from '../ui/ReasonButton.tsx';

type Props = {
  items: readonly { label: string; icon: ReactNode; onPick: () => void }[];
  /** A file is being made. */
  loading: boolean;
};

/** The exports of a list, as files and on paper, each of all that the server has of it. */
export function ExportMenu({ items, loading }: Props) {
  const { t } = useLingui();
  const reason = useOfflineReason();
  return (
    <Menu position="bottom-end" disabled={reason !== undefined}>
      <Menu.Target>
        <ReasonButton
          reason={reason}
          variant="default"
          loading={loading}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t`Export`}
        </ReasonButton>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon, onPick }) => (
          <Menu.Item key={label} leftSection={icon} onClick={onPick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { hint } from '../../../ui/hint.ts';
import type { Change } from './subject.ts';
import { useOffline } from './useOffline.ts';

type Choice = { label: string; change: Change };
type Props = {
  /** The record that the choices concern: 'IN 07:00'. */
  what: string;
  choices: readonly Choice[];
  onPick: (change: Change) => void;
};

/** The menu of a punch or an entry; offline it is disabled and says why. */
export function RecordMenu({ what, choices, onPick }: Props) {
  const { t } = useLingui();
  const offline = useOffline();
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="var(--tb-target)"
      aria-label={t`Correct ${what}`}
      {...(offline && { 'aria-disabled': true, 'data-disabled': true, ...hint(offline) })}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  if (offline) return button;
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label, change }) => (
          <Menu.Item key={label} onClick={() => onPick(change)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

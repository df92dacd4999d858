import { Popover } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { cloneElement } from 'react';
import type { PressButton } from '../../ui/OnPress.tsx';
import { useOpenAtOnce } from '../../ui/useOpenAtOnce.ts';
import { Calendar } from './Calendar.tsx';

type Props = {
  button: PressButton;
  value: string;
  today: string;
  onPick: (date: string | null) => void;
};

/** The month, below the button that was pressed. */
export default function DatePopover({ button, value, today, onPick }: Props) {
  const { button: focused, opened, setOpened } = useOpenAtOnce();
  const ref = useMergedRef(focused, button.props.ref);
  const pick = (date: string | null) => {
    setOpened(false);
    onPick(date);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        {cloneElement(button, {
          ref,
          onClick: () => setOpened((was) => !was),
          'aria-haspopup': 'dialog',
          'aria-expanded': opened,
        })}
      </Popover.Target>
      <Popover.Dropdown aria-label="Reference date">
        {opened && <Calendar value={value} today={today} onPick={pick} />}
      </Popover.Dropdown>
    </Popover>
  );
}

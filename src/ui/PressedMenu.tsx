import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactNode } from 'react';
import type { PressButton } from './OnPress.tsx';
import { useOpenAtOnce } from './useOpenAtOnce.ts';

type Props = Pick<MenuProps, 'position' | 'width'> & {
  button: PressButton;
  /** Menu.Item and what may be beside it. */
  children: ReactNode;
};

/** The menu of a button that was pressed (`OnPress`). Import it where it is lazy. */
export function PressedMenu({ button, children, ...props }: Props) {
  const { button: ref, opened, setOpened } = useOpenAtOnce();
  return (
    <Menu {...props} opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(button, { ref })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

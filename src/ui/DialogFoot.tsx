import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

type Props = {
  /** At the left: Delete. */
  aside?: ReactNode;
  /** The actions, the primary one last. */
  children: ReactNode;
};

/** The actions of a dialog, which stay in sight however long it is; the last element of its body. */
export function DialogFoot({ aside, children }: Props) {
  return (
    <div className={classes.foot}>
      {aside}
      <Group gap="sm" justify="flex-end">
        {children}
      </Group>
    </div>
  );
}

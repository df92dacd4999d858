import { useLingui } from '@lingui/react/macro';
import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { DialogFrame } from './DialogFrame.tsx';
import { InDialog } from './inDialog.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: ModalProps['size'];
  /** False while something is running that closing would not stop. */
  closable?: boolean;
  children: ReactNode;
};

/** A dialog with a title; full screen on phones. */
export function Dialog({ opened, onClose, title, size = 'md', closable = true, children }: Props) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <DialogFrame
      opened={opened}
      onClose={onClose}
      closable={closable}
      size={size}
      fullScreen={phone}
      centered={!phone}
      radius={phone ? 0 : 'md'}
    >
      <Modal.Content className={classes.content}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {closable && <Modal.CloseButton aria-label={t`Close`} />}
        </div>
        <Modal.Body>
          <InDialog value>{children}</InDialog>
        </Modal.Body>
      </Modal.Content>
    </DialogFrame>
  );
}

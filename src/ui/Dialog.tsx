import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: ModalProps['size'];
  /** False while something runs that closing would not stop. */
  closable?: boolean;
  children: ReactNode;
};

/** A dialog: full screen on phones, Escape closes it, the focus stays inside and goes back afterwards. */
export function Dialog({ opened, onClose, title, size = 'md', closable = true, children }: Props) {
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      fullScreen={phone}
      centered={!phone}
      radius={phone ? 0 : 'md'}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      // Its scroll lock would write a `<style>`, which the CSP refuses; app.css locks the page instead.
      lockScroll={false}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title>{title}</Modal.Title>
          {closable && <Modal.CloseButton aria-label="Close" />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

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
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={phone}
      centered={!phone}
      radius={phone ? 0 : 'md'}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      withCloseButton={closable}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      {children}
    </Modal>
  );
}

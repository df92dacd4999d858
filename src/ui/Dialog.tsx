import { useLingui } from '@lingui/react/macro';
import '../styles/forms.css';
import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackCloses } from './BackCloses.tsx';
import classes from './Dialog.module.css';
import { InDialog } from './inDialog.ts';
import { useEscape } from './useEscape.ts';
import { useFocusReturn } from './useFocusReturn.ts';
import { useSecondPress } from './useSecondPress.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: ModalProps['size'];
  /** False while something is running that closing would not stop. */
  closable?: boolean;
  /** The dialog is in the address: going back closes it without further code. */
  inAddress?: boolean;
  children: ReactNode;
};

/** A dialog: full screen on phones; Escape and the back gesture close it; the focus stays inside and returns afterwards. */
export function Dialog({ opened, onClose, title, size = 'md', closable = true, inAddress = false, children }: Props) {
  const { t } = useLingui();
  useFocusReturn(opened);
  useSecondPress(opened);
  useEscape(opened, () => closable && onClose());
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const isRouted = Boolean(useRouter({ warn: false }));
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      fullScreen={phone}
      centered={!phone}
      radius={phone ? 0 : 'md'}
      // Mantine's own handler would close every open dialog.
      closeOnEscape={false}
      closeOnClickOutside={closable}
      // Mantine's scroll lock would write a `<style>`, which the CSP refuses; app.css locks the page instead.
      lockScroll={false}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      {opened && isRouted && !inAddress && <BackCloses onBack={() => closable && onClose()} />}
      <Modal.Overlay />
      <Modal.Content className={classes.content}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {closable && <Modal.CloseButton aria-label={t`Close`} />}
        </div>
        <Modal.Body>
          <InDialog value>{children}</InDialog>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

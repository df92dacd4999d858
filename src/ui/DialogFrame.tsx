import '../styles/forms.css';
import { Modal, type ModalRootProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { BackCloses } from './BackCloses.tsx';
import { useEscape } from './useEscape.ts';
import { useFocusReturn } from './useFocusReturn.ts';
import { useSecondPress } from './useSecondPress.ts';

type Props = Omit<ModalRootProps, 'closeOnEscape' | 'closeOnClickOutside' | 'lockScroll' | 'transitionProps'> & {
  /** False while something is running that closing would not stop. */
  closable?: boolean;
};

/** Does for every dialog the same: Escape, the shade and the back gesture close the topmost one; the focus stays inside and returns afterwards. */
export function DialogFrame({ opened, onClose, closable = true, children, ...root }: Props) {
  useFocusReturn(opened);
  useSecondPress(opened);
  const close = () => closable && onClose();
  useEscape(opened, close);
  const isRouted = Boolean(useRouter({ warn: false }));
  return (
    <Modal.Root
      {...root}
      opened={opened}
      onClose={onClose}
      // Mantine's own handler would close every open dialog.
      closeOnEscape={false}
      closeOnClickOutside={closable}
      // Mantine's scroll lock would write a `<style>`, which the CSP refuses; app.css locks the page instead.
      lockScroll={false}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      {opened && isRouted && <BackCloses onBack={close} />}
      <Modal.Overlay />
      {children}
    </Modal.Root>
  );
}

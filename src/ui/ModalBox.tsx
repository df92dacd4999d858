import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './ModalBox.module.css';
import { useEscape } from './useEscape.ts';

type Props = {
  title: string;
  words: ReactNode;
  onEscape?: () => void;
  /** Its actions, the primary one last. */
  children: ReactNode;
};

/**
 * The browser's own modal dialog, for messages that must be seen: above every other dialog, the rest of the page inert, without any code that must be
 * loaded. The focus moves to the element marked `data-autofocus`, and returns afterwards.
 */
export function ModalBox({ title, words, onEscape = () => undefined, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const text = useId();
  useEscape(true, onEscape);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.box}
      role="alertdialog"
      aria-labelledby={heading}
      aria-describedby={text}
      onCancel={(event) => event.preventDefault()}
    >
      <Title order={2} size="h4" id={heading} mb="xs">
        {title}
      </Title>
      <Text id={text} mb="md">
        {words}
      </Text>
      <Group justify="flex-end">{children}</Group>
    </dialog>
  );
}

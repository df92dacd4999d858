import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** A name or a phrase in a list that opens a dialog; several lines of it begin where it does. */
export const DialogLink = ({ onOpen, children }: { onOpen: () => void; children: ReactNode }) => (
  <Anchor component="button" type="button" inherit ta="start" aria-haspopup="dialog" onClick={onOpen}>
    {children}
  </Anchor>
);

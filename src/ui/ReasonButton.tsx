import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { hint } from './hint.ts';

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** Why it waits; absent: it does not. */
    reason?: string;
  };

/** A button that may have to wait: then it does nothing, and says why when it is pointed at or focused. */
export function ReasonButton({ reason, disabled, onClick, ...props }: Props) {
  if (reason === undefined) return <Button {...props} disabled={disabled} onClick={onClick} />;
  return (
    <Button {...props} data-disabled aria-disabled onClick={(event) => event.preventDefault()} {...hint(reason)} />
  );
}

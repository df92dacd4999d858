import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { hint } from './hint.ts';
import { useFocusKept } from './useFocusReturn.ts';

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** Why it waits; absent: it does not. */
    reason?: string;
  };

/** A button that may have to wait: then it does nothing, and says why when it is pointed at or focused. */
export function ReasonButton({ reason, disabled, onClick, ...props }: Props) {
  const button = useFocusKept(props.loading === true);
  if (reason === undefined) return <Button {...props} ref={button} disabled={disabled} onClick={onClick} />;
  return (
    <Button
      {...props}
      ref={button}
      data-disabled
      aria-disabled
      onClick={(event) => event.preventDefault()}
      {...hint(reason)}
    />
  );
}

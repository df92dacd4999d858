import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { OFFLINE_REASON, useOnline } from '../api/reachability.ts';

type Props = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** A button that needs the server: while offline it is disabled and says why. */
export function ServerButton({ disabled, ...props }: Props) {
  const online = useOnline();
  return (
    <Tooltip label={OFFLINE_REASON} disabled={online}>
      <Button
        {...props}
        disabled={disabled}
        data-disabled={!online || undefined}
        aria-disabled={!online || undefined}
        {...(!online && { onClick: (event) => event.preventDefault() })}
      />
    </Tooltip>
  );
}

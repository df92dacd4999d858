import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';

type Props = {
  label: string;
  submit?: string;
  onSubmit: () => void;
  busy?: boolean;
  error?: unknown;
  disabled?: boolean;
  /** Goes on without an answer. */
  onSkip?: () => void;
  skip?: string;
  children: ReactNode;
};

/** A step of the first run: its fields, and a button to continue. */
export function StepForm({ label, submit, onSubmit, busy, error, disabled, onSkip, skip, children }: Props) {
  const { t } = useLingui();
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="sm">
        {children}
        {error ? <ErrorNote text={typeof error === 'string' ? error : messageOf(error)} /> : null}
        <Group gap="sm">
          <ServerButton type="submit" loading={busy} disabled={disabled}>
            {submit ?? t`Continue`}
          </ServerButton>
          {onSkip && (
            <Button variant="default" onClick={onSkip}>
              {skip ?? t`Skip`}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

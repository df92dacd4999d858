import { Pill, PillsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { MAX_ALERT_RECIPIENTS } from '#contract/limits.ts';
import { addRecipient } from './alertForm.ts';
import classes from './alerts.module.css';

type Props = {
  recipients: readonly string[];
  draft: string;
  onDraft: (typed: string) => void;
  error: ReactNode;
  /** Called with the error of the typed text; undefined once the text is valid. */
  onFault: (words: string | undefined) => void;
  disabled: boolean;
  onChange: (recipients: string[]) => void;
};

/** Email addresses as chips: an entry needs an @ and is added on Enter. */
export function Recipients({ recipients, draft, onDraft, error, onFault, disabled, onChange }: Props) {
  const add = () => {
    const added = addRecipient(recipients, draft);
    if ('error' in added) return onFault(added.error);
    onFault(undefined);
    onDraft('');
    onChange(added);
  };
  const remove = (address: string) => onChange(recipients.filter((each) => each !== address));
  return (
    <PillsInput
      label="Recipients"
      description={`Press Enter to add an address, at most ${MAX_ALERT_RECIPIENTS}.`}
      error={error}
      disabled={disabled}
    >
      <Pill.Group>
        {recipients.map((address) => (
          <Pill
            key={address}
            withRemoveButton={!disabled}
            onRemove={() => remove(address)}
            removeButtonProps={{ 'aria-label': `Remove ${address}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            {address}
          </Pill>
        ))}
        <PillsInput.Field
          className={classes.recipient}
          inputMode="email"
          aria-label="Recipient"
          data-field="emailRecipients"
          placeholder={recipients.length === 0 ? 'name@example.com' : undefined}
          maxLength={254}
          value={draft}
          disabled={disabled || recipients.length >= MAX_ALERT_RECIPIENTS}
          onChange={(event) => {
            onFault(undefined);
            onDraft(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              if (draft.trim()) add();
            }
            const last = recipients.at(-1);
            if (event.key === 'Backspace' && draft === '' && last !== undefined) remove(last);
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}

import { Pill, PillsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MAX_ALERT_RECIPIENTS } from '#contract/limits.ts';
import { addRecipient } from './alertForm.ts';

type Props = {
  recipients: readonly string[];
  draft: string;
  onDraft: (typed: string) => void;
  error: ReactNode;
  disabled: boolean;
  onChange: (recipients: string[]) => void;
};

/** Email addresses as chips: an entry needs an @ and is added on Enter. */
export function Recipients({ recipients, draft, onDraft, error, disabled, onChange }: Props) {
  const [refusal, setRefusal] = useState<string>();
  const add = () => {
    const added = addRecipient(recipients, draft);
    if ('error' in added) return setRefusal(added.error);
    setRefusal(undefined);
    onDraft('');
    onChange(added);
  };
  const remove = (address: string) => onChange(recipients.filter((each) => each !== address));
  return (
    <PillsInput
      label="Recipients"
      description={`Press Enter to add an address, at most ${MAX_ALERT_RECIPIENTS}.`}
      error={refusal ?? error}
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
          inputMode="email"
          aria-label="Recipient"
          data-field="emailRecipients"
          placeholder={recipients.length === 0 ? 'name@example.com' : undefined}
          maxLength={254}
          value={draft}
          disabled={disabled || recipients.length >= MAX_ALERT_RECIPIENTS}
          onChange={(event) => {
            setRefusal(undefined);
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

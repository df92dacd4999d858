import { useLingui } from '@lingui/react/macro';
import { Pill, PillsInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MAX_ALERT_RECIPIENTS } from '#contract/platform/limits.ts';
import { listed } from '../../../lib/lists.ts';
import { useSession } from '../../../state/session.ts';
import { addRecipient } from './alertForm.ts';
import classes from './alerts.module.css';
import { recipientsQuery } from './alerts.queries.ts';

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
  const { t } = useLingui();
  const add = () => {
    const added = addRecipient(recipients, draft);
    if ('error' in added) return onFault(added.error);
    onFault(undefined);
    onDraft('');
    onChange(added);
  };
  const remove = (address: string) => onChange(recipients.filter((each) => each !== address));
  return (
    <Stack gap={4}>
      <PillsInput
        label={t`Recipients`}
        description={t`Press Enter to add an address, at most ${MAX_ALERT_RECIPIENTS}.`}
        error={error}
        disabled={disabled}
      >
        <Pill.Group>
          {recipients.map((address) => (
            <Pill
              key={address}
              withRemoveButton={!disabled}
              onRemove={() => remove(address)}
              removeButtonProps={{ 'aria-label': t`Remove ${address}`, 'aria-hidden': false, tabIndex: 0 }}
            >
              {address}
            </Pill>
          ))}
          <PillsInput.Field
            className={classes.recipient}
            inputMode="email"
            aria-label={t`Recipient`}
            data-field="emailRecipients"
            placeholder={recipients.length === 0 ? t`name@example.com` : undefined}
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
      <OtherRecipients recipients={recipients} />
    </Stack>
  );
}

/** Tells of recipients who would otherwise not see these people: those without a user, and those who are limited to some (docs/reference/scope.md#what-is-cached). */
function OtherRecipients({ recipients }: Pick<Props, 'recipients'>) {
  const { t } = useLingui();
  const accountId = useSession()?.info.accountId ?? '';
  const { data } = useQuery({ ...recipientsQuery(accountId, recipients), enabled: recipients.length > 0 });
  const notes = [
    ...(data?.outside.length ? [t`Not a user of this account: ${listed(data.outside)}.`] : []),
    ...(data?.limited.length ? [t`Limited to some people: ${listed(data.limited)}.`] : []),
  ];
  return (
    <Text size="sm" c="dimmed" role="status">
      {notes.length > 0 && [...notes, t`They get everything that this alert says.`].join(' ')}
    </Text>
  );
}

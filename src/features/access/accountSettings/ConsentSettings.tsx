import { Trans, useLingui } from '@lingui/react/macro';
import { Switch, Text, Textarea } from '@mantine/core';
import type { AccountSettings } from '#contract/access/accountSettings.ts';
import { MAX_CONSENT_TEXT } from '#contract/platform/limits.ts';

type Consent = Pick<AccountSettings, 'consentRequired' | 'consentText'>;
type Props = { saved: Consent; values: Consent; disabled: boolean; onChange: (consent: Partial<Consent>) => void };

/** The settings about consent to the use of biometric data (docs/reference/privacy.md#consent), with what a change of them deletes. */
export function ConsentSettings({ saved, values, disabled, onChange }: Props) {
  const { t } = useLingui();
  const deletes =
    values.consentRequired && (!saved.consentRequired || values.consentText.trim() !== saved.consentText.trim());
  return (
    <>
      <Switch
        label={t`Consent required`}
        description={t`Templates only of employees who agreed to the text. Others use a badge.`}
        disabled={disabled}
        checked={values.consentRequired}
        onChange={(event) => onChange({ consentRequired: event.currentTarget.checked })}
      />
      {(values.consentRequired || saved.consentText !== '') && (
        <Textarea
          label={t`Text of the consent`}
          description={t`Which data, what for, how long, and that a badge is the other way. Another text asks everybody anew.`}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={MAX_CONSENT_TEXT}
          disabled={disabled}
          value={values.consentText}
          onChange={(event) => onChange({ consentText: event.currentTarget.value })}
        />
      )}
      {deletes && (
        <Text size="sm" role="status">
          <Trans>
            The stored templates of everybody who has not agreed to this text are deleted, here and on each terminal.
          </Trans>
        </Text>
      )}
    </>
  );
}

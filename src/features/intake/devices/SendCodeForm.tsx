import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { emailAddress } from '#contract/platform/common.ts';
import { mailWords } from '../../../api/mailed.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { sendCodeMutation } from './devices.queries.ts';

/** The possible recipients of a code: the account holder's address and the account's employer users, null where the user may not see them. */
export type Recipients = {
  holderAddress: string;
  employers: readonly { _id: string; name: string; email: string }[] | null | undefined;
};
type Destination = 'holder' | 'user' | 'other';

/** Mails the activation code to the account holder, a user or another address. */
export function SendCodeForm({
  accountId,
  deviceId,
  recipients: { holderAddress, employers },
}: {
  accountId: string;
  deviceId: string;
  recipients: Recipients;
}) {
  const { t } = useLingui();
  const send = useMutation(sendCodeMutation(accountId, deviceId));
  const [destination, setDestination] = useState<Destination>('holder');
  const [chosen, setChosen] = useState('');
  const [other, setOther] = useState('');
  const [left, setLeft] = useState(false);

  const userAddress = chosen || employers?.[0]?.email || '';
  const address = { holder: holderAddress, user: userAddress, other: other.trim() }[destination];
  const fault = emailAddress.safeParse(address).success ? undefined : t`Enter a valid email address`;
  const isUnsent = destination === 'other' && other.trim() !== '' && send.variables !== address;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!fault) send.mutate(address);
  };

  return (
    <form onSubmit={submit} noValidate aria-label={t`Send activation code`} data-dirty={isUnsent || undefined}>
      <Stack gap="sm">
        <Radio.Group label={t`Destination`} value={destination} onChange={setDestination}>
          <Stack gap="xs" mt="xs">
            <Radio value="holder" label={t`Account Holder`} description={holderAddress} />
            <Radio
              value="user"
              label={t`Specific User`}
              disabled={!employers?.length}
              description={withoutUsers(employers)}
            />
            <Radio value="other" label={t`Other Address`} />
          </Stack>
        </Radio.Group>
        {destination === 'user' && (
          <NativeSelect
            label={t`User`}
            value={userAddress}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={(employers ?? []).map(({ name, email }) => ({ value: email, label: `${name} (${email})` }))}
          />
        )}
        {destination === 'other' && (
          <TextInput
            label={t`Email address`}
            type="email"
            required
            maxLength={254}
            value={other}
            error={left && fault}
            onBlur={() => setLeft(true)}
            onChange={(event) => setOther(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          {send.isSuccess && (
            <Text size="sm" c="dimmed" role="status">
              {mailWords(t`Sent to ${send.variables}.`, send.data)}
            </Text>
          )}
          <ServerButton type="submit" variant="default" disabled={fault !== undefined} loading={send.isPending}>
            <Trans>Send activation code</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns why no user can be chosen, if so. */
function withoutUsers(employers: Recipients['employers']) {
  if (employers === null) return t`You may not see its users.`;
  return employers?.length === 0 ? t`The account has no employer users.` : undefined;
}

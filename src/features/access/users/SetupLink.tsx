import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#contract/access/accounts.ts';
import { createUser, makeInvitationLink, userInput } from '#contract/access/users.ts';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { useMay, useMayCall, useSession } from '../../../state/session.ts';
import { checkedBy } from '../../../ui/checkedBy.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFoot } from '../../../ui/DialogFoot.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { CopyLink, ShownLink } from './InvitationLink.tsx';
import { newUser } from './userForm.ts';
import { createUserMutation, invitationLinkMutation } from './users.queries.ts';

const fields = userInput.pick({ firstName: true, lastName: true, username: true, email: true });

/** Makes the customer's first Owner, and a link (30 days, shown once) with which they set their password and set the account up by themselves. */
export function SetupLink({ account }: { account: Account }) {
  const { t } = useLingui();
  const mayCreate = useMayCall(createUser);
  const mayLink = useMayCall(makeInvitationLink);
  const mayGrant = useMay('Setup.MANAGE');
  const mine = useSession()?.info.permissions.api ?? [];
  // The link that follows says it; a toast would lie over it on a phone.
  const create = useMutation({ ...createUserMutation, meta: { invalidates: [['users']] } });
  const link = useMutation(invitationLinkMutation);
  const [isAsking, setAsking] = useState(false);
  /** The user, once made: if the link fails, only that is tried again. */
  const [userId, setUserId] = useState<string>();
  const { firstName, lastName, emailAddr } = account.holder;
  const form = useForm({
    initialValues: { firstName, lastName, username: emailAddr.split('@')[0] ?? '', email: emailAddr },
    validate: checkedBy(fields),
    validateInputOnBlur: true,
  });
  if (!mayCreate || !mayLink || !mayGrant) return null;
  const make = async (values: typeof form.values) => {
    const of = { accountId: account._id, role: 'employer', preset: 'owner' } as const;
    const owner = { ...newUser({ ...values, isActive: true }, of, mine), invite: false };
    const id = userId ?? (await create.mutateAsync(owner))._id;
    setUserId(id);
    await link.mutateAsync({ userId: id, purpose: 'set-up' });
  };
  const close = () => {
    link.reset();
    setUserId(undefined);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconLink size={18} aria-hidden />} onClick={() => setAsking(true)}>
        <Trans>Set-up link</Trans>
      </Button>
      {isAsking && (
        <RecordDialog
          title={t`Set-up link`}
          form={form}
          canSubmit={form.isValid()}
          submit={t`Make link`}
          onSave={make}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            <Trans>
              The customer’s first Owner: by the link they set their password, and set the account up by themselves.
            </Trans>
          </Text>
          <TextInput label={t`First name`} required maxLength={100} {...form.getInputProps('firstName')} />
          <TextInput label={t`Last name`} required maxLength={100} {...form.getInputProps('lastName')} />
          <TextInput label={t`Username`} required maxLength={100} {...form.getInputProps('username')} />
          <TextInput label={t`Email`} type="email" required maxLength={254} {...form.getInputProps('email')} />
        </RecordDialog>
      )}
      {link.data && !isAsking && (
        <Dialog opened onClose={close} title={t`Set-up link`} size="lg">
          <Stack gap="md">
            <Text size="sm">
              <Trans>
                Send it, or let them scan it. Withdraw it at any time: Users, {form.values.firstName}, Password.
              </Trans>
            </Text>
            <ShownLink user={form.values} {...link.data} />
            <DialogFoot>
              <CopyLink url={link.data.url} />
            </DialogFoot>
          </Stack>
        </Dialog>
      )}
    </>
  );
}

import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhoneCode } from '#contract/intake/phones.ts';
import { QR_SIZE } from '#contract/platform/limits.ts';
import { recorderAddress } from '../../../api/config.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { HowToLink } from '../../../shell/HelpLink.tsx';
import { RecordDialog } from '../../../shell/RecordDialog.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFoot } from '../../../ui/DialogFoot.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { Connected, ShownCode } from '../../../ui/ShownCode.tsx';
import { useForm } from '../../../ui/useForm.ts';
import { addPhoneMutation, phonesQuery, renewPhoneMutation } from './setup.queries.ts';

/** The phones and tablets on which people clock and scan: each is a browser, opened once with a code. */
export default function PhonesPage({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const phones = useQuery(phonesQuery(accountId));
  const renew = useMutation(renewPhoneMutation(accountId));
  const [isAdding, setAdding] = useState(false);
  const [code, setCode] = useState<PhoneCode>();
  return (
    <Panel
      title={t`Phones`}
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          <Trans>Add phone</Trans>
        </Button>
      }
    >
      <Text size="sm">
        <Trans>Any phone or tablet with a browser and a camera. It records without a connection, too.</Trans>{' '}
        <HowToLink to="recorders" />
      </Text>
      <Loaded query={phones} failed={messageOf} height={160} label={t`phones`} empty={t`There are none yet.`}>
        {(shown) => (
          <ListTable label={t`Phones`} stacked striped columns={[t`Name`, t`State`]} actions>
            {shown.map(({ _id, name, isActivated, lastActive }) => (
              <Table.Tr key={_id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td data-label={t`State`}>
                  {isActivated ? activeWords(lastActive) : t`Waiting for its code`}
                </Table.Td>
                <Table.Td>
                  {!isActivated && (
                    <ServerButton
                      variant="default"
                      size="sm"
                      loading={renew.isPending && renew.variables === _id}
                      onClick={() => renew.mutate(_id, { onSuccess: setCode })}
                    >
                      <Trans>New code</Trans>
                    </ServerButton>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        )}
      </Loaded>
      {isAdding && <AddPhone accountId={accountId} onAdded={setCode} onClose={() => setAdding(false)} />}
      {code && !isAdding && (
        <CodeOfPhone
          code={code}
          connected={phones.data?.find(({ _id, isActivated }) => _id === code.id && isActivated)?.name}
          onClose={() => setCode(undefined)}
        />
      )}
    </Panel>
  );
}

const activeWords = (at: string | null) => (at ? t`Last active ${moment(at)}` : t`Last active never`);

type AddProps = { accountId: string; onAdded: (code: PhoneCode) => void; onClose: () => void };
function AddPhone({ accountId, onAdded, onClose }: AddProps) {
  const { t } = useLingui();
  const add = useMutation(addPhoneMutation(accountId));
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : t`Name is required`) },
  });
  return (
    <RecordDialog
      title={t`Add phone`}
      form={form}
      onSave={async ({ name }) => onAdded(await add.mutateAsync(name))}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={t`Where it is, or who carries it: Gate, Block 7, Anna's phone`}
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </RecordDialog>
  );
}

type CodeProps = {
  code: PhoneCode /** The phone's name, once it has used the code. */;
  connected: string | undefined;
  onClose: () => void;
};
function CodeOfPhone({ code: { activationToken, expiresAt }, connected, onClose }: CodeProps) {
  const { t } = useLingui();
  const address = recorderAddress(activationToken);
  return (
    <Dialog opened onClose={onClose} title={t`Activation code`} size="lg">
      <Stack gap="md">
        {connected === undefined ? (
          <>
            <Text size="sm">
              <Trans>Scan this with the phone’s camera: it opens the Recorder.</Trans>
            </Text>
            <ShownCode
              text={activationToken}
              expires={moment(expiresAt)}
              picture={<QrCode text={address} size={QR_SIZE.unmanaged} label={t`Activation QR code`} />}
            />
            <Group justify="center">
              <Text size="sm" c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
                <Trans>Or type it at {address.replace(/#.*$/, '')}</Trans>
              </Text>
            </Group>
          </>
        ) : (
          <Connected name={connected} />
        )}
        <DialogFoot>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

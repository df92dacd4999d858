import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BackupItem, RestoreStrategy } from '#contract/operations/backups.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { moment } from '../../../lib/moments.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { ITEM_LABEL } from './backupOptions.ts';
import { startRestoreMutation } from './backups.queries.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { canRestore, STRATEGY_LABEL, type Uploaded } from './restoreFlow.ts';

type Props = { accountId: string; uploaded: Uploaded; onCancel: () => void; onStarted: () => void };

/** The ways to treat the users of a file. */
const USERS_NOTE: Record<'true' | 'false', MessageDescriptor> = {
  true: msg`They get no password of another installation, but an invitation by mail.`,
  false: msg`A merge adds those who are missing.`,
};

/** Strategy and items, a rehearsal of the effects, and the required acknowledgement. */
export function ConfirmRestore({ accountId, uploaded, onCancel, onStarted }: Props) {
  const { t } = useLingui();
  const { restoreJobId, includedItems, madeAt, madeFor, foreign } = uploaded;
  const [strategy, setStrategy] = useState<RestoreStrategy>('merge');
  const mayCreate = useMay('User.CREATE');
  const mayDelete = useMay('User.DELETE');
  const usersReason =
    (mayCreate ? null : t`Needs the permission to create users.`) ??
    (mayDelete || strategy === 'merge' ? null : t`Needs the permission to delete users.`);
  const [chosen, setChosen] = useState<BackupItem[]>(includedItems.map(({ type }) => type));
  const items = chosen.filter((type) => type !== 'Users' || !usersReason);
  const [understood, setUnderstood] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const start = useMutation(startRestoreMutation(accountId, restoreJobId));
  const choice = { items, strategy };

  return (
    <form
      aria-label={t`Confirm restore`}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ ...choice, acceptForeign: foreign && accepted }, { onSuccess: onStarted });
      }}
    >
      <Stack>
        <Text>
          <Trans>
            Made {moment(madeAt)} for {madeFor}.
          </Trans>
        </Text>
        {foreign && (
          <Alert
            color="yellow"
            icon={<IconAlertTriangle aria-hidden />}
            title={t`This backup comes from somewhere else`}
          >
            <Trans>It was made for another account or by another installation.</Trans>
          </Alert>
        )}
        <Radio.Group
          label={t`Strategy`}
          value={strategy}
          onChange={(value) => {
            setStrategy(value);
            setUnderstood(false);
          }}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="replace"
              label={t(STRATEGY_LABEL.replace)}
              description={t`Only of the items chosen below. A backup is made first, so that it can be undone.`}
            />
            <Radio
              value="merge"
              label={t(STRATEGY_LABEL.merge)}
              description={t`Adds and changes what the backup has; deletes nothing.`}
            />
          </Stack>
        </Radio.Group>
        <Checkbox.Group label={t`Items`} value={items} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {includedItems.map(({ type, count: rows }) => (
              <Checkbox
                key={type}
                value={type}
                label={`${t(ITEM_LABEL[type])} (${count(rows)})`}
                disabled={type === 'Users' && usersReason !== null}
                description={type === 'Users' ? (usersReason ?? t(USERS_NOTE[`${foreign}`])) : undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Rehearsal accountId={accountId} restoreJobId={restoreJobId} choice={choice} />
        <Checkbox
          label={t`I understand the consequences.`}
          checked={understood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
        {foreign && (
          <Checkbox
            label={t`I want the data of ${madeFor} in this account.`}
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        )}
        {start.isError && <ErrorNote text={messageOf(start.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={start.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <ServerButton
            type="submit"
            color={strategy === 'replace' ? 'red.8' : undefined}
            disabled={!canRestore(items, understood, foreign, accepted)}
            loading={start.isPending}
          >
            <Trans>Start Restore</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}

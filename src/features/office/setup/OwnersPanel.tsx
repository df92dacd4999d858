import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Claim, type Setup, takeOverSystem } from '#contract/office/setup.ts';
import { messageOf } from '../../../api/errors.ts';
import { count } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { moment } from '../../../lib/moments.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { useOfflineReason } from '../../../state/reachability.ts';
import { useMayCall } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './setup.module.css';
import { adoptsMutation, takeOverMutation } from './setup.queries.ts';

type Owner = Setup['owners'][number];
const CLAIM_WORD: Record<Claim, MessageDescriptor> = {
  timeId: msg`Time ID`,
  cards: msg`Card numbers`,
  timeGroup: msg`Shift`,
  employeeGroup: msg`Employee group`,
  jobDescription: msg`Job description`,
  phoneNumber: msg`Phone number`,
};

/** The owners of the account's records. Administrators let a system adopt records, or take over those of a system that is no longer allowed. */
export default function OwnersPanel({ accountId, owners }: { accountId: string; owners: readonly Owner[] }) {
  const { t } = useLingui();
  return (
    <Panel title={t`Data sources`}>
      <Text size="sm" c="dimmed">
        <Trans>A record is changed where it comes from, and nowhere else.</Trans>
      </Text>
      <ul className={classes.owners}>
        {owners.map((owner) => (
          <li key={owner.systemId} className={classes.owner}>
            <OwnerRow accountId={accountId} owner={owner} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function OwnerRow({ accountId, owner }: { accountId: string; owner: Owner }) {
  const { t } = useLingui();
  const { systemId, name, isApplication, isAllowed, claims, lastSync, records, adopts } = owner;
  const mayManage = useMayCall(takeOverSystem);
  const offline = useOfflineReason();
  const adopt = useMutation(adoptsMutation(accountId));
  const takeOver = useMutation(takeOverMutation(accountId));
  return (
    <Stack gap="xs">
      <Text fw={600}>{name}</Text>
      <Text size="sm">
        {listed([
          t`${plural(records, { one: '# record', other: '# records' })}`,
          ...(isApplication ? [] : [t`last synced ${moment(lastSync)}`]),
          ...(isApplication || isAllowed ? [] : [t`no longer allowed`]),
        ])}
      </Text>
      {claims.length > 0 && (
        <Text size="sm">
          <Trans>Sets for its employees: {listed(claims.map((each) => t(CLAIM_WORD[each])))}.</Trans>
        </Text>
      )}
      {!isApplication && mayManage && isAllowed && (
        <Switch
          label={t`Adopts what Tallyboard owns under the same number, code or date`}
          description={
            owner.sentEmployees === null
              ? undefined
              : t`Matches ${count(owner.matchingEmployees ?? 0)} of ${plural(owner.sentEmployees, { one: '# employee', other: '# employees' })} that it sent last.`
          }
          checked={adopts}
          disabled={offline !== undefined || adopt.isPending}
          onChange={({ currentTarget }) => adopt.mutate({ systemId, adopts: currentTarget.checked })}
        />
      )}
      {!isApplication && mayManage && !isAllowed && records > 0 && (
        <Group>
          <ConfirmedButton
            look="plain"
            title={t`Take over from ${name}`}
            question={t`${plural(records, {
              one: `# record of ${name} will be Tallyboard’s, to be changed here. Ids and history stay.`,
              other: `# records of ${name} will be Tallyboard’s, to be changed here. Ids and history stay.`,
            })}`}
            tick={t`${name} will not sync any more`}
            action={t`Take over`}
            busy={takeOver.isPending}
            onConfirm={(close) => takeOver.mutate(systemId, { onSettled: close })}
          >
            <Trans>Take over</Trans>
          </ConfirmedButton>
        </Group>
      )}
      {takeOver.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(takeOver.error)}
        </Text>
      )}
    </Stack>
  );
}

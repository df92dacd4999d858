import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import type { z } from 'zod';
import type { Account, accountContents } from '#contract/access/accounts.ts';
import { getSetup } from '#contract/office/setup.ts';
import { SetupLink } from '../../../features/access/users/SetupLink.tsx';
import { ButtonLink } from '../../../shell/links.ts';
import { useMayCall } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';

type Props = { account: Account; contents: z.infer<typeof accountContents> };

/** Links to the set-up of an empty account, for users who may open it; renders nothing once it has devices and people. */
export function FirstSteps({ account, contents }: Props) {
  const { t } = useLingui();
  const accountId = account._id;
  const maySetUp = useMayCall(getSetup);
  if (!maySetUp || (contents.devices > 0 && contents.employees > 0)) return null;
  return (
    <Panel
      title={t`Next steps for this account`}
      label={t`Next steps`}
      aside={
        <Group gap="sm">
          <SetupLink account={account} />
          <ButtonLink to="/manage/accounts/edit/$accountId/setup" params={{ accountId }} search={{ page: 'start' }}>
            <Trans>Set up this account</Trans>
          </ButtonLink>
        </Group>
      }
    >
      <Text size="sm">
        <Trans>
          Its people, shifts and what is counted: from its payroll system, from a spreadsheet, or typed in. Six steps
          lead to a moving dashboard. Take them here, or send the customer a link to do it.
        </Trans>
      </Text>
    </Panel>
  );
}

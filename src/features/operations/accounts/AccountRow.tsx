import { Trans } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import type { Account } from '#contract/access/accounts.ts';
import { accountName } from '../../../lib/accountName.ts';
import { RowLink } from '../../../shell/RowLink.ts';

/** Name, code and holder; opens the edit page. */
export function AccountRow({ account }: { account: Account }) {
  const { _id, name, code, holder, isActive } = account;
  const holderName = `${holder.firstName} ${holder.lastName}`.trim();
  return (
    <RowLink
      to="/manage/accounts/edit/$accountId/general"
      params={{ accountId: _id }}
      name={accountName(name)}
      detail={[code, holderName].filter(Boolean).join(' · ')}
      badges={
        !isActive && (
          <Badge variant="default">
            <Trans>Inactive</Trans>
          </Badge>
        )
      }
    />
  );
}

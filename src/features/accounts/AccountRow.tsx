import { Badge } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Account } from '#contract/accounts.ts';
import classes from './AccountRow.module.css';

/** Name, code and holder; opens the edit page. */
export function AccountRow({ account }: { account: Account }) {
  const { _id, name, code, holder, isActive } = account;
  return (
    <Link className={classes.row} to="/manage/accounts/edit/$accountId/general" params={{ accountId: _id }}>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>{' '}
        <span className={classes.detail}>
          {[code, `${holder.firstName} ${holder.lastName}`.trim()].filter(Boolean).join(' · ')}
        </span>
      </span>
      {!isActive && <Badge variant="default">Inactive</Badge>}
      <IconChevronRight size={18} aria-hidden className={classes.arrow} />
    </Link>
  );
}

import { Badge } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { User } from '#contract/users.ts';
import { ROLE_LABEL } from './userForm.ts';
import classes from './users.module.css';

/** Name, role badge (uppercase) and email; opens the edit page. */
export function UserRow({ user }: { user: User }) {
  return (
    <Link className={classes.row} to="/manage/users/edit/$userId/general" params={{ userId: user._id }}>
      <span className={classes.text}>
        <span className={classes.name}>
          {user.firstName} {user.lastName}
        </span>{' '}
        <span className={classes.detail}>{user.email}</span>
      </span>
      <span className={classes.badges}>
        {!user.isActive && <Badge variant="default">Inactive</Badge>}
        <Badge variant={user.role === 'admin' ? 'light' : 'default'}>{ROLE_LABEL[user.role].toUpperCase()}</Badge>
      </span>
      <IconChevronRight size={18} aria-hidden className={classes.arrow} />
    </Link>
  );
}

import { t } from '@lingui/core/macro';
import { IconLock } from '@tabler/icons-react';
import classes from './setup.module.css';

/** A lock with the name of the system that owns a record or field. */
export const OwnerLock = ({ owner }: { owner: string }) => (
  <span className={classes.lock}>
    <IconLock size={16} aria-hidden /> <span>{owner}</span>
  </span>
);

/** Returns the description of a field that its owner keeps: 'PAYROLL owns this: change it there.' */
export const lockedBy = (owner: string) => t`${owner} owns this: change it there.`;

import { t } from '@lingui/core/macro';
import { IconLock } from '@tabler/icons-react';
import { isMixed } from '../../../lib/owners.ts';
import classes from './setup.module.css';

export type Owned = { owner: string; isLocked: boolean };

/** A lock with the name of the system that owns a record or field. */
export const OwnerLock = ({ owner }: { owner: string }) => (
  <span className={classes.lock}>
    <IconLock size={16} aria-hidden /> <span>{owner}</span>
  </span>
);

/** Says once, above records that one other system owns, which that is. */
export function OwnerOfAll({ rows }: { rows: readonly Owned[] }) {
  const [first] = rows;
  return first?.isLocked && !isMixed(rows) ? <OwnerLock owner={t`Managed in ${first.owner}`} /> : null;
}

/** Returns the description of a field that its owner keeps: 'PAYROLL owns this: change it there.' */
export const lockedBy = (owner: string) => t`${owner} owns this: change it there.`;

import { IconChevronRight } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './ListRow.module.css';

type Props = ComponentPropsWithRef<'a'> & {
  name: string;
  detail: string;
  badges?: ReactNode;
};

/** A row of a long list: name, detail, badges; the whole row is one link. */
export function ListRow({ name, detail, badges, ...link }: Props) {
  return (
    <a {...link} className={classes.row}>
      <span className={classes.text}>
        <bdi className={classes.name}>{name}</bdi> <bdi className={classes.detail}>{detail}</bdi>
      </span>
      {badges && <span className={classes.badges}>{badges}</span>}
      <IconChevronRight size={18} aria-hidden className={classes.arrow} />
    </a>
  );
}

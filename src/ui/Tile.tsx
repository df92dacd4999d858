import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { Age } from './Age.tsx';
import { Connected } from './Missing.tsx';
import classes from './Tile.module.css';

type Props = {
  label: string;
  /** The headline of a page, within a frame of its own, or a figure of second rank. */
  size?: 'large' | 'small';
  /** Beside the label: an icon in the state's colour. */
  icon?: ReactNode;
  /** The largest thing on it; undefined while it is not known. */
  figure: string | number | undefined;
  /** A line below: last sync, how many are online. */
  below?: ReactNode;
  /** Epoch ms of the figure, given only while it is older than it should be. */
  staleSince?: number;
  /** In place of a figure that could not be loaded. */
  failed?: string;
  /** Opens the details; the whole tile is then one button. */
  onOpen?: () => void;
};

/** A number with a label. The skeleton has its size, and shows only before the first answer, so a refresh never blinks. */
export function Tile({ label, size, icon, figure, below, staleSince, failed, onOpen }: Props) {
  const { t } = useLingui();
  const connected = use(Connected);
  const body = (
    <>
      <span className={classes.label}>
        {icon}
        {label}
      </span>
      {figure !== undefined ? (
        <span
          className={classes.figure}
          data-text={/\p{L}/u.test(String(figure)) || undefined}
          data-long={String(figure).length > 5 || undefined}
          data-testid="figure"
        >
          {figure}
        </span>
      ) : failed && connected ? (
        <span className={classes.failed} role="alert">
          {failed}
        </span>
      ) : failed ? (
        <span className={classes.unknown}>
          <Trans>Not kept on this device</Trans>
        </span>
      ) : (
        <Skeleton
          component="span"
          h={size === 'small' ? '1.25rem' : '2.75rem'}
          w={size === 'small' ? '1.5rem' : '4.5rem'}
          aria-label={t`Loading ${label}`}
          role="img"
        />
      )}
      <span className={classes.below}>
        {below} {staleSince !== undefined && figure !== undefined && <Age at={staleSince} />}
      </span>
    </>
  );
  if (onOpen)
    return (
      <UnstyledButton className={classes.tile} data-size={size} onClick={onOpen} aria-haspopup="dialog">
        {body}
      </UnstyledButton>
    );
  return (
    <section className={classes.tile} data-size={size} aria-label={label}>
      {body}
    </section>
  );
}

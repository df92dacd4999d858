import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { count } from '../lib/figures.ts';
import classes from './PageControls.module.css';

type Props = {
  /** The control that stays in sight: the search, or the period. */
  first: ReactNode;
  /** The act of the list, which stays in sight. */
  act?: ReactNode;
  /** The number of the controls that narrow or change what is shown. */
  inUse: number;
  /** The other controls: at most four. */
  children: ReactNode;
};

/** The one row of controls of a list. On a phone the list comes first: all but the first and the act are behind one button. */
export function PageControls({ first, act, inUse, children }: Props) {
  const { t } = useLingui();
  const [open, { toggle }] = useDisclosure();
  return (
    <div className={classes.row} data-closed={!open || undefined}>
      <div className={classes.first}>{first}</div>
      <Button
        className={classes.choices}
        variant="default"
        px="sm"
        aria-label={inUse > 0 ? t`Choices, ${count(inUse)} in use` : t`Choices`}
        aria-expanded={open}
        onClick={toggle}
      >
        <IconAdjustments size={20} aria-hidden />
        {inUse > 0 && count(inUse)}
      </Button>
      <div className={classes.others}>{children}</div>
      {act && <div className={classes.act}>{act}</div>}
    </div>
  );
}

import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import classes from './charts.module.css';

/** The spec's empty state of every chart and list. */
export const NoData = ({ children = t`No data to display` }: { children?: string }) => (
  <Text component="p" c="dimmed" size="sm" className={classes.noData} data-empty>
    <IconInbox size={28} stroke={1.5} aria-hidden />
    {children}
  </Text>
);

/** In place of a chart whose legend has every entry switched off. */
export const AllHidden = () => {
  const { t } = useLingui();
  return <NoData>{t`Everything is hidden. Press an entry to show it.`}</NoData>;
};

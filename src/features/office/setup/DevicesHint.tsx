import { Trans } from '@lingui/react/macro';
import { List } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says how people can clock; `children`: where a device is added, for users who may. */
export default function DevicesHint({ children }: { children?: ReactNode }) {
  return (
    <>
      <List size="sm">
        <List.Item>
          <Trans>A biometric terminal, by its serial number.</Trans>
        </List.Item>
        <List.Item>
          <Trans>A phone or tablet, by a code that it scans.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Later: everything else works without.</Trans>
        </List.Item>
      </List>
      {children}
    </>
  );
}

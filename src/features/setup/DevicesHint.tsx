import { List } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says how people can clock; `children`: where a device is added, for users who may. */
export default function DevicesHint({ children }: { children?: ReactNode }) {
  return (
    <>
      <List size="sm">
        <List.Item>A biometric terminal, by its serial number.</List.Item>
        <List.Item>A phone or tablet, by a code that it scans.</List.Item>
        <List.Item>Later: everything else works without.</List.Item>
      </List>
      {children}
    </>
  );
}

import { Menu } from '@mantine/core';
import { REPORTS, type ReportType } from '#contract/reports.ts';
import type { PressButton } from '../../ui/OnPress.tsx';
import { PressedMenu } from '../../ui/PressedMenu.tsx';

type Props = { button: PressButton; types: readonly ReportType[]; onOpen: (type: ReportType) => void };

/** The choice of a card with several reports. */
export default function ReportMenu({ button, types, onOpen }: Props) {
  return (
    <PressedMenu button={button} position="bottom-end">
      {types.map((type) => (
        <Menu.Item key={type} onClick={() => onOpen(type)}>
          {REPORTS[type].name}
        </Menu.Item>
      ))}
    </PressedMenu>
  );
}

import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { REPORTS, type ReportType } from '#contract/reports/reports.ts';
import { translated } from '../../../lib/words.tsx';
import { useMay } from '../../../state/session.ts';

type Props = {
  types: readonly ReportType[];
  onOpen: (type: ReportType) => void;
  /** At the foot of a card: as quiet as its neighbour. */
  quiet?: boolean;
};

const icon = <IconFileExport size={16} aria-hidden />;

/** 'Generate report' of a card or list, for who may (Stats.GENERATE_REPORTS); a choice where there are several. */
export function ReportButton({ types, onOpen, quiet = false }: Props) {
  const may = useMay('Stats.GENERATE_REPORTS');
  const [only, ...more] = types;
  if (!may || only === undefined) return null;
  const look = quiet
    ? ({ variant: 'subtle', color: 'gray', c: 'var(--mantine-color-text)', size: 'xs' } as const)
    : ({ variant: 'default' } as const);
  const button = (
    <Button {...look} leftSection={icon} onClick={more.length === 0 ? () => onOpen(only) : undefined}>
      <Trans>Generate report</Trans>
    </Button>
  );
  if (more.length === 0) return button;
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => (
          <Menu.Item key={type} onClick={() => onOpen(type)}>
            {translated(REPORTS[type].name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

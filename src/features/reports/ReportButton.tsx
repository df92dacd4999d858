import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import type { ReportType } from '#contract/reports.ts';
import { useMay } from '../../state/session.ts';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { MissingMenu } from '../../ui/Missing.tsx';
import { OnPress } from '../../ui/OnPress.tsx';

const ReportMenu = lazyWithRetry(() => import('./ReportMenu.tsx'), MissingMenu);

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
      Generate report
    </Button>
  );
  if (more.length === 0) return button;
  return (
    <OnPress button={button} opens="menu">
      {(pressed) => <ReportMenu button={pressed} types={types} onOpen={onOpen} />}
    </OnPress>
  );
}

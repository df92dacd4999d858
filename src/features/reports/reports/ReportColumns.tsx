import { useLingui } from '@lingui/react/macro';
import { Button, Collapse } from '@mantine/core';
import { useId, useState } from 'react';
import { type Column, columnsAsSpecified, named } from '#contract/reports/reportColumns.ts';
import type { ReportOptions, ReportType } from '#contract/reports/reports.ts';
import { useColumns } from '../../../api/ownChoices.ts';
import { ColumnChooser } from '../../../ui/ColumnChooser.tsx';
import type { LookupNames } from './exportWords.ts';

/**
 * Returns the columns that the user chose for a report, or for its sums, as its request names them, which are stored; undefined as specified. Those of how people clocked,
 * which are chosen apart, are always among them.
 */
export function useReportColumns(type: ReportType, options: ReportOptions) {
  const [stored, choose] = useColumns(options.sums ? `${type}.sums` : type);
  const all = columnsAsSpecified({ reportType: type, options });
  const requested = options.clocking ? all.slice(columnsAsSpecified({ reportType: type }).length) : [];
  const ids = stored?.filter((id) => all.some((column) => column.id === id)) ?? [];
  const chosen = ids.length > 0 ? [...new Set([...ids, ...requested.map(({ id }) => id)])] : undefined;
  return { all, chosen, choose };
}

type Props = {
  all: readonly Column[];
  /** Undefined: as specified. */
  chosen: readonly string[] | undefined;
  choose: (ids: string[] | undefined) => void;
  lookups: LookupNames;
  disabled?: boolean;
};
/** 'Columns: as specified', which opens the choice of columns and their order. */
export function ReportColumns({ all, chosen, choose, lookups, disabled = false }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        aria-expanded={open}
        aria-controls={panel}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {chosen ? t`Columns: ${chosen.length} of ${all.length}` : t`Columns: as specified`}
      </Button>
      <Collapse expanded={open} id={panel} mt="sm">
        {open && <ColumnChooser columns={named(all, lookups)} chosen={chosen} onChoose={choose} />}
      </Collapse>
    </div>
  );
}

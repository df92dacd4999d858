import { useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { PeriodRule } from '#contract/platform/periods.ts';
import {
  canSubtotal,
  canSum,
  type ReportOptions,
  type ReportOrder,
  type ReportType,
} from '#contract/reports/reports.ts';
import { useOwnChoices } from '../../../api/ownChoices.ts';
import { periodWords } from '../../../lib/periodWords.ts';
import type { LookupNames } from './exportWords.ts';

export type Rows = Pick<ReportOptions, 'sums' | 'subtotals'>;
type Props = {
  type: ReportType;
  value: Rows;
  onChange: (rows: Rows) => void;
  orderBy: ReportOrder;
  /** A CSV has no subtotals. */
  isCsv: boolean;
  lookups: LookupNames;
  disabled: boolean;
};

const DAY = 'day';
const PERSON = 'person';
const PERIOD = 'period';

/** The choice of what a row of the file is (a day, or the sums of a person, or of each of their pay periods), and whether groups of rows have subtotals. */
export function ReportRows({ type, value: { sums, subtotals }, onChange, orderBy, isCsv, lookups, disabled }: Props) {
  const { t } = useLingui();
  const own = useOwnChoices()?.periods ?? [];
  const name = ({ payPeriod, periodStart }: PeriodRule) => `${payPeriod} ${periodStart}`;
  const chosen = sums ? (sums.period ? name(sums.period) : sums.by) : DAY;
  const pick = (picked: string) => {
    const period = own.find((rule) => name(rule) === picked);
    if (picked === DAY) return onChange({ subtotals });
    onChange({
      subtotals,
      sums: {
        by: picked === PERSON ? 'person' : 'period',
        ...(period && { period }),
        ...(sums?.lookups && { lookups: true }),
      },
    });
  };
  return (
    <Stack gap="sm">
      {canSum(type) && (
        <NativeSelect
          label={t`One row for`}
          value={chosen}
          disabled={disabled}
          onChange={({ currentTarget }) => pick(currentTarget.value)}
          data={[
            { value: DAY, label: t`Each day, as specified` },
            { value: PERSON, label: t`Each person` },
            { value: PERIOD, label: t`Each person and pay period` },
            ...own.map((rule) => ({ value: name(rule), label: t`Each person and period: ${periodWords(rule)}` })),
          ]}
        />
      )}
      {sums && type === 'piecework-performance' && (
        <Checkbox
          label={t`A row for each ${lookups.lookup1} and ${lookups.lookup2} of theirs`}
          checked={sums.lookups ?? false}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const { lookups: _, ...others } = sums;
            onChange({ subtotals, sums: currentTarget.checked ? { ...others, lookups: true } : others });
          }}
        />
      )}
      {!isCsv && canSubtotal(orderBy) && (
        <Checkbox
          label={t`Subtotals, as the rows are ordered`}
          checked={subtotals ?? false}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ sums, subtotals: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

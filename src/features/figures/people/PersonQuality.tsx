import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getQuality, shareOf, shareOfAll } from '#contract/figures/quality.ts';
import { qualityQuery, shareText } from '../../../api/quality.ts';
import type { DayRange } from '../../../api/range.ts';
import { count } from '../../../lib/figures.ts';
import { useMayCall } from '../../../state/session.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Panel } from '../../../ui/Panel.tsx';

/** Shows what was found in samples of a person's containers, beside that of their crew. Nothing where no sample was taken. */
export function PersonQuality({ range, employeeId }: { range: DayRange; employeeId: string }) {
  const { t } = useLingui();
  const { accountId, from, to } = range;
  const isAllowed = useMayCall(getQuality);
  const { data } = useQuery({ ...qualityQuery(accountId, { from, to, employeeId }), enabled: isAllowed });
  const [own] = data?.people ?? [];
  if (!data || !own) return null;
  const { defects, all } = data;
  const figures = [t`Own`, own.crew ?? t`Everybody`];
  return (
    <Panel title={t`Quality`}>
      <ListTable label={t`Quality`} fit columns={[t`Defect`, ...figures]} figures={figures}>
        {defects.map(({ _id, name }, nth) => (
          <Table.Tr key={_id}>
            <Table.Td>{name}</Table.Td>
            <Table.Td data-number>{shareText(shareOf(own.found[nth] ?? 0, own.pieces))}</Table.Td>
            <Table.Td data-number>{shareText(shareOf(all.found[nth] ?? 0, all.pieces))}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Td>{t`All defects`}</Table.Td>
          <Table.Td data-number>{shareText(shareOfAll(own))}</Table.Td>
          <Table.Td data-number>{shareText(shareOfAll(all))}</Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Td>{t`Pieces looked at`}</Table.Td>
          <Table.Td data-number>{count(own.pieces)}</Table.Td>
          <Table.Td data-number>{count(all.pieces)}</Table.Td>
        </Table.Tr>
      </ListTable>
    </Panel>
  );
}

import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAY_TYPES, type PayLine, type PayWindowOf, type PersonEarnings } from '#contract/money/earnings.ts';
import { messageOf } from '../../../api/errors.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { hours, moneyIn, units } from '../../../lib/figures.ts';
import { labelled } from '../../../lib/lists.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { dayLabel, shortDay } from '../../../lib/zoned.ts';
import { useMay } from '../../../state/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogLink } from '../../../ui/DialogLink.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Sums } from '../../../ui/Sums.tsx';
import { payTypeMutation, personEarningsQuery } from './pay.queries.ts';
import { CLASS_WORDS, LINE_WORDS, type Money, OPEN_WORDS, PAY_TYPE_WORDS, whyPay, windowLabel } from './words.ts';

type Props = { accountId: string; employeeId: string; span: Span | undefined };
type Picked = { line: PayLine; window: PayWindowOf };

/** The pay of one employee, window by window; each amount opens 'Why this pay?'. */
export function PersonPay({ accountId, employeeId, span }: Props) {
  const { t } = useLingui();
  return (
    <Loaded
      query={useQuery(personEarningsQuery(accountId, employeeId, span))}
      failed={messageOf}
      height={480}
      label={t`pay`}
    >
      {(shown) => <Shown accountId={accountId} shown={shown} />}
    </Loaded>
  );
}

function Shown({ accountId, shown }: { accountId: string; shown: PersonEarnings }) {
  const { t } = useLingui();
  const { employee, payType, payTypeFrom, currency, from, to, sums, windows } = shown;
  const [picked, setPicked] = useState<Picked>();
  const mayManage = useMay('Pay.MANAGE');
  const change = useMutation(payTypeMutation(accountId, employee._id));
  const money = moneyIn(currency);
  return (
    <Stack gap="md">
      <PageTitle>{`${employee.firstName} ${employee.lastName} (${employee.number})`}</PageTitle>
      <Sums
        sums={[
          { label: t`Total`, figure: money(sums.total) },
          { label: t`Paid Hours`, figure: hours(sums.paidMs) },
          { label: t`Units`, figure: units(sums.units) },
          ...(Number(sums.notSettled) === 0
            ? []
            : [{ label: t({ message: 'Open', context: 'pay' }), figure: money(sums.notSettled) }]),
        ]}
      />
      {mayManage && (
        <NativeSelect
          maw="26rem"
          label={t`Paid`}
          description={payTypeFrom && t`Another choice holds from ${dayLabel(payTypeFrom)}: days before are locked.`}
          data={PAY_TYPES.map((value) => ({ value, label: t(PAY_TYPE_WORDS[value]) }))}
          value={payType}
          disabled={change.isPending}
          onChange={({ currentTarget }) => {
            const next = PAY_TYPES.find((one) => one === currentTarget.value);
            if (next) change.mutate(next);
          }}
        />
      )}
      <Panel title={spanLabel(from, to)}>
        <ListTable
          label={t`Lines of pay`}
          stacked
          columns={[t`Line`, t`Day`, t`Hours`, t`Units`, t`Amount`]}
          figures={[t`Hours`, t`Units`, t`Amount`]}
        >
          {windows.map((window) => (
            <WindowRows
              key={window.from}
              window={window}
              money={money}
              onPick={(line) => setPicked({ line, window })}
            />
          ))}
        </ListTable>
      </Panel>
      {picked && (
        <Dialog opened onClose={() => setPicked(undefined)} title={t`Why this pay?`}>
          <Text fw={600}>
            {shortDay(picked.line.date)}, {labelled(t(LINE_WORDS[picked.line.kind]), money(picked.line.amount))}
          </Text>
          <Stack gap="xs" mt="sm">
            {whyPay(picked.line, picked.window, currency).map((sentence) => (
              <Text key={sentence}>{sentence}</Text>
            ))}
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
}

/** Names a line, with the class of its hours or its product; of several products the first one and how many more. */
function nameOf({ kind, paidClass, pieces, morePieces }: PayLine) {
  const word = t(LINE_WORDS[kind]);
  const name = paidClass ? `${word}, ${t(CLASS_WORDS[paidClass])}` : word;
  if (pieces.length === 0) return name;
  const products = [...new Set(pieces.map(({ lookup1 }) => lookup1))];
  const product = products[0] || t`other work`;
  const more = products.length - 1 + morePieces;
  return more > 0 ? t`${name}: ${product} and ${more} more` : t`${name}: ${product}`;
}

type WindowProps = { window: PayWindowOf; money: Money; onPick: (line: PayLine) => void };
/** The lines of a window, below a row that names it with its hours and what of it is open. */
function WindowRows({ window, money, onPick }: WindowProps) {
  const { t } = useLingui();
  const { days, lines, moreLines, isSettled } = window;
  const paidMs = days.reduce((sum, day) => sum + day.paidMs, 0);
  const open = days
    .filter((day) => day.open.length > 0)
    .map((day) => labelled(shortDay(day.date), day.open.map((reason) => t(OPEN_WORDS[reason])).join('; ')));
  const label = windowLabel(window);
  const paid = () =>
    moreLines > 0
      ? t`${label}: ${hours(paidMs)} h paid, ${plural(moreLines, { one: '# line more than is shown', other: '# lines more than are shown' })}`
      : t`${label}: ${hours(paidMs)} h paid`;
  return (
    <>
      <Table.Tr>
        <Table.Th scope="rowgroup" colSpan={5}>
          {paidMs > 0 || lines.length > 0 ? paid() : t`${label}: no pay`}
          {!isSettled && (
            <Text span inherit fw={400}>
              .{' '}
              <b>
                <Trans>Open.</Trans>
              </b>{' '}
              {open.join('. ')}.
            </Text>
          )}
        </Table.Th>
      </Table.Tr>
      {lines.map((line) => (
        <Table.Tr
          key={`${line.date} ${line.kind} ${line.rate?.amount} ${line.paidClass} ${line.amount} ${line.pieces[0]?.lookup1}`}
        >
          <Table.Td>
            <DialogLink onOpen={() => onPick(line)}>{nameOf(line)}</DialogLink>
          </Table.Td>
          <Table.Td data-label={t`Day`}>{shortDay(line.date)}</Table.Td>
          <Table.Td data-label={t`Hours`} data-number>
            {line.ms === null ? '' : hours(line.ms)}
          </Table.Td>
          <Table.Td data-label={t`Units`} data-number>
            {line.units === null ? '' : units(line.units)}
          </Table.Td>
          <Table.Td data-label={t`Amount`} data-number>
            {line.isSettled ? money(line.amount) : t`${money(line.amount)} (open)`}
          </Table.Td>
        </Table.Tr>
      ))}
    </>
  );
}

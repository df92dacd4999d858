import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LINE_KINDS, PAY_TYPES } from '#contract/earnings.ts';
import type { PayRuleValue } from '#contract/payRules.ts';
import { messageOf } from '../../api/errors.ts';
import { hours } from '../../lib/figures.ts';
import { addDays, shortDay } from '../../lib/zoned.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { type Payslip, payRulesQuery, testRuleMutation } from './pay.queries.ts';
import { TEMPLATES } from './templates.ts';
import { LINE_WORDS, OPEN_WORDS, PAY_TYPE_WORDS } from './words.ts';

const DAYS = 7;
const COLUMNS = [
  ['ordinary', msg`Ordinary hours`],
  ['overtime1', msg`Overtime`],
  ['sunday', msg`Sunday`],
  ['holiday', msg`Holiday`],
  ['units', msg`Units`],
  ['unitMinutes', msg`Hours of the units`],
] as const;
const AMOUNTS = [
  ['pieceRate', msg`Piece rate`],
  ['hourlyRate', msg`Hourly rate`],
  ['minimum', msg`Minimum`],
] as const;
const FACTORS = [
  ['overtimeFactor', msg`Overtime factor`, 1.5],
  ['sundayFactor', msg`Sunday factor`, 2],
  ['holidayFactor', msg`Holiday factor`, 2],
] as const;

/** Reads hours as they are typed, '7:36', '7.6' or '7,6', as minutes; 0 for nothing. */
const minutesOf = (text: string) => {
  const [, whole = '0', minutes] = /^\s*(\d{1,2})(?::([0-5]\d))?\s*$/.exec(text) ?? [];
  const typed = Number(text.replace(',', '.'));
  return minutes === undefined && Number.isFinite(typed)
    ? Math.round(typed * 60)
    : Number(whole) * 60 + Number(minutes ?? 0);
};

/** 'Test a rule': a week's payslip is typed, and compared with what the rule makes of it, line by line. */
export default function TestRulePage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const { data: own = [] } = useQuery(payRulesQuery(accountId));
  const test = useMutation(testRuleMutation());
  const [slip, setSlip] = useState<Record<string, string>>({});
  const rules: readonly PayRuleValue[] = [
    ...own.map(({ _id, basis: _basis, timeGroupId: _group, from: _from, ...rule }) => rule),
    ...TEMPLATES.map(({ rule, name }) => ({ ...rule, name: t(name) })),
  ];
  const first = addDays(today, -DAYS);
  const dates = Array.from({ length: DAYS }, (_, nth) => addDays(first, nth));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const rule = rules[Number(text('rule'))];
    if (!rule) return;
    const amount = (name: string) => text(name).replace(',', '.') || null;
    const body: Payslip = {
      rule,
      payType: PAY_TYPES.find((one) => one === text('payType')) ?? 'both',
      ...{ pieceRate: amount('pieceRate'), hourlyRate: amount('hourlyRate'), minimum: amount('minimum') },
      overtimeFactor: Number(text('overtimeFactor')) || 1.5,
      sundayFactor: Number(text('sundayFactor')) || 2,
      holidayFactor: Number(text('holidayFactor')) || 2,
      days: dates.map((date) => ({
        date,
        ...{ ordinary: minutesOf(text(`${date} ordinary`)), overtime1: minutesOf(text(`${date} overtime1`)) },
        ...{ sunday: minutesOf(text(`${date} sunday`)), holiday: minutesOf(text(`${date} holiday`)) },
        units: amount(`${date} units`),
        unitMinutes: text(`${date} unitMinutes`) ? minutesOf(text(`${date} unitMinutes`)) : null,
      })),
    };
    test.mutate(body);
  };
  return (
    <Stack gap="md">
      <Panel title={t`Test a rule`}>
        <Text size="sm" c="dimmed">
          <Trans>Type a week of a payslip: what the rule makes of it is shown line by line. Nothing is stored.</Trans>
        </Text>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Group align="flex-end">
              <NativeSelect
                label={t`Rule`}
                name="rule"
                data={rules.map(({ name }, nth) => ({ value: String(nth), label: name }))}
              />
              <NativeSelect
                label={t`Paid`}
                name="payType"
                defaultValue="both"
                data={PAY_TYPES.map((value) => ({ value, label: t(PAY_TYPE_WORDS[value]) }))}
              />
              {AMOUNTS.map(([name, label]) => (
                <TextInput key={name} label={t(label)} name={name} inputMode="decimal" maxLength={20} w="8rem" />
              ))}
              {FACTORS.map(([name, label, usual]) => (
                <TextInput key={name} label={t(label)} name={name} defaultValue={usual} inputMode="decimal" w="8rem" />
              ))}
            </Group>
            <ListTable label={t`Days`} columns={[t`Day`, ...COLUMNS.map(([, title]) => t(title))]}>
              {dates.map((date) => (
                <Table.Tr key={date}>
                  <Table.Th scope="row">{shortDay(date)}</Table.Th>
                  {COLUMNS.map(([key, title]) => (
                    <Table.Td key={key}>
                      <TextInput
                        aria-label={`${t(title)}, ${shortDay(date)}`}
                        name={`${date} ${key}`}
                        inputMode="decimal"
                        maxLength={12}
                        w="6.5rem"
                        size="sm"
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </ListTable>
            <Group>
              <Button type="submit" loading={test.isPending}>
                <Trans>Compute</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
        {test.error && <ErrorNote text={messageOf(test.error)} />}
      </Panel>
      {test.data && (
        <Panel title={t`What the rule makes of it`}>
          {test.data.open.length > 0 && (
            <Text>{test.data.open.map((reason) => t(OPEN_WORDS[reason])).join('. ')}.</Text>
          )}
          <ListTable label={t`Lines`} stacked columns={[t`Line`, t`Day`, t`Hours`, t`Units`, t`Amount`]}>
            {test.data.lines.map((line, nth) => (
              <Table.Tr key={nth}>
                <Table.Td>{t(LINE_WORDS[line.kind])}</Table.Td>
                <Table.Td data-label={t`Day`}>{shortDay(line.date)}</Table.Td>
                <Table.Td data-label={t`Hours`}>{line.ms === null ? '' : hours(line.ms)}</Table.Td>
                <Table.Td data-label={t`Units`}>{line.units ?? ''}</Table.Td>
                <Table.Td data-label={t`Amount`}>{line.amount}</Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
          <ListTable
            label={t`Compared with the payslip`}
            columns={[t`Kind`, t`The rule`, t`The payslip`, t`Difference`]}
          >
            {[...LINE_KINDS, 'total' as const].map((kind) => {
              const rule = kind === 'total' ? test.data.total : test.data.sums[kind];
              const typed = slip[kind]?.replace(',', '.') ?? '';
              const differs = typed !== '' && Math.round(Number(typed) * 100) - Math.round(Number(rule) * 100);
              const title = kind === 'total' ? t`Total` : t(LINE_WORDS[kind]);
              return (
                <Table.Tr key={kind}>
                  <Table.Th scope="row">{title}</Table.Th>
                  <Table.Td>{rule}</Table.Td>
                  <Table.Td>
                    <TextInput
                      aria-label={t`${title} of the payslip`}
                      inputMode="decimal"
                      maxLength={16}
                      value={slip[kind] ?? ''}
                      onChange={({ currentTarget: { value } }) => setSlip((before) => ({ ...before, [kind]: value }))}
                    />
                  </Table.Td>
                  <Table.Td>{differs === false ? '' : differs === 0 ? t`Equal` : (differs / 100).toFixed(2)}</Table.Td>
                </Table.Tr>
              );
            })}
          </ListTable>
        </Panel>
      )}
    </Stack>
  );
}

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type PayRuleValue, rulesAlone } from '#contract/masterData/payRules.ts';
import { LINE_KINDS, PAY_TYPES, testPayRule } from '#contract/money/earnings.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { money } from '#contract/platform/money.ts';
import { messageOf } from '../../../api/errors.ts';
import { payRatesQuery } from '../../../api/payRates.ts';
import { hours, moneyIn, units } from '../../../lib/figures.ts';
import { decimalIn, minutesIn } from '../../../lib/typed.ts';
import { addDays, shortDay } from '../../../lib/zoned.ts';
import { checkedBy } from '../../../ui/checkedBy.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { type Payslip, payRulesQuery, testRuleMutation } from './pay.queries.ts';
import { TEMPLATES } from './templates.ts';
import { factorFormat, LINE_WORDS, OPEN_WORDS, PAY_TYPE_WORDS } from './words.ts';

const DAYS = 7;
const COLUMNS = [
  ['ordinary', msg`Ordinary hours`],
  ['units', msg`Units`],
  ['unitMinutes', msg`Hours of the units`],
] as const;
/** Of most weeks they are empty. */
const MORE_COLUMNS = [
  ['overtime1', msg`Overtime`],
  ['sunday', msg`Sunday`],
  ['holiday', msg`Holiday`],
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

/** Names of the fields are the paths of the body, so that a fault is shown at its field. */
const faultsIn = checkedBy(testPayRule.body);

/** Returns the payslip that was typed; what is no number is NaN, which the contract refuses at its field. */
function payslipOf(form: FormData, rule: PayRuleValue, dates: readonly string[]): Payslip {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const amount = (name: string) => decimalIn(text(name)) || null;
  const number = (name: string) => Number(amount(name) ?? Number.NaN);
  const minutes = (name: string) => {
    const typed = minutesIn(text(name));
    return typed === undefined ? Number.NaN : typed;
  };
  return {
    rule,
    payType: PAY_TYPES.find((one) => one === text('payType')) ?? 'both',
    pieceRate: amount('pieceRate'),
    hourlyRate: amount('hourlyRate'),
    minimum: amount('minimum'),
    overtimeFactor: number('overtimeFactor'),
    sundayFactor: number('sundayFactor'),
    holidayFactor: number('holidayFactor'),
    ordinaryMinutes: minutes('ordinaryMinutes') ?? null,
    days: dates.map((date, nth) => ({
      date,
      isHolidayOff: form.has(`days.${nth}.isHolidayOff`),
      ordinary: minutes(`days.${nth}.ordinary`) ?? 0,
      overtime1: minutes(`days.${nth}.overtime1`) ?? 0,
      sunday: minutes(`days.${nth}.sunday`) ?? 0,
      holiday: minutes(`days.${nth}.holiday`) ?? 0,
      units: amount(`days.${nth}.units`),
      unitMinutes: minutes(`days.${nth}.unitMinutes`),
    })),
  };
}

/** 'Pay calculator': a week's payslip is typed, and compared with what the rule makes of it, line by line. */
export default function TestRulePage({ accountId, today }: { accountId: string; today: string }) {
  const { t } = useLingui();
  const { data: own = [] } = useQuery(payRulesQuery(accountId));
  const test = useMutation(testRuleMutation());
  const amountOf = moneyIn(useQuery(payRatesQuery(accountId)).data?.currency ?? null);
  const [faults, setFaults] = useState<FormErrors>({});
  const [chosen, setChosen] = useState('0');
  // Here, because the result is drawn anew by each computation.
  const [slip, setSlip] = useState<Record<string, string>>({});
  // By keys that stay: the account's rules may come after one was chosen.
  const rules = new Map<string, PayRuleValue>([
    ...own.map((rule) => [rule._id, rulesAlone.parse(rule)] as const),
    ...TEMPLATES.map(({ rule, name }, nth) => [String(nth), { ...rule, name: t(name) }] as const),
  ]);
  const first = addDays(today, -DAYS);
  const dates = Array.from({ length: DAYS }, (_, nth) => addDays(first, nth));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rule = rules.get(chosen);
    if (!rule) return;
    const body = payslipOf(new FormData(event.currentTarget), rule, dates);
    const found = faultsIn(body);
    setFaults(found);
    if (Object.keys(found).length === 0) test.mutate(body);
  };
  return (
    <Stack gap="md">
      <Panel title={t`Pay calculator`}>
        <Text size="sm" c="dimmed">
          <Trans>Type a week of a payslip: what the rule makes of it is shown line by line. Nothing is stored.</Trans>
        </Text>
        <form
          onSubmit={submit}
          onInput={({ target }) =>
            target instanceof HTMLInputElement && setFaults(({ [target.name]: _changed, ...others }) => others)
          }
        >
          <Stack gap="md">
            <Group align="flex-end">
              <NativeSelect
                label={t`Rule`}
                value={chosen}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                data={[...rules].map(([value, { name }]) => ({ value, label: name }))}
              />
              <NativeSelect
                label={t`Paid`}
                name="payType"
                defaultValue="both"
                data={PAY_TYPES.map((value) => ({ value, label: t(PAY_TYPE_WORDS[value]) }))}
              />
              {AMOUNTS.map(([name, label]) => (
                <TextInput
                  key={name}
                  label={t(label)}
                  name={name}
                  error={faults[name]}
                  inputMode="decimal"
                  maxLength={20}
                  w="8rem"
                />
              ))}
              {FACTORS.map(([name, label, usual]) => (
                <TextInput
                  key={name}
                  label={t(label)}
                  name={name}
                  error={faults[name]}
                  defaultValue={factorFormat().format(usual)}
                  inputMode="decimal"
                  w="8rem"
                />
              ))}
              <TextInput
                label={t`Ordinary hours of a day`}
                name="ordinaryMinutes"
                error={faults.ordinaryMinutes}
                inputMode="decimal"
                maxLength={12}
                w="8rem"
              />
            </Group>
            <SlipDays dates={dates} faults={faults} />
            <Group>
              <Button type="submit" loading={test.isPending}>
                <Trans>Compute</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
        {test.error && <ErrorNote text={messageOf(test.error)} />}
      </Panel>
      {test.data && <RuleResult result={test.data} amountOf={amountOf} slip={slip} onSlip={setSlip} />}
    </Stack>
  );
}

/** The fields of each day of the payslip. */
function SlipDays({ dates, faults }: { dates: readonly string[]; faults: FormErrors }) {
  const { t } = useLingui();
  const [more, setMore] = useState(false);
  const columns = [...COLUMNS, ...(more ? MORE_COLUMNS : [])];
  return (
    <>
      <Checkbox
        label={t`With overtime, Sunday and holidays`}
        checked={more}
        onChange={({ currentTarget }) => setMore(currentTarget.checked)}
      />
      <ListTable
        label={t`Days`}
        fit
        stacked
        columns={[t`Day`, ...columns.map(([, title]) => t(title)), ...(more ? [t`Holiday not worked`] : [])]}
      >
        {dates.map((date, nth) => (
          <Table.Tr key={date}>
            <Table.Th scope="row">{shortDay(date)}</Table.Th>
            {columns.map(([key, title]) => (
              <Table.Td key={key} data-label={t(title)}>
                <TextInput
                  aria-label={`${t(title)}, ${shortDay(date)}`}
                  name={`days.${nth}.${key}`}
                  error={faults[`days.${nth}.${key}`]}
                  inputMode="decimal"
                  maxLength={12}
                  w="5.5rem"
                  size="sm"
                />
              </Table.Td>
            ))}
            {more && (
              <Table.Td data-label={t`Holiday not worked`}>
                <Checkbox aria-label={t`Holiday not worked, ${shortDay(date)}`} name={`days.${nth}.isHolidayOff`} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </ListTable>
    </>
  );
}

type ResultProps = {
  result: ResponseOf<typeof testPayRule>;
  amountOf: ReturnType<typeof moneyIn>;
  /** The sums of the payslip as typed, by the kind of line. */
  slip: Record<string, string>;
  onSlip: (slip: Record<string, string>) => void;
};
/** The lines and sums that the rule makes of the week. */
function RuleResult({ result, amountOf, slip, onSlip }: ResultProps) {
  const { t } = useLingui();
  return (
    <Panel title={t`What the rule makes of it`}>
      {result.open.length > 0 && <Text>{result.open.map((reason) => t(OPEN_WORDS[reason])).join('. ')}.</Text>}
      <ListTable label={t`Lines`} stacked columns={[t`Line`, t`Day`, t`Hours`, t`Units`, t`Amount`]}>
        {result.lines.map((line, nth) => (
          <Table.Tr key={nth}>
            <Table.Td>{t(LINE_WORDS[line.kind])}</Table.Td>
            <Table.Td data-label={t`Day`}>{shortDay(line.date)}</Table.Td>
            <Table.Td data-label={t`Hours`}>{line.ms === null ? '' : hours(line.ms)}</Table.Td>
            <Table.Td data-label={t`Units`}>{line.units === null ? '' : units(line.units)}</Table.Td>
            <Table.Td data-label={t`Amount`}>{amountOf(line.amount)}</Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      <SlipComparison result={result} amountOf={amountOf} slip={slip} onSlip={onSlip} />
    </Panel>
  );
}

/** The sums of the result beside those of the payslip, which are typed. */
function SlipComparison({ result, amountOf, slip, onSlip }: ResultProps) {
  const { t } = useLingui();
  return (
    <ListTable label={t`Compared with the payslip`} columns={[t`Kind`, t`The rule`, t`The payslip`, t`Difference`]}>
      {[...LINE_KINDS, 'total' as const].map((kind) => {
        const rule = kind === 'total' ? result.total : result.sums[kind];
        const typed = decimalIn(slip[kind] ?? '');
        const isAmount = money.safeParse(typed).success;
        const differs = isAmount && Math.round(Number(typed) * 100) - Math.round(Number(rule) * 100);
        const title = kind === 'total' ? t`Total` : t(LINE_WORDS[kind]);
        return (
          <Table.Tr key={kind}>
            <Table.Th scope="row">{title}</Table.Th>
            <Table.Td>{amountOf(rule)}</Table.Td>
            <Table.Td>
              <TextInput
                aria-label={t`${title} of the payslip`}
                inputMode="decimal"
                maxLength={16}
                error={typed !== '' && !isAmount && t`An amount, such as 3.40`}
                value={slip[kind] ?? ''}
                onChange={({ currentTarget: { value } }) => onSlip({ ...slip, [kind]: value })}
              />
            </Table.Td>
            <Table.Td>
              {differs === false ? '' : differs === 0 ? t`Equal` : amountOf((differs / 100).toFixed(2))}
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}

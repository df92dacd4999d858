import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WhatIf } from '#contract/earnings.ts';
import { rateAmount } from '#contract/money.ts';
import type { PayRate } from '#contract/payRules.ts';
import { messageOf } from '../../api/errors.ts';
import { decimalIn, typedAs } from '../../lib/typed.ts';
import { dayLabel } from '../../lib/zoned.ts';
import { faultIn } from '../../ui/checkedBy.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { whatIfQuery } from './pay.queries.ts';
import { moneyIn, rateIn } from './words.ts';

type Props = { accountId: string; currency: string | null; rate: PayRate; onClose: () => void };

/** 'What if 3.40?': the last 90 days computed again with another amount of a rate. */
export default function WhatIfDialog({ accountId, currency, rate, onClose }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(typedAs(rate.amount));
  const [asked, setAsked] = useState<string>();
  const error = faultIn(rateAmount, decimalIn(typed));
  return (
    <Dialog opened onClose={onClose} title={t`What if?`} size="lg">
      <Stack gap="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!error) setAsked(decimalIn(typed));
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t`Instead of ${rateIn(currency, rate.amount)}`}
              inputMode="decimal"
              maxLength={20}
              value={typed}
              error={error}
              data-autofocus
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button type="submit" disabled={error !== undefined}>
              <Trans>Compute</Trans>
            </Button>
          </Group>
        </form>
        {asked !== undefined && <Answer accountId={accountId} rateId={rate._id} amount={asked} />}
      </Stack>
    </Dialog>
  );
}

function Answer({ accountId, rateId, amount }: { accountId: string; rateId: string; amount: string }) {
  const { t } = useLingui();
  return (
    <Loaded query={useQuery(whatIfQuery(accountId, rateId, amount))} failed={messageOf} height={200} label={t`what if`}>
      {(shown) => <Compared shown={shown} amount={amount} />}
    </Loaded>
  );
}

function Compared({ shown, amount }: { shown: WhatIf; amount: string }) {
  const { t } = useLingui();
  const { from, to, currency, before, after, gain, lose, people } = shown;
  const money = moneyIn(currency);
  return (
    <>
      <ListTable label={t`Cost`} fit columns={['', t`As it is`, t`At ${rateIn(currency, amount)}`]}>
        {(
          [
            [t`Total`, 'total'],
            [t`Of it top-up`, 'topUp'],
            [t`Not settled`, 'notSettled'],
          ] as const
        ).map(([title, key]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{title}</Table.Th>
            <Table.Td>{money(before[key])}</Table.Td>
            <Table.Td>{money(after[key])}</Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
      <Text size="sm">
        {t`${dayLabel(from)} to ${dayLabel(to)}, if people had worked as they did: ${plural(gain, { one: '# person gains', other: '# people gain' })}, ${plural(lose, { one: '# person loses', other: '# people lose' })}.`}
      </Text>
      {people.length > 0 && (
        <ListTable label={t`Who gains`} columns={[t`Number`, t`Name`, t`As it is`, t`At ${rateIn(currency, amount)}`]}>
          {people.slice(0, 50).map(({ employee, before: was, after: is }) => (
            <Table.Tr key={employee._id}>
              <Table.Td>{employee.number}</Table.Td>
              <Table.Td>
                {employee.firstName} {employee.lastName}
              </Table.Td>
              <Table.Td>{money(was)}</Table.Td>
              <Table.Td>{money(is)}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </>
  );
}

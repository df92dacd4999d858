import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Skeleton, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayRate, RateKind } from '#contract/masterData/payRules.ts';
import { messageOf } from '../../../api/errors.ts';
import { payRatesQuery } from '../../../api/payRates.ts';
import { inLanguage } from '../../../lib/language.ts';
import { naturalOrder } from '../../../lib/order.ts';
import { isMixed } from '../../../lib/owners.ts';
import { longDay } from '../../../lib/zoned.ts';
import { HelpLink } from '../../../shell/HelpLink.tsx';
import { useMay } from '../../../state/session.ts';
import { DialogLink } from '../../../ui/DialogLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { currencyMutation } from './pay.queries.ts';
import { KIND_WORDS, useRateNames } from './useRateNames.ts';
import { rateIn } from './words.ts';

const WhatIfDialog = lazyDialog(() => import('./WhatIfDialog.tsx'));
const RateDialog = lazyDialog(() => import('./RateDialog.tsx'));

type Props = { accountId: string; today: string; kinds: readonly RateKind[] };
const CURRENCIES = Intl.supportedValuesOf('currency');
const currencyNames = inLanguage((language) => new Intl.DisplayNames(language, { type: 'currency' }));

/** Rates or minimums, newest first; each applies until the next one of the same work and people. */
export default function RatesPage({ accountId, today, kinds }: Props) {
  const { t } = useLingui();
  const query = useQuery(payRatesQuery(accountId));
  const names = useRateNames(accountId);
  const maySee = useMay('Pay.VIEW');
  const [open, setOpen] = useState<string>();
  const [whatIf, setWhatIf] = useState<PayRate>();
  const currency = useMutation(currencyMutation(accountId));
  const isMinimum = kinds.includes('minimum');
  const title = isMinimum ? t`Minimum wage` : t`Rates`;
  const named = (rate: PayRate) =>
    isMinimum ? rate.employeeGroupId === null && t`Everybody` : t(KIND_WORDS[rate.kind]);
  return (
    <Panel
      title={title}
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
          {isMinimum ? t`Add minimum wage` : t`Add rate`}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {isMinimum
          ? t`The amount per hour that is guaranteed. Type it from the law or your agreement, with the day from which it is in force.`
          : t`The rate that names most applies: product, block, job description, employee group. A new amount is a new rate from its date on.`}
      </Text>
      <Loaded query={query} failed={messageOf} height={240} label={title}>
        {({ rates, currency: chosen }) => {
          // The newest first, as they come; those of one day by what they are for, so that a long list of people follows the products.
          const shown = rates
            .filter(({ kind }) => kinds.includes(kind))
            .map((rate) => ({ rate, text: [named(rate), names.of(rate)].filter(Boolean).join(': ') }))
            .sort(
              (a, b) =>
                b.rate.from.localeCompare(a.rate.from) ||
                kinds.indexOf(a.rate.kind) - kinds.indexOf(b.rate.kind) ||
                naturalOrder(a.text, b.text),
            );
          const mixed = isMixed(rates);
          if (names.isLoading) return <Skeleton h={240} />;
          return (
            <>
              <Group>
                <NativeSelect
                  label={t`Currency`}
                  data={[
                    ...(chosen === null ? [{ value: '', label: t`Choose a currency` }] : []),
                    ...CURRENCIES.map((code) => ({ value: code, label: `${code}, ${currencyNames().of(code)}` })),
                  ]}
                  value={chosen ?? ''}
                  disabled={currency.isPending}
                  onChange={({ currentTarget: { value } }) => value && currency.mutate(value)}
                />
              </Group>
              {shown.length === 0 ? (
                <EmptyState text={t`There are none yet.`}>
                  <HelpLink to="rates" />
                </EmptyState>
              ) : (
                <ListTable
                  label={title}
                  stacked
                  striped
                  columns={[t`For`, t`Amount`, t`From`, ...(mixed ? [t`Owner`] : [])]}
                  actions={maySee}
                >
                  {shown.map(({ rate, text }) => {
                    return (
                      <Table.Tr key={rate._id}>
                        <Table.Td>
                          {rate.isLocked ? text : <DialogLink onOpen={() => setOpen(rate._id)}>{text}</DialogLink>}
                        </Table.Td>
                        <Table.Td data-label={t`Amount`}>{rateIn(chosen, rate.amount)}</Table.Td>
                        <Table.Td data-label={t`From`}>{longDay(rate.from)}</Table.Td>
                        {mixed && <Table.Td data-label={t`Owner`}>{rate.owner}</Table.Td>}
                        {maySee && (
                          <Table.Td>
                            <Button
                              variant="subtle"
                              size="compact-sm"
                              aria-haspopup="dialog"
                              aria-label={t`What if? ${text}, from ${longDay(rate.from)}`}
                              onClick={() => setWhatIf(rate)}
                            >
                              <Trans>What if?</Trans>
                            </Button>
                          </Table.Td>
                        )}
                      </Table.Tr>
                    );
                  })}
                </ListTable>
              )}
              {whatIf && (
                <WhatIfDialog
                  accountId={accountId}
                  currency={chosen}
                  rate={whatIf}
                  onClose={() => setWhatIf(undefined)}
                />
              )}
              {open && (
                <RateDialog
                  accountId={accountId}
                  today={today}
                  kinds={kinds}
                  currency={chosen}
                  rate={rates.find(({ _id }) => _id === open) ?? null}
                  onClose={() => setOpen(undefined)}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayRate } from '#contract/masterData/payRules.ts';
import { rateAmount } from '#contract/platform/money.ts';
import { messageOf } from '../../../api/errors.ts';
import { decimalIn, typedAs } from '../../../lib/typed.ts';
import { faultIn } from '../../../ui/checkedBy.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Compared } from './Compared.tsx';
import { whatIfQuery } from './pay.queries.ts';
import { rateIn } from './words.ts';

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
      {(shown) => <Compared shown={shown} other={t`At ${rateIn(shown.currency, amount)}`} />}
    </Loaded>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayRule } from '#contract/masterData/payRules.ts';
import { messageOf } from '../../../api/errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { FromField } from '../../../ui/FromField.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Compared } from './Compared.tsx';
import { payRuleWhatIfQuery, savePayRuleMutation } from './pay.queries.ts';

type Props = { accountId: string; today: string; payRule: PayRule; onClose: () => void };

/** Compares a rule set that leaves overtime out of the minimum with the same by all hours, and adds that from a date on. */
export default function AllHoursDialog({ accountId, today, payRule, onClose }: Props) {
  const { t } = useLingui();
  const [from, setFrom] = useState<string | null>(today);
  const save = useMutation(savePayRuleMutation(accountId, null));
  const { _id, basis: _basis, ...rule } = payRule;
  return (
    <Dialog opened onClose={onClose} title={t`Minimum of all hours`} size="lg">
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            All paid hours are guaranteed, and the overtime, Sundays and holidays of piecework have a premium. What was
            locked stays as it is.
          </Trans>
        </Text>
        <Loaded query={useQuery(payRuleWhatIfQuery(accountId, _id))} failed={messageOf} height={200} label={t`what if`}>
          {(shown) => <Compared shown={shown} other={t`By all hours`} />}
        </Loaded>
        <FromField label={t`From`} today={today} value={from} onChange={setFrom} />
        {save.error && <ErrorNote text={messageOf(save.error)} />}
        <Group>
          <Button
            loading={save.isPending}
            disabled={from === ''}
            onClick={() => save.mutate({ ...rule, from, premiumBase: 'greater' }, { onSuccess: onClose })}
          >
            <Trans>Pay by all hours</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

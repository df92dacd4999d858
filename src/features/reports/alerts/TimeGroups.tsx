import { useLingui } from '@lingui/react/macro';
import { Checkbox, Input, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertInput } from '#contract/reports/alerts.ts';
import { groupsQuery } from '../../../api/names.ts';
import { naturalOrder } from '../../../lib/order.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import classes from './alerts.module.css';

type Targets = AlertInput['targetGroups'];
type Props = { accountId: string; targets: Targets; disabled: boolean; onChange: (targets: Targets) => void };

/** Chooses the people of an alert: all time groups unless some are picked. A deleted group is listed while it is picked. */
export function TimeGroups({ accountId, targets, disabled, onChange }: Props) {
  const { t } = useLingui();
  const groups = useQuery(groupsQuery(accountId));
  const picked = (id: string) => targets.some(({ timeGroupId }) => timeGroupId === id);
  return (
    <Input.Wrapper label={t`Shifts`} labelElement="div">
      <Loaded query={groups} failed={t`Failed to load shifts`} height={96} label={t`shifts`}>
        {({ timeGroups }) => (
          <Stack gap={4} mt={4} className={classes.groups} role="group" aria-label={t`Shifts`}>
            <Checkbox
              label={t`All shifts`}
              className={classes.check}
              checked={targets.length === 0}
              disabled={disabled || targets.length === 0}
              onChange={() => onChange([])}
            />
            {timeGroups
              .filter(({ _id, deletedAt }) => deletedAt === null || picked(_id))
              .sort((one, other) => naturalOrder(one.name, other.name))
              .map(({ _id, systemId, name, deletedAt }) => (
                <Checkbox
                  key={_id}
                  className={classes.check}
                  label={deletedAt === null ? name : t`${name} (deleted)`}
                  checked={picked(_id)}
                  disabled={disabled}
                  onChange={(event) =>
                    onChange(
                      event.currentTarget.checked
                        ? [...targets, { timeGroupId: _id, systemId }]
                        : targets.filter(({ timeGroupId }) => timeGroupId !== _id),
                    )
                  }
                />
              ))}
          </Stack>
        )}
      </Loaded>
    </Input.Wrapper>
  );
}

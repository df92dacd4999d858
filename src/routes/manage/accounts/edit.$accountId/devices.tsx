import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listAccountUsers } from '#contract/access/users.ts';
import { accountEmployeesQuery } from '../../../../api/employees.ts';
import { TimeZoneHint, TimeZoneNotice } from '../../../../features/access/accountSettings/TimeZoneNotice.tsx';
import { accountUsersQuery } from '../../../../features/access/users/users.queries.ts';
import { BadgesDialog } from '../../../../features/intake/badges/BadgesDialog.tsx';
import type { DevicePanel } from '../../../../features/intake/devices/DeviceList.tsx';
import { DevicesTab } from '../../../../features/intake/devices/DevicesTab.tsx';
import { accountQuery } from '../../../../features/operations/accounts/accounts.queries.ts';
import { useMayCall } from '../../../../state/session.ts';

const PANELS: readonly DevicePanel[] = ['edit', 'code', 'recorder'];
type DeviceSearch = { device?: string; panel?: DevicePanel };

export const Route = createFileRoute('/manage/accounts/edit/$accountId/devices')({
  validateSearch: ({ device, panel }: Record<string, unknown>): DeviceSearch => {
    const known = PANELS.find((one) => one === panel);
    return typeof device === 'string' && known ? { device, panel: known } : {};
  },
  component: Devices,
});

function Devices() {
  const { accountId } = Route.useParams();
  const { device, panel } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { data: account } = useQuery(accountQuery(accountId));
  const seesUsers = useMayCall(listAccountUsers);
  const { data: users } = useQuery({
    ...accountUsersQuery(accountId),
    enabled: seesUsers,
    meta: { silent: true },
  });
  const employers = users?.users
    .filter(({ role, isActive }) => role === 'employer' && isActive)
    .map(({ _id, firstName, lastName, email }) => ({ _id, name: `${firstName} ${lastName}`, email }));

  const [isPrinting, setPrinting] = useState(false);
  const { data: employees } = useQuery({ ...accountEmployeesQuery(accountId), enabled: isPrinting });

  return (
    <Stack gap="lg">
      <TimeZoneNotice accountId={accountId} />
      <DevicesTab
        accountId={accountId}
        recipients={{ holderAddress: account?.holder.emailAddr ?? '', employers: seesUsers ? employers : null }}
        terminalNotice={<TimeZoneHint accountId={accountId} />}
        open={device && panel ? { deviceId: device, panel } : undefined}
        onOpen={(deviceId, opened) =>
          void navigate({ search: { device: deviceId, panel: opened }, resetScroll: false })
        }
        onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })}
        onPrintBadges={() => setPrinting(true)}
      />
      {isPrinting && employees && (
        <BadgesDialog employees={employees} accountName={account?.name ?? ''} onClose={() => setPrinting(false)} />
      )}
    </Stack>
  );
}

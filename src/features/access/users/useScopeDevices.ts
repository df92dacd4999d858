import { useQuery } from '@tanstack/react-query';
import { listAccountDevices, listOwnDevices } from '#contract/intake/devices.ts';
import { useMayCall } from '../../../state/session.ts';
import { scopeDevicesQuery } from './users.queries.ts';

/** Returns the devices that a scope can name, for users who may see them: administrators, and employers those of their own account. */
export function useScopeDevices(accountId: string) {
  const isOwn = useMayCall(listOwnDevices);
  const maySee = useMayCall(listAccountDevices) || isOwn;
  const { data: devices } = useQuery({ ...scopeDevicesQuery(accountId, isOwn), enabled: maySee });
  return { devices, maySee };
}

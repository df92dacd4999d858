import { z } from 'zod';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** The part of a subscription with which messages can be sent to it: encrypted with the instance key. */
const address = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
export type DeviceAddress = z.infer<typeof address>;

const contextOf = (subscriptionId: string) => `push:${subscriptionId}`;

export const sealAddress = (secrets: Secrets, subscriptionId: string, given: DeviceAddress) =>
  secrets.seal(JSON.stringify(given), contextOf(subscriptionId));

/** Opens an address. Throws SealBroken for one sealed with another instance key, which had another VAPID key. */
export const openAddress = (secrets: Secrets, subscriptionId: string, sealed: string): DeviceAddress =>
  address.parse(JSON.parse(secrets.open(sealed, contextOf(subscriptionId)).toString()));

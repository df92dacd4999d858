import { z } from 'zod';
import type { Config } from '../config.ts';
import { SealBroken, type Secrets } from '../secrets/secrets.ts';

/** One recipient of what an alert sends. */
export type Subscription = { accountId: string; deliveryId: string; recipient: string };

const CONTEXT = 'unsubscribe';
const sealed = z.tuple([z.uuid(), z.uuid(), z.string()]);

/** Returns the address at which a recipient leaves an alert: an encrypted name, so that neither the link nor a guess tells anything. */
export function unsubscribeUrl(
  { config, secrets }: { config: Pick<Config, 'publicUrl'>; secrets: Secrets },
  { accountId, deliveryId, recipient }: Subscription,
): string {
  const token = secrets.seal(JSON.stringify([accountId, deliveryId, recipient]), CONTEXT);
  return `${config.publicUrl}/v2/alert/unsubscribe/${token}`;
}

/** Null for what was not made by `unsubscribeUrl` of this installation. */
export function readUnsubscribe(secrets: Secrets, token: string): Subscription | null {
  try {
    const [accountId, deliveryId, recipient] = sealed.parse(JSON.parse(secrets.open(token, CONTEXT).toString()));
    return { accountId, deliveryId, recipient };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

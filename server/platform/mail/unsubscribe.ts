import { z } from 'zod';
import type { Config } from '../config.ts';
import { SealBroken, type Secrets } from '../secrets/secrets.ts';

/** One recipient of an alert's mails. */
export type Subscription = { accountId: string; deliveryId: string; recipient: string };

const CONTEXT = 'unsubscribe';
const sealed = z.tuple([z.uuid(), z.uuid(), z.string()]);

/** Returns the address at which a recipient leaves an alert. Its token is encrypted, so that neither a link nor a guess reveals anything. */
export function unsubscribeUrl(
  { config, secrets }: { config: Pick<Config, 'publicUrl'>; secrets: Secrets },
  { accountId, deliveryId, recipient }: Subscription,
): string {
  const token = secrets.seal(JSON.stringify([accountId, deliveryId, recipient]), CONTEXT);
  return `${config.publicUrl}/v2/alert/unsubscribe/${token}`;
}

/** Returns null for a token that `unsubscribeUrl` of this installation did not make. */
export function readUnsubscribe(secrets: Secrets, token: string): Subscription | null {
  try {
    const [accountId, deliveryId, recipient] = sealed.parse(JSON.parse(secrets.open(token, CONTEXT).toString()));
    return { accountId, deliveryId, recipient };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

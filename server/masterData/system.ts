import { isReservedSystem } from '#contract/masterData/setupRecords.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Db } from '../platform/db/db.ts';
import type { PayrollCaller } from '../platform/http/callers.ts';
import { Refusal } from '../platform/http/errors.ts';
import { findPayrollSystem } from './systems.sql.ts';

const sameSystem = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * Throws 403 SYSTEM_NOT_ALLOWED unless the account allows the system and the key is valid for it, case ignored, and 403 OUT_OF_SCOPE unless the key
 * may do so: `send` data, or `fetch` payroll files.
 */
export function checkSystem(
  caller: Pick<PayrollCaller, 'systemId' | 'allowedSystemIds' | 'rights'>,
  systemId: string,
  does: 'send' | 'fetch',
): string {
  const allowed = caller.allowedSystemIds.find((candidate) => sameSystem(candidate, systemId));
  if (!allowed || isReservedSystem(allowed) || (caller.systemId !== null && !sameSystem(caller.systemId, systemId)))
    throw new Refusal(
      'SYSTEM_NOT_ALLOWED',
      msg("The system '{systemId}' is not allowed for this account.", { systemId }),
    );
  if (caller.rights !== 'both' && caller.rights !== does)
    throw new Refusal(
      'OUT_OF_SCOPE',
      does === 'send' ? words('This sync key cannot send data.') : words('This sync key cannot fetch payroll files.'),
    );
  return allowed;
}

/** Returns the System ID as the account spells it. */
export const spellingOf = async (tx: Db, accountId: string, systemId: string) =>
  (await findPayrollSystem(tx, accountId, systemId))?.systemId ?? systemId;

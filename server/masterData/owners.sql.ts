import { z } from 'zod';
import { type Claim, claim } from '#contract/office/setup.ts';
import { type Db, sql } from '../platform/db/db.ts';

/** Returns the employee fields that each payroll system of the account has sent for any employee, by system. */
export async function readClaims(tx: Db, accountId: string): Promise<ReadonlyMap<string, readonly Claim[]>> {
  const rows = await tx.rows(
    z.object({ systemId: z.string(), claims: z.array(claim) }),
    sql`select system_id as "systemId", to_jsonb(claims) as claims from payroll_system where account_id = ${accountId}`,
  );
  return new Map(rows.map(({ systemId, claims }) => [systemId, claims]));
}

export const addClaims = (tx: Db, accountId: string, systemId: string, claims: readonly Claim[]) =>
  tx.run(sql`update payroll_system set claims = claims || ${[...claims]}::text[]
    where account_id = ${accountId} and system_id = ${systemId}`);

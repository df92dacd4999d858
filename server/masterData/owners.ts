import { CLAIMABLE, type Claim } from '#contract/office/setup.ts';
import type { ChangeScope } from './change.ts';
import type { EmployeeValue } from './employees.sql.ts';
import { readClaims } from './owners.sql.ts';

/** Every record and field has one owner: the system that the record is stored under, or the application. */

/** The fields that a claim covers. */
const CLAIMED: Record<Claim, readonly (keyof EmployeeValue)[]> = {
  timeId: ['timeId'],
  cards: ['cards'],
  timeGroup: ['timeGroupId', 'timeGroups'],
  employeeGroup: ['employeeGroupId'],
  jobDescription: ['jobDescriptionId'],
  phoneNumber: ['phoneNumber'],
};

/** Returns the fields of an employee that only their owner may change: all but those that the owner has never sent for anybody. */
const ownedFields = (claims: readonly Claim[]) => {
  const free = new Set(CLAIMABLE.filter((claim) => !claims.includes(claim)).flatMap((claim) => CLAIMED[claim]));
  return (field: keyof EmployeeValue) => !free.has(field);
};

/** Returns a function that tells whether a change of an employee leaves fields of other owners alone. */
export async function changesAllowed({ tx, accountId, systemId }: ChangeScope) {
  const claims = await readClaims(tx, accountId);
  return (before: EmployeeValue, after: EmployeeValue): boolean => {
    if (before.systemId === systemId) return true;
    const isOwned = ownedFields(claims.get(before.systemId) ?? []);
    // Both have the fields of one schema.
    return (Object.keys(after) as (keyof EmployeeValue)[]).every(
      (field) => !isOwned(field) || JSON.stringify(before[field]) === JSON.stringify(after[field]),
    );
  };
}

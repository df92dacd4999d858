import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { type Message, saidBy, words } from '#contract/platform/words.ts';
import { REASONS } from '../../masterData/records.ts';
import { alreadyExists, invalid, Refusal } from '../../platform/http/errors.ts';
import type { SetupRun } from './run.ts';
import { ownerName } from './views.ts';

/** The outcome of a change, by its `ref`. `field` is the refused one; `owner` the system that owns the record. */
export type Written = { outcome: 'added' | 'changed' | 'unchanged' | 'deleted'; id: string } | Refused;
export type Refused = { refused: string | Message; field?: string; isTaken?: true; owner?: string; isOwn?: true };
export type Results = Map<string, Written>;

/** Returns the refusal of a change of what a system owns; `said` names both: 'PAYROLL owns employee 1001: change it there.' */
export const ownedElsewhere = (run: SetupRun, systemId: string, said: (owner: string) => Message): Refused => ({
  refused: said(ownerName(run.owners, systemId)),
  owner: systemId,
});
export const isForeign = ({ systemId }: { systemId: string }) => systemId !== APPLICATION_SYSTEM;

/** The refusal of what a user would be paid by themselves. */
export const OWN_PAY = { refused: words('You cannot change your own pay. Another user can.'), isOwn: true } as const;
/** Throws OWN_RECORD where one of these employees is the caller. */
export function requireOthersPay({ ownEmployeeId }: SetupRun, ...employeeIds: (string | null)[]) {
  if (ownEmployeeId !== null && employeeIds.includes(ownEmployeeId)) throw new Refusal('OWN_RECORD', OWN_PAY.refused);
}

const IN_WORDS: Record<string, Refused> = {
  [REASONS.duplicateDate]: {
    refused: words('There is an hours rule of that date already.'),
    field: 'from',
    isTaken: true,
  },
  [REASONS.duplicateRate]: {
    refused: words('There is a rate for the same work and people from that date already.'),
    field: 'from',
    isTaken: true,
  },
  [REASONS.duplicateCode]: { refused: words('This code exists already.'), field: 'code', isTaken: true },
};
/** Returns the refusal in words for a reason of master data ('number: Required'); `words`: what it says, where that has values. */
export function refusedFor(reason: string, words?: Message): Refused {
  const known = IN_WORDS[reason];
  if (known) return known;
  const [, field, message] = /^(\w+): (.*)$/s.exec(reason) ?? [];
  const refused = words ?? saidBy(message ?? reason);
  return field && message ? { refused, field } : { refused };
}

/** Returns the single result of a screen's change; throws if it was refused. */
export function taken(results: Results, ref: string): string {
  const result = results.get(ref);
  if (!result) throw new Error(`No result for ${ref}`);
  if ('outcome' in result) return result.id;
  const { refused, field = '', isTaken, owner, isOwn } = result;
  if (isOwn) throw new Refusal('OWN_RECORD', refused);
  if (owner !== undefined) throw new Refusal('OWNED_BY_SYSTEM', refused);
  throw isTaken ? alreadyExists(field, refused) : invalid(field, refused);
}

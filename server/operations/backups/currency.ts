import type { BackupItem, RestoreStrategy } from '#contract/operations/backups.ts';
import { msg } from '#contract/platform/words.ts';
import { isAnyFileIn, isAnyLocked, readCurrency, writeCurrency } from '../../masterData/currency.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Manifest } from './manifest.ts';

export type Plan = { items: readonly BackupItem[]; strategy: RestoreStrategy };

/**
 * Returns the currency of an account after a restore: that of the file, where rates come from it (docs/reference/pay.md#rates). Throws VALIDATION_FAILED where amounts of two
 * currencies would meet, or where days stay locked that were paid in another one.
 */
export async function restoredCurrency(
  tx: Db,
  accountId: string,
  { account: { currency: inFile }, madeAt }: Manifest,
  { items, strategy }: Plan,
): Promise<string | null> {
  const own = await readCurrency(tx, accountId);
  // Files of earlier versions do not say it.
  if (inFile === undefined || inFile === own || !items.includes('Employees')) return own;
  if (own === null) return inFile;
  if (strategy === 'merge') {
    if (inFile === null) return own;
    throw invalid(
      'items',
      msg('The amounts of this file are in {inFile}, those of the account in {own}: they cannot be merged.', {
        inFile,
        own,
      }),
    );
  }
  if (!items.includes('Clock Records') && (await isAnyLocked(tx, accountId)))
    throw invalid(
      'items',
      inFile === null
        ? msg('The amounts of this file are in no currency, those of the locked days in {own}.', { own })
        : msg('The amounts of this file are in {inFile}, those of the locked days in {own}.', { inFile, own }),
    );
  if (await isAnyFileIn(tx, accountId, { otherThan: inFile, ...(items.includes('Payroll Data') && { after: madeAt }) }))
    throw invalid(
      'items',
      inFile === null
        ? msg('The amounts of this file are in no currency, those of payroll files that stay in {own}.', { own })
        : msg('The amounts of this file are in {inFile}, those of payroll files that stay in {own}.', { inFile, own }),
    );
  return inFile;
}

export const restoreCurrency = async (tx: Db, accountId: string, manifest: Manifest, plan: Plan) =>
  writeCurrency(tx, accountId, await restoredCurrency(tx, accountId, manifest, plan));

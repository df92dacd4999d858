import { z } from 'zod';
import { openPin, sealPin } from '../../attendance/ownDays/pin.ts';
import { templateContext } from '../../intake/terminals/dialects/adms/queue.ts';
import { openedOrNull, type Secrets } from '../../platform/secrets/secrets.ts';
import { isOurs, type Manifest } from './manifest.ts';
import type { StagedLine } from './restores.sql.ts';

/** Columns that a backup contains only encrypted with the instance key: templates and PINs of own days, as they are stored, and password hashes. */

const passwordContext = (accountId: string, userId: string) => `password:${accountId}:${userId}`;
const userLine = z.looseObject({ user_id: z.string(), password_hash: z.string().nullable() });
const employeeLine = z.looseObject({ employee_id: z.string(), own_days_pin: z.string().nullish() });
const templateLine = z.looseObject({ time_id: z.string(), sealed: z.string() });

/** Returns a stored line of users in the form for a file, with the password hash sealed, so that nobody can guess passwords from it. */
export function sealUserLine(secrets: Secrets, accountId: string, line: string): string {
  const user = userLine.parse(JSON.parse(line));
  if (user.password_hash === null) return line;
  return JSON.stringify({
    ...user,
    password_hash: secrets.seal(user.password_hash, passwordContext(accountId, user.user_id)),
  });
}

/**
 * Returns a function that converts a line of a file for the account `to`. Templates and PINs are sealed for that account. Password hashes and PINs
 * are opened where this installation made the file and left out where it did not: no password comes from another installation.
 */
export function settlerOf(secrets: Secrets, manifest: Manifest, to: string): (line: StagedLine) => StagedLine {
  const from = manifest.account.id;
  const ours = isOurs(secrets, manifest);
  const hashOf = (user: z.output<typeof userLine>) => {
    if (!ours || user.password_hash === null) return null;
    if (user.password_hash.startsWith('$argon2id$')) return user.password_hash;
    return openedOrNull(secrets, user.password_hash, passwordContext(from, user.user_id))?.toString() ?? null;
  };
  return (line) => {
    if (line.table === 'app_user') {
      const user = userLine.parse(JSON.parse(line.doc));
      return { ...line, doc: JSON.stringify({ ...user, password_hash: hashOf(user) }) };
    }
    if (line.table === 'employee') {
      const employee = employeeLine.parse(JSON.parse(line.doc));
      const employeeId = employee.employee_id;
      const check = openPin(secrets, { accountId: from, employeeId }, employee.own_days_pin ?? null);
      const own_days_pin = check === undefined ? null : sealPin(secrets, { accountId: to, employeeId }, check);
      return employee.own_days_pin == null ? line : { ...line, doc: JSON.stringify({ ...employee, own_days_pin }) };
    }
    if (line.table !== 'biometric_template' || from === to) return line;
    const template = templateLine.parse(JSON.parse(line.doc));
    const plain = openedOrNull(secrets, template.sealed, templateContext(from, template.time_id));
    // A template of another installation: the line stays as it is, and restoring templates is refused.
    if (plain === null) return line;
    const sealed = secrets.seal(plain, templateContext(to, template.time_id));
    return { ...line, doc: JSON.stringify({ ...template, sealed }) };
  };
}

import { givenAccount, givenSession, givenUser, type SessionOptions, type UserOptions } from './factories.ts';
import {
  type EmployeeOptions,
  givenDevice,
  givenEmployee,
  givenGroup,
  givenStandardTimes,
  type StandardTimeOptions,
} from './factories.work.ts';
import type { TestApp } from './testApp.ts';

type SiteOptions = {
  timeZone?: string;
  permissions?: UserOptions['permissions'];
  session?: SessionOptions;
  /** Last contact of the device. */
  lastContact: string;
  /** Other hours than those of the golden cases; null: none at all. */
  hours?: StandardTimeOptions | null;
};

/** An account with the shift of the golden cases (07:00 to 16:00 on weekdays, an hour at noon), a device in contact and a signed-in employer. */
export async function givenSite(
  { db }: TestApp,
  { timeZone, permissions, session, lastContact, hours = {} }: SiteOptions,
) {
  const accountId = await givenAccount(db, { timeZone });
  const userId = await givenUser(db, accountId, { permissions });
  const token = await givenSession(db, accountId, userId, session);
  const group = await givenGroup(db, accountId, 'time', { name: 'Day shift' });
  if (hours)
    await givenStandardTimes(db, accountId, group, {
      start: '07:00',
      end: '16:00',
      breaks: [{ startTime: '12:00', endTime: '13:00' }],
      ...hours,
    });
  const { deviceId } = await givenDevice(db, accountId, { description: 'Gate A', lastContact });
  return {
    accountId,
    userId,
    token,
    group,
    deviceId,
    /** Creates an employee on the shift, if there is one. */
    person: (number: string, more: EmployeeOptions = {}) =>
      givenEmployee(db, accountId, { number, timeGroupId: hours ? group : null, ...more }),
  };
}

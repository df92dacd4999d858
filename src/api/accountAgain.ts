import { getSession } from '#contract/access/session.ts';
import { session } from '../state/session.ts';
import { call } from './call.ts';

/** Reads the session's account again, because its time zone, and with it today's date, has changed since the log-in. Throws ApiError. */
export async function readAccountAgain(): Promise<void> {
  const current = session.get();
  if (current) session.setInfo(current.id, await call(getSession));
}

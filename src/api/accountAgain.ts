import { getSession } from '#contract/session.ts';
import { session } from '../state/session.ts';
import { call } from './call.ts';

/** Reads the account of this session anew: its time zone is another one than at the log-in, and with it today's date. Throws ApiError. */
export async function readAccountAgain(): Promise<void> {
  const current = session.get();
  if (current) session.setInfo(current.id, await call(getSession));
}

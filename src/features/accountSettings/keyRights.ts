import type { KeyRights } from '#contract/accountSettings.ts';

/** The rights of sync keys in words. */
export const RIGHTS_WORDS: Record<KeyRights | 'read', string> = {
  send: 'Send data',
  fetch: 'Fetch payroll files',
  both: 'Send data and fetch payroll files',
  read: 'Read figures',
};

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { KeyRights } from '#contract/access/accountSettings.ts';

/** The rights of sync keys in words. */
export const RIGHTS_WORDS: Record<KeyRights | 'read', MessageDescriptor> = {
  send: msg`Send data`,
  fetch: msg`Fetch payroll files`,
  both: msg`Send data and fetch payroll files`,
  read: msg`Read figures`,
};

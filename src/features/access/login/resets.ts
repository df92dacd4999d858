import { t } from '@lingui/core/macro';
import { changePassword, finalizePasswordReset, requestPasswordReset } from '#contract/access/session.ts';
import { call } from '../../../api/call.ts';

/** Added where no mail server is set up. */
export const askAdministrator = () => t`If none arrives, ask your administrator for a new password.`;

/** Asks for a reset mail; an identity with an @ is lowercased (spec section 5). */
export const requestReset = (identity: string) =>
  call(requestPasswordReset, { body: { identity: identity.includes('@') ? identity.toLowerCase() : identity } });

/** Sets a new password with the link of a mail. 400 INVALID_TOKEN 'Invalid Reset Token'. */
export const setNewPassword = (requestId: string, newPassword: string) =>
  call(finalizePasswordReset, { body: { requestId, newPassword } });

/** Changes the user's own password. */
export const changeOwnPassword = (currentPassword: string, newPassword: string) =>
  call(changePassword, { body: { currentPassword, newPassword } });

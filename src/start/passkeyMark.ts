/** Set in browsers in which a user with a passkey has logged in or has added one: the log-in page then offers passkeys. */
export const PASSKEY_MARK = 'tb.passkey';

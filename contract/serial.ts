/**
 * A terminal's serial number as it is compared, stored and claimed everywhere: without spaces, in capitals. However it is spelled, it is one
 * terminal, of one account.
 */
export const normalSerial = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** A normal serial number. */
export const SERIAL = /^[A-Z0-9_-]{1,64}$/;

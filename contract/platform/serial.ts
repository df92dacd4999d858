/**
 * Returns a serial number in the form in which it is compared and stored: without spaces, in capitals. However it is typed, it names one terminal, of
 * one account.
 */
export const normalSerial = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** A normal serial number. */
export const SERIAL = /^[A-Z0-9_-]{1,64}$/;

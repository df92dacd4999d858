import { z } from 'zod';
import { LANGUAGES, type Language } from './languages.ts';
import { MAX_LIST_ROWS, MAX_SEARCH_LENGTH } from './limits.ts';
import { isStorable } from './storable.ts';
import { asText, msg, words } from './words.ts';

/** A document’s id (UUID), in small letters as it is stored, because ids are compared as text. A malformed one answers 400 INVALID_DOCUMENT_ID. */
export const INVALID_DOCUMENT_ID = words('Invalid Document ID');
export const documentId = z.uuid({ error: INVALID_DOCUMENT_ID }).toLowerCase();

/** YYYY-MM-DD, a local date of the account. */
export const localDate = z.iso.date().refine((date) => date >= '0001', { error: words('There is no year 0000') });
/** Returns the number of days from one date to another. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
/** An instant, ISO 8601 with offset. */
export const instant = z.iso.datetime({ offset: true });
/** The time of a record as a device or payroll system reports it, within the dates that JavaScript and PostgreSQL can both hold in any zone. */
export const recordedInstant = instant.refine(
  (text) => Date.parse(text) >= Date.UTC(1900, 0, 2) && Date.parse(text) < Date.UTC(2199, 11, 31),
  { error: words('Use a year from 1900 to 2199') },
);
export const nullableInstant = instant.nullable();
/** HH:MM of the account's wall clock. */
export const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, words('Use HH:MM'));
/** The language of a user or of an account. */
export const language = z.enum(Object.keys(LANGUAGES) as Language[]); // the keys of a constant
/** Integer milliseconds. */
export const durationMs = z.int();

/** White space and what nobody sees: soft hyphen, zero-width space, word joiner, marks of writing direction. Not the joiners that letters and emoji need. */
const UNSEEN = /[\s\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]/;
/** Returns a text as people see it. What is pasted from pages and messages has unseen characters around it: '1001' with one is another employee's number. */
export function trimUnseen(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && UNSEEN.test(text.charAt(from))) from += 1;
  while (from < to && UNSEEN.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

export const UNSTORABLE = words('Invalid characters are not allowed');
const lineOf = (text: z.ZodString, max: number) =>
  text
    .max(max, asText(msg('At most {max} characters', { max })))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
    .regex(/^[^\u0000-\u001f\u007f]*$/, words('Control characters are not allowed'))
    .refine(isStorable, { error: UNSTORABLE });
/** Text of any other kind than a line; `least` letters or more. */
export const storableText = (least: number, most: number) =>
  z.string().min(least).max(most).refine(isStorable, { error: UNSTORABLE });
const required = (text: z.ZodString, error: string) => text.refine((text) => text.length > 0, { error });
/** One line of text, trimmed, without control characters. */
export const line = (max: number) => lineOf(z.string().trim(), max);
export const requiredLine = (error: string, max: number) => required(line(max), error);
/** A line that a user types or pastes. */
export const typedLine = (max: number) => lineOf(z.string().overwrite(trimUnseen), max);
export const requiredTypedLine = (error: string, max: number) => required(typedLine(max), error);

/** RFC 5321 subset: one address, no display name. */
export const emailAddress = z.email(words('Enter a valid email address')).max(254);

export const accountParams = z.object({ accountId: documentId });

/** `startRow` inclusive, `endRow` exclusive; the server never answers more than MAX_LIST_ROWS. */
export const rowRange = z.object({
  startRow: z.coerce.number<number | string>().int().min(0).max(10_000_000),
  endRow: z.coerce.number<number | string>().int().min(0).max(10_000_000),
});
export const boundedRange = ({ startRow, endRow }: { startRow: number; endRow: number }, most = MAX_LIST_ROWS) => ({
  offset: startRow,
  limit: Math.max(0, Math.min(endRow - startRow, most)),
});

export const searchQuery = z.object({ q: z.string().max(MAX_SEARCH_LENGTH) });

/** Ignored by the server: it gives each refresh an address of its own. */
export const cacheKeyQuery = z.object({ cacheKey: z.coerce.string<number | string>().max(200).optional() });

export const ok = z.object({ ok: z.literal(true) });

/** The users that made and changed a document, and when. Older documents may lack it. */
export const activity = {
  createdAt: nullableInstant,
  createdBy: z.string().nullable(),
  modifiedAt: nullableInstant,
  modifiedBy: z.string().nullable(),
};

/** Units of an entry as people type them; devices and payroll systems may send more digits, and less than nothing. */
export const TYPED_UNITS = /^\d{1,9}(\.\d{1,3})?$/;

import { z } from 'zod';
import { filled, partsOf } from './icu.ts';

/**
 * Words that the server and the contract say (spec/languages.md W3). They are written in English where they are said, and that English is the key of
 * the catalogues (words/). The server answers messages, which are filled where they are shown; in mails, files and notifications it fills them itself.
 */
export interface Message {
  readonly id: string;
  readonly values?: { readonly [name: string]: string | number | Message };
}

/** A message as it comes over the wire. */
export const message: z.ZodType<Message> = z.object({
  id: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => message)])).optional(),
});

/** Returns an English text that has no values, as it is; `npm run words` finds it by this call. @public */
export const words = (english: string) => english;

/**
 * Returns a message: its ICU text in English, such as `{count, plural, one {# day} other {# days}} of {name}`, and its values. A value that is a
 * message is filled in the same language. An apostrophe is one; a brace as such cannot be written.
 */
export const msg = (id: string, values?: Message['values']): Message => (values ? { id, values } : { id });

/** Returns a message filled in a language whose `catalogue` has the translations by their English; without one it is English. */
export function fill(
  { id, values = {} }: Message,
  language = 'en',
  catalogue?: { readonly get: (english: string) => string | undefined },
): string {
  const value = (name: string) => {
    const found = values[name] ?? '';
    return typeof found === 'object' ? fill(found, language, catalogue) : `${found}`;
  };
  return filled(partsOf(catalogue?.get(id) ?? id), { language, value }).join('');
}

/** Returns a text or a message in English, which `message` of an answer stays. */
export const english = (said: string | Message) => (typeof said === 'string' ? said : fill(said));

import { filled, partsOf } from './icu.ts';

/**
 * Words that the server and the contract say. They are written in English where they are said, and that English is the key of
 * the catalogues (words/). The server answers messages, which are filled where they are shown; in mails, files and notifications it fills them itself.
 */
export interface Message {
  readonly id: string;
  readonly values?: { readonly [name: string]: string | number | Message };
}

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
export const english = (message: string | Message) => (typeof message === 'string' ? message : fill(message));

const texts = new Map<string, Message>();
/** Returns a message in English for what takes texts only, such as zod's errors; `saidBy` finds it again. Its values are constants: each text stays in memory. */
export function asText(message: Message): string {
  const text = fill(message);
  texts.set(text, message);
  return text;
}
/** Returns what an English text says: the message that `asText` made it of, or itself. */
export const saidBy = (text: string): string | Message => texts.get(text) ?? text;

/** Returns a text without values as a message, for a value of another one. */
export const toMessage = (message: string | Message): Message =>
  typeof message === 'string' ? { id: message } : message;

/** Returns whole sentences one after the other, or parts of a list, as one message. */
export const joined = (messages: readonly (string | Message)[], between = ' '): Message => ({
  id: messages.map((_, i) => `{${i}}`).join(between),
  values: Object.fromEntries(messages.map((one, i) => [i, toMessage(one)])),
});

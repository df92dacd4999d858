import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useSyncExternalStore,
} from 'react';
import { filled, type Part, partsOf } from '#contract/platform/icu.ts';
import { saidBy } from '#contract/platform/words.ts';
import { onLanguage, setLanguage, shownLanguage } from './language.ts';

/**
 * The application's words in the language that is shown. A message is written in English where it is shown, with Lingui's macros (`t`, `<Trans>`,
 * `plural`, `msg`); build/words.ts makes calls of this file of them. Its English text is its key: an English user loads no catalogue.
 */
type Values = Readonly<Record<string, ReactNode | Message>>;
type Elements = Readonly<Record<string, ReactElement>>;
/** A message of a table, which `t` says where it is shown; `message` is its English where another context has the same words. */
type Message = { readonly id: string; readonly message?: string; readonly values?: Values };
/** English texts with their translations, both as ICU messages. */
export type Catalogue = { readonly [english: string]: string };

let catalogue: Catalogue = {};
/** Returns a translation; undefined where there is none, also of 'constructor', which every object has. */
function translation(english: string): string | undefined {
  const text = catalogue[english];
  return typeof text === 'string' ? text : undefined;
}
let current = { _: textOf };

/** Shows another language at once; what it has no words for stays English. */
export function showLanguage(language: string, words: Catalogue, direction: 'ltr' | 'rtl' = 'ltr') {
  catalogue = words;
  // Another function, so that what is memoised by it is made anew.
  current = { _: (...message) => textOf(...message) };
  setLanguage(language, direction);
}

const known = new Map<string, readonly Part[]>();
function partsIn(id: string, english: string): readonly Part[] {
  const text = translation(id) ?? english;
  const parts = known.get(text) ?? partsOf(text);
  known.set(text, parts);
  return parts;
}

/** Returns what is shown of a message's parts. */
function shown(parts: readonly Part[], values: Values, elements: Elements = {}): ReactNode[] {
  return filled<ReactNode>(parts, {
    language: shownLanguage(),
    value: (name) => {
      const value = values[name];
      return isMessage(value) ? textOf(value) : value;
    },
    element: (name, inside) => {
      const element = elements[name];
      if (!isValidElement(element)) return inside;
      return [inside.length > 0 ? cloneElement(element, {}, ...inside) : element];
    },
  });
}

function textOf(message: string | Message, values: Values = {}): string {
  if (typeof message === 'string') return shown(partsIn(message, message), values).join('');
  return shown(partsIn(message.id, message.message ?? message.id), message.values ?? {}).join('');
}

const isMessage = (value: ReactNode | Message): value is Message =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Returns what the server or the contract says in the language that is shown; an English text that is not known as it is. */
export function translated(text: string | Message): string {
  const message = typeof text === 'string' ? saidBy(text) : text;
  return typeof message === 'string' && translation(message) === undefined ? message : textOf(message);
}

/** The words outside of components: what `t` becomes there. @public */
export const i18n = { _: textOf };

/** Returns the words of a component, which is rendered again when the language changes. @public */
export const useLingui = () => useSyncExternalStore(onLanguage, () => current);

/** A message with elements in it. @public */
export function Trans({ id, message, values = {}, components = {} }: Message & { components?: Elements }) {
  useLingui();
  return createElement(Fragment, null, ...shown(partsIn(id, message ?? id), values, components));
}

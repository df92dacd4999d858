import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useSyncExternalStore,
} from 'react';
import { type Part, partsOf } from './icu.ts';
import { onLanguage, setLanguage, shownLanguage } from './language.ts';

/**
 * The application's words in the language that is shown. A message is written in English where it is shown, with Lingui's macros (`t`, `<Trans>`,
 * `plural`, `msg`); build/words.ts makes calls of this file of them. Its English text is its key: an English user loads no catalogue.
 */
type Values = Readonly<Record<string, ReactNode>>;
type Elements = Readonly<Record<string, ReactElement>>;
/** A message of a table, which `t` says where it is shown; `message` is its English where another context has the same words. */
type Message = { readonly id: string; readonly message?: string; readonly values?: Values };
/** English texts with their translations, both as ICU messages. */
type Catalogue = { readonly [english: string]: string };

let catalogue: Catalogue = {};
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
  const text = catalogue[id] ?? english;
  const parts = known.get(text) ?? partsOf(text);
  known.set(text, parts);
  return parts;
}

/** Returns what is shown of a message's parts; `count` is that of the plural around them. */
function shown(parts: readonly Part[], values: Values, elements: Elements, count = 0): ReactNode[] {
  return parts.flatMap((part): ReactNode[] => {
    if (typeof part === 'string') return [part];
    if ('count' in part) return [new Intl.NumberFormat(shownLanguage()).format(count)];
    if ('inside' in part) {
      const element = elements[part.element];
      const inside = shown(part.inside, values, elements, count);
      if (!isValidElement(element)) return inside;
      return [inside.length > 0 ? cloneElement(element, {}, ...inside) : element];
    }
    const value = values[part.value];
    if (!part.cases) return [value];
    return shown(caseOf(part.kind, value, part.cases), values, elements, Number(value));
  });
}

type Cases = { readonly [name: string]: readonly Part[] };
function caseOf(kind: string, value: ReactNode, cases: Cases): readonly Part[] {
  const type = kind === 'selectordinal' ? 'ordinal' : 'cardinal';
  const name = kind === 'select' ? `${value}` : new Intl.PluralRules(shownLanguage(), { type }).select(Number(value));
  return cases[`=${value}`] ?? cases[name] ?? cases.other ?? [];
}

function textOf(message: string | Message, values: Values = {}): string {
  if (typeof message === 'string') return shown(partsIn(message, message), values, {}).join('');
  return shown(partsIn(message.id, message.message ?? message.id), message.values ?? {}, {}).join('');
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

import { localeOf } from './languages.ts';

/** A piece of an ICU message: text, a value, one of several texts by a value, the number of a plural, or text within an element. */
export type Part =
  | string
  | { readonly value: string; readonly kind: string; readonly cases?: { readonly [name: string]: readonly Part[] } }
  | { readonly count: true }
  | { readonly element: string; readonly inside: readonly Part[] };

/**
 * Returns the parts of a message, of what Lingui's macros write of ICU: values, `plural`, `selectordinal`, `select` and numbered elements, and of `{day, date}` and `{day, date, long}` of the server. An apostrophe
 * is one, because English writes it before values too ('{name}' was deleted); a brace as such cannot be written.
 */
export function partsOf(message: string): readonly Part[] {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(message) ?? [];
    at += found.length;
    return found;
  };
  /** Reads until the end of a case or element, or of the message. */
  function read(text: RegExp): Part[] {
    const parts: Part[] = [];
    for (;;) {
      const words = take(text);
      if (words) parts.push(words);
      else if (take(/#/y)) parts.push({ count: true });
      else if (take(/\{\s*/y)) parts.push(readValue());
      else {
        const element = take(/<\d+\/?>/y);
        if (!element) return parts;
        const inside = element.endsWith('/>') ? [] : read(text);
        if (inside.length > 0) take(/<\/\d+>/y);
        parts.push({ element: element.replace(/\D/g, ''), inside });
      }
    }
  }
  function readValue(): Part {
    const value = take(/\w+/y);
    take(/[\s,]+/y);
    const kind = take(/\w+(?:, long(?=\}))?/y);
    take(/[\s,]+/y);
    // Without a prototype, because a value may be 'constructor'.
    const cases: Record<string, readonly Part[]> = Object.create(null);
    for (let name = take(/=?\w+/y); name; name = take(/=?\w+/y)) {
      take(/\s*\{/y);
      cases[name] = read(kind === 'select' ? TEXT : TEXT_OF_PLURAL);
      take(/\}\s*/y);
    }
    take(/\}/y);
    return kind ? { value, kind, cases } : { value, kind };
  }
  return read(TEXT);
}

/** Up to what is not text: a brace or a numbered element, in a plural its number. */
const TEXT = /(?:[^{}<]|<(?!\/?\d+\/?>))+/y;
const TEXT_OF_PLURAL = /(?:[^{}<#]|<(?!\/?\d+\/?>))+/y;

/** Fills a message: its values by name, its elements around what is inside, and the language that chooses plurals and writes their number. */
export interface Filling<Node> {
  readonly language: string;
  readonly value: (name: string) => Node;
  readonly element?: (name: string, inside: (Node | string)[]) => (Node | string)[];
}

/** Returns what is shown of a message's parts; `count` is that of the plural around them. */
export function filled<Node>(parts: readonly Part[], filling: Filling<Node>, count = 0): (Node | string)[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    if ('count' in part) return [new Intl.NumberFormat(localeOf(filling.language)).format(count)];
    if ('inside' in part) {
      const inside = filled(part.inside, filling, count);
      return filling.element?.(part.element, inside) ?? inside;
    }
    const value = filling.value(part.value);
    if (part.kind.startsWith('date')) return [dayText(`${value}`, filling.language, part.kind === 'date, long')];
    if (!part.cases) return [value];
    return filled(caseOf(part.kind, `${value}`, part.cases, filling.language), filling, Number(value));
  });
}

/** Returns a local date within a year: 'Mon 16 Nov', 'lun. 16 nov.'; `long`, for one that may be older, with its year. */
function dayText(date: string, language: string, long: boolean): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : localeOf(language), { ...options, timeZone: 'UTC' }).format(
      Date.parse(date),
    );
  const weekday = { weekday: 'short' } as const;
  const day = { day: 'numeric', month: 'short', year: long ? 'numeric' : undefined } as const;
  return language === 'en' ? `${part(weekday)} ${part(day)}` : part({ ...weekday, ...day });
}

type Cases = { readonly [name: string]: readonly Part[] };
function caseOf(kind: string, value: string, cases: Cases, language: string): readonly Part[] {
  const type = kind === 'selectordinal' ? 'ordinal' : 'cardinal';
  const name = kind === 'select' ? value : new Intl.PluralRules(localeOf(language), { type }).select(Number(value));
  return cases[`=${value}`] ?? cases[name] ?? cases.other ?? [];
}

import { useEffect, useState } from 'react';
import { filled, partsOf } from '#contract/platform/icu.ts';
import type { Language } from '#contract/platform/languages.ts';

/** English texts with their translations, both as ICU messages. */
type Catalogue = Readonly<Record<string, string>>;
/** English is in the code; the other languages are loaded when they are chosen, and are precached. */
const CATALOGUES = import.meta.glob<{ default: Catalogue }>(['./*.po', '!./en.po']);

const ENGLISH: { readonly language: string; readonly catalogue: Catalogue } = { language: 'en', catalogue: {} };
let shown = ENGLISH;

/** Shows the Recorder in a language, as soon as its words have loaded. For the component around all screens, which it renders anew. */
export function useLanguage(language: Language) {
  const [, renderAll] = useState(shown);
  useEffect(() => {
    let isWanted = true;
    const show = (next: typeof shown) => {
      if (!isWanted) return;
      shown = next;
      document.documentElement.lang = next.language;
      renderAll(next);
    };
    const load = CATALOGUES[`./${language}.po`];
    if (load)
      load().then(
        (loaded) => show({ language, catalogue: loaded.default }),
        () => show(ENGLISH),
      );
    else show(ENGLISH);
    return () => {
      isWanted = false;
    };
  }, [language]);
}

type Values = Readonly<Record<string, string | number>>;
/** Says messages in the language that is shown: calls of this are made of Lingui's `t` (build/words.ts). @public */
export const i18n = {
  _(english: string, values: Values = {}): string {
    const { language, catalogue } = shown;
    return filled(partsOf(catalogue[english] ?? english), { language, value: (name) => values[name] ?? '' }).join('');
  },
};

/** Returns '0.334', '14', '-1.5' of thousandths, as the language that is shown writes decimals; '+14' where the sign is `always` shown. */
export const unitsShown = (thousandths: number, signDisplay: 'auto' | 'always' = 'auto') =>
  new Intl.NumberFormat(shown.language, { maximumFractionDigits: 3, useGrouping: false, signDisplay }).format(
    thousandths / 1000,
  );

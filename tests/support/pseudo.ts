import { showLanguage } from '#src/lib/words.tsx';

/**
 * Shows each message in brackets and 40 % longer: a word without brackets is no message. `direction`: 'rtl' turns the page, as Arabic does.
 * The messages of English are the catalogue, so it has all of them.
 */
export function showPseudo(direction: 'ltr' | 'rtl' = 'ltr') {
  const longer = (english: string) => `[${english}${'~'.repeat(Math.ceil(english.length * 0.4))}]`;
  showLanguage(
    'en-XA',
    new Proxy<Record<string, string>>({}, { get: (_, english) => longer(String(english)) }),
    direction,
  );
}

export const showEnglish = () => showLanguage('en', {});

/**
 * Returns the texts below an element, and its names for readers of screens, that are in no brackets: literals. Brackets are counted through the
 * elements of a message. `data`: what the test's own data are, names and what the server says; days and months are of Intl.
 */
export function literalsIn(root: Element, data = /^$/g): string[] {
  // Within, so that a page can be asked.
  const DATES =
    /\b((Mon|Tue(s)?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?|Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?|GMT)\b/g;
  const found: string[] = [];
  const add = (text: string) => {
    if (/\p{L}{2}/u.test(text.replaceAll(DATES, '').replaceAll(data, ''))) found.push(text.trim());
  };
  let depth = 0;
  const outside = (text: string) => {
    let rest = '';
    for (const letter of text) {
      if (letter === '[') depth++;
      else if (letter === ']') depth--;
      else if (depth === 0) rest += letter;
    }
    return rest;
  };
  const walk = (node: Node) => {
    if (node instanceof Element) {
      // What is in another language, such as its own name, says so.
      if (node.matches('script, style, input[type=hidden], [hidden], [lang]:not(html)')) return;
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'data-label']) {
        const before = depth;
        depth = 0;
        add(outside(node.getAttribute(name) ?? ''));
        depth = before;
      }
    }
    if (node.nodeType === Node.TEXT_NODE) add(outside(node.textContent ?? ''));
    for (const child of node.childNodes) walk(child);
  };
  walk(root);
  return found;
}

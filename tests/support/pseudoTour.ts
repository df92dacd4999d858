import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { readCatalogue } from '#server/platform/words/catalogue.ts';

/**
 * The built application in two pseudo-languages: 'en-XA' has each message in brackets and 40 % longer, 'ar-XB' in brackets and from
 * right to left. They are served in place of the words of two languages that the build has, and `words/en.po` (`npm run words`) says which messages there
 * are: a text without brackets is none.
 */
export type Pseudo = 'en-XA' | 'ar-XB';
const STANDS_FOR = { 'en-XA': 'es', 'ar-XB': 'fr' } as const satisfies Record<Pseudo, string>;

/** In words of six letters, because a real language is no single long word. */
const longer = (english: string) =>
  `[${english}${' ~~~~~~'.repeat(Math.ceil(english.length / 15)).slice(0, Math.ceil(english.length * 0.4))}]`;

function moduleOf(pseudo: Pseudo): string {
  const english = readCatalogue(readFileSync('words/en.po', 'utf8')).translations;
  const words = [...english].map(([key, text]) => [key, pseudo === 'en-XA' ? longer(text) : `[${text}]`]);
  const direction = pseudo === 'ar-XB' ? "'rtl'" : 'undefined';
  return `export default ${JSON.stringify(Object.fromEntries(words))}; export const direction = ${direction};`;
}

/** Answers a context's requests of words with the pseudo-languages. */
export async function servePseudo(context: BrowserContext) {
  for (const pseudo of ['en-XA', 'ar-XB'] as const)
    await context.route(`**/assets/words-${STANDS_FOR[pseudo]}-*.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: moduleOf(pseudo) }),
    );
}

/** Shows a pseudo-language, or English, on a page with a session as it is, without loading it: what was opened in English stays open. */
export async function speakPseudo(page: Page, pseudo: Pseudo | null) {
  const language = pseudo ? STANDS_FOR[pseudo] : 'en';
  await page.evaluate((wanted) => {
    const held = JSON.parse(sessionStorage.getItem('tb.session') ?? 'null');
    if (!held) {
      localStorage.setItem('tb.language', wanted);
      return location.reload();
    }
    sessionStorage.setItem('tb.session', JSON.stringify({ ...held, info: { ...held.info, language: wanted } }));
    // As after the back-forward cache: the application reads the session of the tab again.
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor();
  await page.locator('#root h1').first().waitFor();
}

/** The fields of answers of the API that hold data, not words. */
const DATA =
  /(name|code|number|email|addr|recipients|serial|description|note|system(Ids?)?|url|link|version|zone|holder|contact|by|actor|target|path|values|label|lookup\d)$/i;
/** Gathers the texts that are the account's own, from the answers that a page receives. */
export function gatherData(page: Page): Set<string> {
  const data = new Set<string>();
  const add = (value: unknown, key: string, isAudit: boolean) => {
    if (typeof value === 'string' && (DATA.test(key) || (isAudit && key === 'detail')) && /\p{L}{2}/u.test(value))
      data.add(value);
    if (typeof value === 'object' && value !== null)
      for (const [name, inside] of Object.entries(value)) add(inside, Array.isArray(value) ? key : name, isAudit);
  };
  page.on('response', async (response) => {
    if (!/\/v2\/|config\.json/.test(response.url()) || !response.headers()['content-type']?.includes('json')) return;
    // A detail of the audit trail that is a text is data, else it is a message.
    add(await response.json().catch(() => null), '', response.url().includes('/audit/'));
  });
  return data;
}

/** A day of each month, and one of each weekday. */
const DAYS = [
  ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month))),
  ...Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day))),
];
/** The names of months and weekdays in the languages that the pseudo-languages stand for, which `Intl` writes. */
const DATES = [
  ...new Set(
    Object.values(STANDS_FOR).flatMap((language) =>
      (['long', 'short'] as const).flatMap((form) =>
        DAYS.flatMap((day) => [
          day.toLocaleDateString(language, { month: form, timeZone: 'UTC' }),
          day.toLocaleDateString(language, { weekday: form, timeZone: 'UTC' }),
          day.toLocaleDateString(language, { weekday: form, timeZone: 'UTC' }).slice(0, 2),
        ]),
      ),
    ),
  ),
];
/**
 * Names that no language changes: addresses, makes, formats of dates, profiles and commands of devices, the module of a
 * user, the payroll of the tour, and who is typed in its workbook.
 */
const NAMES =
  /Tallyboard|Recorder|ADMS|CSV|Excel|JSON|Hikvision|Dahua|Control iD|BioConnect|Español|Français|English|Afrikaans|Português|DD|MM|YYYY|(?:Open|Restricted)( \(APN\))?$|https?:\/\/\S+|^CHECK$|^No Number$|^, PAY$|^Dashboard$/g;
/** The words that `Intl` writes of ages, units and lists. */
const OF_INTL = /\b(?:hace|dans|il y a|de|à|et|y|min|seg|[KMG]B|[KMG]o|UTC|GMT)\b/g;
/** Permissions and their groups, as the API names them. */
const PERMISSIONS = new Set(Object.values(GRANTABLE).flatMap((all) => all.flatMap((one) => [one, one.split('.')[0]])));

/** 'Kolkata (Asia/Calcutta)' of a list of time zones. */
const TIME_ZONE = /^\S.* \([A-Z]\w+\/[\w/-]+\)$/;

/** 'EUR, euro', of `Intl`, and 'EUR' beside an amount. */
const CURRENCY = /^[A-Z]{3}(, |$)/;

const byLength = (one: string, other: string) => other.length - one.length;
/** Returns the texts of a page that are in no brackets, apart from the account's own data. */
export async function literalsOf(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(textsOutside);
  const info = await page.evaluate(() => JSON.parse(sessionStorage.getItem('tb.session') ?? '{}').info ?? {});
  const user = [`${info.firstName} ${info.lastName}`, info.username, info.accountName].map(String);
  const known = [...data, ...user, ...DATES].sort(byLength);
  const left = texts.filter((text) => {
    if (TIME_ZONE.test(text) || CURRENCY.test(text) || PERMISSIONS.has(text)) return false;
    // A label of a chart, cut short.
    if (text.endsWith('…') && [...data].some((one) => one.startsWith(text.slice(0, -1)))) return false;
    // Names first: a short day, 'vi', may be in one.
    const rest = known.reduce((all, one) => all.replaceAll(one, ' '), text.replace(NAMES, ' ')).replace(OF_INTL, ' ');
    return /\p{L}{2}/u.test(rest);
  });
  return [...new Set(left)].sort();
}

/** Runs in the page: the visible texts and names for readers of screens, without what is in brackets. */
function textsOutside(): string[] {
  const found: string[] = [];
  let depth = 0;
  const outside = (text: string) => {
    let rest = '';
    for (const letter of text)
      if (letter === '[') depth++;
      else if (letter === ']') depth = Math.max(0, depth - 1);
      else if (depth === 0) rest += letter;
    return rest.trim();
  };
  const walk = (node: Node) => {
    if (node instanceof Element) {
      if (
        node.matches(
          // Toasts stay as they were said; a text area has what a stop has typed.
          'script, style, [hidden], #shell, code, [lang]:not(html), [translate="no"], [contenteditable], textarea, [data-severity]',
        )
      )
        return;
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
        const before = depth;
        depth = 0;
        const rest = outside(node.getAttribute(name) ?? '');
        if (rest) found.push(rest);
        depth = before;
      }
      // A list cut short by the page begins anew; a link in a sentence goes on.
      if (node.matches('p, li, td, th, button, a:not(p a), label, h1, h2, h3, [role]')) depth = 0;
    }
    if (node.nodeType === Node.TEXT_NODE) {
      const rest = outside(node.textContent ?? '');
      if (rest) found.push(rest);
    }
    for (const child of node.childNodes) walk(child);
  };
  walk(document.body);
  return found;
}

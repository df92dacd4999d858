import PO from 'pofile';

/**
 * Returns the translations of a PO file by their English, where a context comes first, as gettext writes it, and the file's language.
 * What has no translation is left out. The build makes the page's words of the same files.
 */
export function readCatalogue(po: string): { language: string; translations: Map<string, string> } {
  const { headers, items } = PO.parse(po);
  const translated = items.flatMap(({ msgctxt, msgid, msgstr: [text] }) =>
    text ? [[msgctxt ? `${msgctxt}\u0004${msgid}` : msgid, text] as const] : [],
  );
  return { language: headers.Language ?? '', translations: new Map(translated) };
}

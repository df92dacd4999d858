/** The first line of every generated page. */
export const GENERATED = '<!-- Written by `npm run docs`: change its source, not this page. -->';

/** Returns a page of a title, an introduction and parts. */
export const page = (title: string, ...parts: readonly string[]) =>
  `${[GENERATED, `# ${title}`, ...parts].join('\n\n')}\n`;

/** Returns a table in Markdown. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
const cell = (text: string) =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();

export const code = (text: string) => `\`${text}\``;
/** Returns texts as an enumeration: 'a, b or c'. */
export const either = (texts: readonly string[]) =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

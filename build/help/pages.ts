import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { anchorOf } from './anchor.ts';

/** A page of the help: the source in docs/, its address, its title and its rendered sections. */
export type HelpPage = { source: string; href: string; title: string; sections: readonly Section[] };
type Section = { id: string; title: string; depth: number; html: string };
export type HelpGroup = { title: string; pages: readonly HelpPage[] };

/** The start page, which lists the others in their order. */
const START = 'docs/guide/index.md';
const PICTURES = 'docs/screenshots/';
export const PICTURE_PATH = '/help/pictures/';

/** Returns the address of a page or picture of docs/ in the help; undefined for what is not in it. */
function hrefOf(path: string): string | undefined {
  if (path === START) return '/help/';
  if (path.startsWith(PICTURES)) return `${PICTURE_PATH}${basename(path)}`;
  const [, page] = /^docs\/((?:guide|reference)\/[\w-]+)\.md$/.exec(path) ?? [];
  return page && `/help/${page}.html`;
}

/** Reads the start page and, in its order, every page that it lists. */
export function readHelp(root: string): {
  start: HelpPage;
  groups: readonly HelpGroup[];
  pictures: ReadonlySet<string>;
} {
  const pictures = new Set<string>();
  const read = (source: string) => pageOf(source, readFileSync(join(root, source), 'utf8'), pictures);
  const groups: { title: string; pages: HelpPage[] }[] = [];
  for (const token of new Marked().lexer(readFileSync(join(root, START), 'utf8'))) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ title: token.text, pages: [] });
    if (token.type === 'list')
      for (const [, target = ''] of token.raw.matchAll(/\]\(([^)#]+)\)/g))
        groups.at(-1)?.pages.push(read(join(dirname(START), target)));
  }
  return { start: read(START), groups, pictures };
}

/** Renders one page; adds the pictures that it shows to `pictures`. */
function pageOf(source: string, text: string, pictures: Set<string>): HelpPage {
  const marked = new Marked({ renderer: rendererOf(source, pictures) });
  const groups: Token[][] = [];
  for (const token of marked.lexer(text)) {
    if (token.type === 'heading') groups.push([]);
    groups.at(-1)?.push(token);
  }
  const sections = groups.map((tokens) => {
    const { text: title, depth } = tokens[0] as Tokens.Heading;
    return { id: anchorOf(title), title, depth, html: marked.parser(tokens) };
  });
  return { source, href: hrefOf(source) ?? '', title: sections[0]?.title ?? '', sections };
}

function rendererOf(source: string, pictures: Set<string>): Partial<Renderer> {
  const resolve = (target: string) => {
    const [path = '', anchor] = target.split('#');
    if (path === '') return target;
    const href = hrefOf(join(dirname(source), path));
    return href && `${href}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const plain = new Renderer();
  return {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser?.parseInline(tokens)}</h${depth}>\n`;
    },
    link(token) {
      plain.parser = this.parser as Renderer['parser'];
      const href = /^https:/.test(token.href) ? token.href : resolve(token.href);
      // A page that is for who runs or changes Tallyboard is not in the help.
      return href ? plain.link({ ...token, href }) : plain.parser.parseInline(token.tokens);
    },
    image(token) {
      const href = resolve(token.href) ?? '';
      pictures.add(basename(href));
      return `<img src="${href}" alt="${token.text}" loading="lazy">`;
    },
    table(token) {
      plain.parser = this.parser as Renderer['parser'];
      // Scrolls by itself on a narrow screen, by keyboard too.
      return `<div class="table" role="group" aria-label="Table" tabindex="0">${plain.table(token)}</div>`;
    },
    // Marks of the examples, for the tests.
    html: () => '',
  };
}

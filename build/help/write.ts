import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HelpGroup, type HelpPage, PICTURE_PATH, readHelp } from './pages.ts';

/** Files beside the pages; search.js works without a build, because it is sent as it is written. */
const FILES = ['help.css', 'dark.css', 'search.js'];

/** Writes the help below `directory`/help: docs/guide and docs/reference as pages that need no script but for their search (docs/decisions/040-help-pages.md). */
export function writeHelp(root: string, directory: string): void {
  const { start, groups, pictures } = readHelp(root);
  const pages = groups.flatMap((group) => group.pages);
  const write = (href: string, text: string) => {
    const path = join(directory, href.endsWith('/') ? `${href}index.html` : href);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const page of [start, ...pages]) write(page.href, htmlOf(page, groups));
  write('/help/search.json', JSON.stringify(pages.flatMap(entriesOf)));
  for (const file of FILES) copyFileSync(join(import.meta.dirname, file), join(directory, 'help', file));
  mkdirSync(join(directory, PICTURE_PATH), { recursive: true });
  for (const name of pictures) copyFileSync(join(root, 'docs/screenshots', name), join(directory, PICTURE_PATH, name));
}

/** Returns what the search looks through: an entry a section. */
const entriesOf = ({ href, title, sections }: HelpPage) =>
  sections.map((section) => ({
    href: section.depth === 1 ? href : `${href}#${section.id}`,
    title: section.depth === 1 ? title : `${title}: ${section.title}`,
    text: section.html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '),
  }));

const linkTo = (href: string, title: string, isShown = false) =>
  `<li><a href="${href}"${isShown ? ' aria-current="page"' : ''}>${title}</a></li>`;

function htmlOf(page: HelpPage, groups: readonly HelpGroup[]): string {
  const [head, ...sections] = page.sections;
  const contents = sections.filter(({ depth }) => depth === 2).map(({ id, title }) => linkTo(`#${id}`, title));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Tallyboard</title>
<link rel="icon" href="/icons/icon.svg">
<link rel="stylesheet" href="/help/help.css">
<link rel="stylesheet" href="/help/dark.css" media="(prefers-color-scheme: dark)" id="dark">
<script src="/help/search.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="home" href="/help/">Tallyboard help</a>
<a class="to-pages" href="#pages">All pages</a>
<form role="search" hidden>
<label for="words">Search the help</label>
<input id="words" type="search" autocomplete="off">
</form>
</header>
<div class="columns">
<main id="main" tabindex="-1">
<section id="found" aria-live="polite" aria-label="Found" hidden></section>
${head?.html ?? ''}${page.href !== '/help/' && contents.length > 1 ? `<nav aria-label="On this page"><ul>${contents.join('')}</ul></nav>\n` : ''}${sections.map(({ html }) => html).join('')}
</main>
<nav id="pages" aria-label="All pages">
${groups.map(({ title, pages }) => `<p>${title}</p>\n<ul>${pages.map((one) => linkTo(one.href, one.title, one.href === page.href)).join('')}</ul>`).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

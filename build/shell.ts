import { readFileSync } from 'node:fs';
import { DEFAULT_THEME } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables } from '../src/theme.ts';
import { SCREENS } from './chunks.ts';
import { startScript } from './start.ts';

/**
 * Writes the first picture into index.html, so that it shows before any script or stylesheet has arrived: the log-in form, or the outline of an area,
 * with its few styles inline (the server allows them by hash). The application takes its place without a jump and keeps what was typed.
 */
/** The order of the cascade layers of src/styles, declared before any stylesheet arrives: a later layer may be linked before the first. */
const LAYERS = '@layer mantine, mantine-area, mantine-later;';

const read = (name: string) => readFileSync(new URL(`./shell/${name}`, import.meta.url), 'utf8');
const icon = read('../../public/icons/icon.svg');

/** Returns the theme's colours that the page needs before the theme's stylesheet has arrived. */
function colours(): string {
  const { light, dark } = cssVariables(DEFAULT_THEME);
  const used = [
    '--tb-page',
    '--tb-surface',
    '--tb-line',
    '--mantine-color-text',
    '--mantine-color-dimmed',
    '--mantine-color-anchor',
    '--mantine-color-disabled-color',
  ];
  const block = (scheme: string, from: Record<string, string>, input: string) =>
    `:root[data-mantine-color-scheme="${scheme}"]{color-scheme:${scheme};${used.map((name) => `${name}:${from[name]}`).join(';')};--tb-input:${input}}`;
  return block('light', light, '#ced4da') + block('dark', dark, '#3f454d');
}
const squeeze = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/: /g, ':')
    .replace(/ \{/g, '{');

/** Marks what login.html leaves out: an area's outline and styles, and the calls and figures with which it starts. */
const ofArea = (part: string) => `<!--area-->${part}<!--/area-->`;
const AREA = /<!--area-->[\s\S]*?<!--\/area-->/g;

type Chunk = {
  type: string;
  fileName: string;
  isEntry?: boolean;
  imports?: string[];
  moduleIds?: string[];
  viteMetadata?: { importedCss: Set<string> };
};

/** Returns the files of each screen with everything that they import statically, except those of the entry, and the words of each language. */
function filesOf(bundle: Record<string, Chunk>): {
  [screen: string]: readonly string[] | { [language: string]: string };
} {
  const closure = (names: string[], seen = new Set<string>()): Set<string> => {
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      closure(bundle[name]?.imports ?? [], seen);
    }
    return seen;
  };
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const entry = closure(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  const screen = (pattern: RegExp) => {
    const own = chunks.filter(({ moduleIds = [] }) => moduleIds.some((id) => pattern.test(id)));
    const files = [...closure(own.map(({ fileName }) => fileName))].filter((name) => !entry.has(name));
    const sheets = files.flatMap((name) => [...(bundle[name]?.viteMetadata?.importedCss ?? [])]);
    return [...new Set([...sheets, ...files])].map((name) => `/${name}`);
  };
  const words = chunks.flatMap(({ fileName, moduleIds = [] }) =>
    moduleIds.flatMap((id) => {
      const language = /\/words\/(\w+)\.po$/.exec(id)?.[1];
      return language ? [[language, `/${fileName}`]] : [];
    }),
  );
  return {
    ...Object.fromEntries(Object.entries(SCREENS).map(([name, pattern]) => [name, screen(pattern)])),
    words: Object.fromEntries(words),
  };
}

/**
 * Puts the shell, its styles and the scripts of src/start into index.html, and writes login.html, the same page without an area's part, which is half
 * of its bytes: the server answers the log-in page's address with it.
 */
export function shell(): Plugin {
  return {
    name: 'shell',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        // Rolldown's chunk type has these fields; a development server has no bundle.
        const files = bundle ? filesOf(bundle as unknown as Record<string, Chunk>) : {};
        const guard = await startScript('guard');
        const firstCalls = await startScript('firstCalls');
        const firstFigures = await startScript('firstFigures');
        // In the head stylesheets would delay the first paint; in the body they only delay the scripts.
        const sheets = html.match(/^\s*<link rel="stylesheet"[^>]*>\n/gm) ?? [];
        const scripts = html.match(/^\s*<script type="module"[^>]*><\/script>\n/gm) ?? [];
        // As a data URL the icon takes no request of its own.
        let page = html.replace('/icons/icon.svg', `data:image/svg+xml,${encodeURIComponent(icon)}`);
        for (const tag of [...sheets, ...(bundle ? scripts : [])]) page = page.replace(tag, '');
        page = page.replace(
          '    <div id="root"></div>\n',
          () =>
            `${read('shell.html').replace(/ {4}<\/div>\n$/, (end) => ofArea(read('area.html')) + end)}    ${ofArea(`<script>${firstFigures}</script>`)}\n    <div id="root"></div>\n${sheets.join('')}${bundle ? scripts.join('') : ''}`,
        );
        const style = `<style>${LAYERS}${colours()}${squeeze(read('shell.css'))}</style>`;
        const head = ofArea(`<script>${firstCalls}</script>\n    <style>${squeeze(read('area.css'))}</style>`);
        // After the character set, which must be within the first 1024 bytes.
        return page.replace(
          '    <title>',
          () =>
            `    <script type="application/json" id="screen-files">${JSON.stringify(files)}</script>\n    <script>${guard}</script>\n    ${style}\n    ${head}\n    <title>`,
        );
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        this.emitFile({ type: 'asset', fileName: 'login.html', source: String(page.source).replace(AREA, '') });
      },
    },
  };
}

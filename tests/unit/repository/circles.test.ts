import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

type Graph = Map<string, Set<string>>;
type Files = Record<string, string>;

/** Reads the source files below a folder; the generated route tree imports every route, and is left out. */
const filesBelow = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.gen.ts'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
const server = filesBelow('server');

/** Returns the imports of each file, types included, by paths below the folder. */
function importsOf(files: Files): Graph {
  return new Map(
    Object.entries(files).map(([file, text]) => {
      const { staticImports, staticExports } = parseSync(file, text).module;
      const specifiers = [
        ...staticImports.map((one) => one.moduleRequest.value),
        ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
      ];
      const relative = specifiers.filter((specifier) => specifier.startsWith('.'));
      return [file, new Set(relative.map((specifier) => normalize(join(dirname(file), specifier))))];
    }),
  );
}

/** Returns the imports of each folder of an area; files beside them (main.ts, platform/services.ts) belong to none. */
function foldersOf(files: Graph): Graph {
  const folders: Graph = new Map();
  const folderOf = (file: string) =>
    file.lastIndexOf('/') > file.indexOf('/') ? file.split('/', 2).join('/') : undefined;
  for (const [file, imported] of files) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const known = folders.get(from) ?? new Set();
    for (const to of [...imported].map(folderOf)) if (to !== undefined && to !== from) known.add(to);
    folders.set(from, known);
  }
  return folders;
}

/** Returns the nodes that lie on a circle. */
const inCircles = (graph: Graph) =>
  [...graph.keys()].filter((start) => {
    const seen = new Set<string>();
    const next = [...(graph.get(start) ?? [])];
    for (let node = next.pop(); node !== undefined; node = next.pop()) {
      if (node === start) return true;
      if (seen.has(node)) continue;
      seen.add(node);
      next.push(...(graph.get(node) ?? []));
    }
    return false;
  });

test.each(['server', 'src', 'contract', 'recorder', 'sw'])(
  'no file of %s imports itself by way of others',
  (folder) => {
    expect(inCircles(importsOf(filesBelow(folder)))).toEqual([]);
  },
);

test("the server's folders form no circle", () => {
  expect(inCircles(foldersOf(importsOf(server)))).toEqual([]);
});

test('http and db import no noun, and only app.ts imports a routes.ts', () => {
  const files = importsOf(server);
  const folders = foldersOf(files);
  expect([...(folders.get('platform/db') ?? [])]).toEqual([]);
  expect([...(folders.get('platform/http') ?? [])]).toEqual(['platform/db']);
  const mounting = [...files].filter(([, imported]) => [...imported].some((to) => to.endsWith('/routes.ts')));
  expect(mounting.map(([file]) => file)).toEqual(['app.ts']);
});

test.each([
  [
    'between two files',
    { 'x/a/b.ts': "import type { X } from './c.ts';", 'x/a/c.ts': "export { y } from './b.ts';" },
    2,
    0,
  ],
  [
    'between three folders',
    {
      'x/a/b.ts': "import { x } from '../c/d.ts';",
      'x/c/d.ts': '',
      'x/c/e.ts': "import '../f/g.ts';",
      'x/f/g.ts': "import type { X } from '../a/h.ts';",
      'x/a/h.ts': '',
    },
    0,
    3,
  ],
  [
    'by way of services.ts alone',
    { 'x/a/b.ts': "import '../services.ts';", 'x/services.ts': "import './a/c.ts';" },
    0,
    0,
  ],
] as const)('a planted circle %s is found', (_where, planted, files, folders) => {
  const graph = importsOf(planted);
  expect(inCircles(graph)).toHaveLength(files);
  expect(inCircles(foldersOf(graph))).toHaveLength(folders);
});

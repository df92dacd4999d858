import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Mantine's packages that have style sheets. */
type Package = 'core' | 'dates' | 'charts';
/** The classes of a component by Mantine's names for its parts. */
export type Parts = ReadonlyMap<string, string>;

const read = (name: Package): [string, Parts][] => {
  const directory = join(import.meta.dirname, `../node_modules/@mantine/${name}/esm`);
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const component = /([^\\/]+)\.module\.mjs$/.exec(file)?.[1];
    if (!component) return [];
    const parts = readFileSync(join(directory, file), 'utf8').matchAll(/"?([\w-]+)"?: "(m_\w+)"/g);
    return [[component, new Map([...parts].map(([, part = '', one = '']) => [part, one]))]];
  });
};

/** Every component of a package, from the files that name its classes. */
export const MANTINE_MODULES: Record<Package, ReadonlyMap<string, Parts>> = {
  core: new Map(read('core')),
  dates: new Map(read('dates')),
  charts: new Map(read('charts')),
};

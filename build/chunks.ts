import type { Rolldown } from 'vite';

/**
 * The files of the application, by the bundler's own groups. Each takes what it names with everything that this imports and no earlier group has; so a
 * file imports only earlier ones. A lazily loaded component is in the file of its area of features. Packages that change rarely are apart from our own
 * code, so that a release does not rename them. Few files, because small ones compress badly and each is a request when the worker installs.
 */
type Group = Omit<Rolldown.CodeSplittingGroup, 'priority'>;

/** Matches packages by name. */
const packages = (...names: readonly string[]) =>
  new RegExp(`node_modules[\\\\/](?:${names.join('|').replaceAll('/', '[\\\\/]')})[\\\\/]`);
const DATA = packages(
  'zod',
  'ky',
  'idb-keyval',
  '@tanstack',
  '@floating-ui',
  '@mantine/core/esm/components/(?:Menu|SegmentedControl|Badge|Skeleton|Paper)',
  '@mantine/hooks/esm/use-disclosure',
);
const ANY_PACKAGE = /node_modules[\\/]/;

/** The screens whose files are asked for before the entry has run (build/shell.ts). */
export const SCREENS = {
  login: /src[\\/]routes[\\/]login[\\/]index\.tsx/,
  /** Above the log-in form, of a device that shows its last figures there (docs/decisions/037-last-figures-before-log-in.md). */
  lastFigures: /src[\\/](?:routes[\\/]login[\\/]-LastFigures\.tsx|cache[\\/]lastFigures\.ts)/,
  employer:
    /src[\\/](?:routes[\\/]employer[\\/](?:route|overview)\.tsx|api[\\/](?:Queries\.tsx|queryClient\.ts)|cache[\\/]persistence\.ts)/,
  manage: /src[\\/](?:routes[\\/]manage[\\/]-Manage\.tsx|api[\\/]Queries\.tsx)/,
  /** Follow when the others have arrived. */
  charts: /src[\\/]ui[\\/]charts[\\/]charts\.ts/,
};

const GROUPS: readonly Group[] = [
  // The log-in page.
  { name: 'base', test: ANY_PACKAGE, tags: ['$initial'] },
  { name: 'app', tags: ['$initial'] },
  { name: 'charts', test: packages('recharts', '@mantine/charts') },
  { name: 'rows', test: packages('@tanstack/react-virtual', '@tanstack/virtual-core') },
  // Small, so that the figures come with the form; the overview shows its own with the same parts.
  { name: 'lastFigures', test: SCREENS.lastFigures },
  // The packages of the signed-in pages; Zod's with what must run before the first schema is made.
  {
    name: 'data',
    test: new RegExp(`${DATA.source}|src[\\\\/]api[\\\\/]quietZod\\.ts$`),
  },
  // The overview, whose frame the other sections and administration share.
  { name: 'area', test: SCREENS.employer },
  // Comes after the overview's figures, for a user who may see pay.
  { name: 'today', test: /src[\\/]features[\\/]money[\\/]pay[\\/]TodayPay\.tsx/ },
  // Style sheets of all other screens.
  { name: 'later', test: /\.css$/ },
  { name: 'icons', test: packages('@tabler') },
  { name: 'form', test: packages('@mantine/form') },
  { name: 'select', test: packages('@mantine/core/esm/components/NativeSelect') },
  { name: 'kit', test: ANY_PACKAGE, minShareCount: 2 },
  // What is often looked at, each by itself.
  { name: 'trends', test: /src[\\/]routes[\\/]employer[\\/]reports_\.trends\.tsx/ },
  { name: 'people', test: /src[\\/]routes[\\/]employer[\\/]people\.tsx/ },
  { name: 'accounts', test: /src[\\/]routes[\\/]manage[\\/](?:route|accounts[\\/]all)\.tsx/ },
  // What several others share, and then these by area.
  { name: 'shared', test: /[\\/](?:src[\\/](?!features|routes)|contract[\\/])/, minShareCount: 2 },
  { name: (id) => /src[\\/](?:features|routes)[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null, debugName: 'areas' },
];

/** The bundler takes the group of the highest priority. */
export const groups: Rolldown.CodeSplittingGroup[] = GROUPS.map((group, index) => ({
  ...group,
  priority: GROUPS.length - index,
}));

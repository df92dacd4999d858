import type { Rolldown } from 'vite';

/**
 * Decides which file a module goes into. The files are few: a request costs more than the bytes that splitting saves, small files compress badly, and
 * each adds half a kilobyte of headers when the worker installs them all. Packages and our own modules never share a file, and packages import only
 * packages, so their files do not change from release to release.
 */
type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null };

const isPackage = (id: string) => /node_modules[\\/]/.test(id);
/** In one file with Zod, so that it is set before the first schema is made. */
const WITH_ZOD = /src[\\/]api[\\/]quietZod\.ts$/;
const DATES = /node_modules[\\/](@mantine[\\/]dates|dayjs)|src[\\/]ui[\\/]dates\.(ts|css)$/;

/**
 * The entry modules of the screens, in order: a module belongs to the first screen that needs it. `own`, `packages` and `styles` name the files of
 * our modules, of packages and of stylesheets. Later screens share one stylesheet, and their packages are in the order of how often they are needed.
 */
const SCREENS: readonly { own: string; packages: string; styles: string; roots: RegExp }[] = [
  { own: 'app', packages: 'base', styles: 'app', roots: /src[\\/](main\.tsx|routes[\\/]login[\\/]index\.tsx)/ },
  {
    own: 'area',
    packages: 'data',
    styles: 'app',
    roots:
      /src[\\/](api[\\/](Queries\.tsx|queryClient\.ts)|cache[\\/]persistence\.ts|shell[\\/]AreaShell\.tsx|routes[\\/]employer[\\/](route|overview)\.tsx)/,
  },
  { own: 'charts', packages: 'charts', styles: 'app', roots: /src[\\/]ui[\\/]charts[\\/]charts\.ts$/ },
  { own: 'toast', packages: 'toast', styles: 'later', roots: /src[\\/]shell[\\/]Toast\.tsx$/ },
  // The parts of the contract that log-in and administration need besides those of the dashboard; the set-up and the sections have their own.
  {
    own: 'contract',
    packages: 'contract',
    styles: 'later',
    roots:
      /contract[\\/]\w+[\\/](?!setup|workbook|corrections|crewSheets|pieces|exceptions|periodLocks|csv|explain|trends|people|signIn|singleSignOn|presets|push|earnings|payFiles|payRules|money|hour|readingKeys|auditSamples|ownDaysLinks|recordFiles|oldRecords|privacy|reportColumns|choices|cards|workPlans|terminals|enrolment)\w+\.ts$/,
  },
  // Loaded by the log-in page when it is idle, where a user has a passkey, or there are providers of single sign-on.
  {
    own: 'passkeys',
    packages: 'passkeys',
    styles: 'later',
    roots: /src[\\/]features[\\/]\w+[\\/]login[\\/]passkeys\.ts$/,
  },
  {
    own: 'account',
    packages: 'form',
    styles: 'later',
    roots: /src[\\/](routes[\\/](login[\\/]|nologin)|features[\\/]\w+[\\/]login[\\/])/,
  },
  // What Trends, People and administration share, and then each by itself: none waits for another's code (spec/trends.md, Budgets).
  {
    own: 'parts',
    packages: 'browse',
    styles: 'later',
    roots:
      /src[\\/](ui[\\/](Loaded|PrintSheet|SearchBox)|shell[\\/]ServerButton|features[\\/]\w+[\\/]dayRange[\\/]RangeBar|routes[\\/]employer[\\/]-FigureControls)\.tsx|src[\\/](lib[\\/](saveFile|textScale)|api[\\/]range|routes[\\/]employer[\\/]-(rangeSpan|useRangeAddress))\.ts|contract[\\/]\w+[\\/]trends\.ts/,
  },
  {
    own: 'manage',
    packages: 'browse',
    styles: 'later',
    roots: /src[\\/]routes[\\/]manage[\\/](-Manage|route|index|accounts[\\/](all|route|index))\.tsx/,
  },
  { own: 'trends', packages: 'browse', styles: 'sections', roots: /src[\\/]routes[\\/]employer[\\/]trends\.tsx/ },
  {
    own: 'people',
    packages: 'browse',
    styles: 'sections',
    roots: /src[\\/]routes[\\/]employer[\\/]people\.tsx/,
  },
  {
    own: 'menus',
    packages: 'floating',
    styles: 'later',
    roots: /src[\\/](ui[\\/]HintBubble|features[\\/]\w+[\\/]dashboard[\\/]Calendar)\.tsx$/,
  },
  { own: 'kit', packages: 'surfaces', styles: 'later', roots: /src[\\/](styles\.forms\.ts|ui[\\/]\w+\.tsx)$/ },
  // The contract of exceptions is bundled with that of corrections, which 'Why?' brings: apart they weigh more.
  {
    own: 'lists',
    packages: 'surfaces',
    styles: 'later',
    roots:
      /src[\\/](features[\\/]\w+[\\/](piecework|stats|syncStatus)[\\/]\w+|shell[\\/]\w+)\.tsx$|contract[\\/]\w+[\\/](exceptions|periodLocks)\.ts$/,
  },
  // The page of acts on many records: its rare visitors alone load it.
  {
    own: 'pieces',
    packages: 'fields',
    styles: 'later',
    roots: /src[\\/]features[\\/]\w+[\\/]corrections[\\/](PiecesPage|Bulk\w+|Crew\w+|SheetGrid)\.tsx$/,
  },
  {
    own: 'dialogs',
    packages: 'fields',
    styles: 'later',
    roots:
      /src[\\/](features[\\/]\w+[\\/](alerts|reports|corrections|crew|dayNotes|dayRange|search|signIn)[\\/]\w+|routes[\\/]employer[\\/]-Alerts)\.tsx$/,
  },
  {
    own: 'setup',
    packages: 'fields',
    styles: 'later',
    roots:
      /src[\\/](features[\\/]\w+[\\/](setup[\\/]\w+|users[\\/](Scope(sPage|Dialog)|NewReadingKeyDialog))|routes[\\/]employer[\\/](setup|-FirstData))\.tsx/,
  },
  {
    own: 'pay',
    packages: 'fields',
    styles: 'later',
    roots:
      /src[\\/](features[\\/]\w+[\\/]pay[\\/]\w+|routes[\\/]employer[\\/]pay)\.tsx|contract[\\/]\w+[\\/](earnings|payRules|money)\.ts/,
  },
  // The employer's other sections in one file: who opens one usually opens the next.
  {
    own: 'exceptions',
    packages: 'fields',
    styles: 'sections',
    roots:
      /src[\\/]features[\\/]\w+[\\/]records[\\/]\w+\.tsx|src[\\/]routes[\\/]employer[\\/](people_\.\$employeeId|people_\.on-site|people_\.hours|trends_\.records|exceptions(_\.\w+)?|figures|-WhyDay|-ExcuseDay)\.tsx/,
  },
  {
    own: 'edit',
    packages: 'fields',
    styles: 'later',
    roots: /src[\\/](routes[\\/]manage[\\/]|features[\\/]\w+[\\/]backups[\\/]\w+\.tsx)/,
  },
];

/** The index file of a package from which each screen uses little. */
const INDEX =
  /node_modules[\\/](@mantine[\\/](?:core|hooks|charts)|@tabler[\\/]icons-react)[\\/](?:dist[\\/])?esm[\\/](?:index|tabler-icons-react)\.mjs$/;

/** Returns the imports of a module; those of an index file only as far as the module uses them. */
function importsOf(id: string, graph: Graph): string[] {
  const info = graph.getModuleInfo(id);
  return (info?.importedIds ?? []).flatMap((imported) => {
    const index = INDEX.exec(imported)?.[1];
    if (!index) return [imported];
    const names = namesFrom(info?.code ?? '', index.replaceAll('\\', '/'));
    return (graph.getModuleInfo(imported)?.importedIds ?? []).filter((file) => isNamed(file, names, graph));
  });
}

/** Returns the names that a module's code imports from a package. */
function namesFrom(code: string, name: string): Set<string> {
  const imports = code.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${name}["']`, 'g'));
  return new Set(
    [...imports].flatMap(([, list = '']) => list.split(',').map((one) => one.trim().split(/\s+as\s+/)[0] ?? '')),
  );
}

/** Returns true if a file exports one of the names: 'create-theme.mjs' is createTheme; 'use-resize-observer.mjs' holds other hooks too. */
function isNamed(file: string, names: ReadonlySet<string>, graph: Graph): boolean {
  const name = /([^\\/]*)\.m?js$/.exec(file)?.[1] ?? '';
  if (name.startsWith('use-')) return graph.getModuleInfo(file)?.exports.some((one) => names.has(one)) ?? false;
  return names.has(name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

/** The function for `codeSplitting.groups[].name`: the chunk of a module, or null for the bundler's own choice. */
export function chunkOf() {
  let screens: Map<string, string> | undefined;
  const assign = (graph: Graph, roots: (pattern: RegExp) => string[]) => {
    const chunks = new Map<string, string>();
    for (const { own, packages, styles, roots: pattern } of SCREENS) {
      const open = roots(pattern);
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (chunks.has(id)) continue;
        chunks.set(id, id.endsWith('.css') ? styles : isPackage(id) ? packages : own);
        open.push(...importsOf(id, graph));
      }
    }
    return chunks;
  };
  return (id: string, graph: Graph): string | null => {
    if (DATES.test(id)) return id.endsWith('.css') ? 'later' : 'dates';
    if (WITH_ZOD.test(id)) return 'data';
    screens ??= assign(graph, (pattern) => everyModule(graph, id).filter((one) => pattern.test(one)));
    return screens.get(id) ?? null;
  };
}

/** Every module that can be reached from the entry, whatever way. */
function everyModule(graph: Graph, start: string): string[] {
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    if (info)
      open.push(...info.importedIds, ...info.dynamicallyImportedIds, ...info.importers, ...info.dynamicImporters);
  }
  return [...seen];
}

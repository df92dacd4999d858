import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** LibreOffice, where it is installed: a program that people open our files with. */
export const OFFICE = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/libreoffice/program/soffice'].find(
  existsSync,
);

/** Separator, quote, UTF-8, from line 1, and recognised dates and times: the defaults of its import dialog for our files. */
const CSV_IMPORT = 'CSV:44,34,76,1,,0,false,true';

/** Opens files headless and saves them in another format in `folder`; returns their paths. */
export function convert(files: readonly string[], format: string, folder: string): string[] {
  if (!OFFICE) throw new Error('LibreOffice is not installed');
  const home = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const isCsv = files.every((file) => file.endsWith('.csv'));
  const args = [home, '--headless', ...(isCsv ? [`--infilter=${CSV_IMPORT}`] : []), '--convert-to', format];
  const { status, stderr } = spawnSync(OFFICE, [...args, '--outdir', folder, ...files], { encoding: 'utf8' });
  const made = new Set(readdirSync(folder));
  const extension = format.split(':')[0] ?? format;
  return files.map((file) => {
    const name = `${basename(file).replace(/\.\w+$/, '')}.${extension}`;
    if (status !== 0 || !made.has(name)) throw new Error(`LibreOffice did not open ${file}: ${stderr}`);
    return join(folder, name);
  });
}

/** A cell as LibreOffice understood it. `value`: a number, an ISO date or time, or its text. */
export type OfficeCell = { type: 'string' | 'float' | 'date' | 'time' | 'empty'; value: string; isFormula: boolean };

/** Returns the first sheet of a flat OpenDocument file, without empty cells at the end of rows. */
export function readSheet(path: string): OfficeCell[][] {
  const xml = readFileSync(path, 'utf8');
  const [sheet = ''] = xml.match(/<table:table .*?<\/table:table>/s) ?? [];
  return [...sheet.matchAll(/<table:table-row\b[^>]*?(?:\/>|>(.*?)<\/table:table-row>)/gs)]
    .map(([, row = '']) => cellsOf(row))
    .filter((cells) => cells.length > 0);
}

function cellsOf(row: string): OfficeCell[] {
  const cells = [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
    ([, attributes = '', content = '']) => {
      const attribute = (name: string) => attributes.match(new RegExp(`${name}="([^"]*)"`))?.[1];
      const type = (attribute('office:value-type') ?? 'empty') as OfficeCell['type']; // the expectations of the test check it
      const value = attribute('office:date-value') ?? attribute('office:time-value') ?? attribute('office:value');
      const cell = { type, value: value ?? textOf(content), isFormula: attributes.includes('table:formula') };
      const repeated = Number(attribute('table:number-columns-repeated') ?? 1);
      return type === 'empty' && repeated > 100 ? [] : Array.from({ length: repeated }, () => cell);
    },
  );
  while (cells.at(-1)?.type === 'empty') cells.pop();
  return cells;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const textOf = (content: string) =>
  [...content.matchAll(/<text:p\b[^>]*?(?:\/>|>(.*?)<\/text:p>)/gs)]
    .map(([, text = '']) =>
      text
        .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count) => ' '.repeat(Number(count ?? 1)))
        .replaceAll('<text:tab/>', '\t')
        .replaceAll('<text:line-break/>', '\n')
        .replace(/<[^>]+>/g, '')
        .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
        .replace(/&(\w+);/g, (_, name) => ENTITIES[name] ?? ''),
    )
    .join('\n');

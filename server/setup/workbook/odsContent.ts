import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

/** Elements around rows (printed headings, outlines), inside which hucre 1.0.0 would not find the rows. */
const AROUND_ROWS = /<\/?table:(?:table-header-rows|table-row-group|table-rows)\b[^>]*>/g;
/** hucre keeps an empty cell that has a style: a million formatted empty rows would be too many. The styles of cells are not needed here. */
const CELL_STYLE = /(<table:table-cell\b[^>]*?)\stable:style-name="[^"]*"/g;
const TABLE_STYLE = /<style:style\b(?=[^>]*style:family="table")[^>]*style:name="([^"]*)"[^>]*>(.*?)<\/style:style>/gs;
const TABLE = /<table:table\s[^>]*table:style-name="([^"]*)"[^>]*>.*?<\/table:table>/gs;

/** Returns an .ods with the same cells in a form that hucre reads completely: visible sheets only, every row directly in its sheet. */
export async function plainOds(bytes: Uint8Array): Promise<Uint8Array> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const plain = new ZipFile();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'mimetype' && entry.fileName !== 'content.xml') continue;
    const content = await text(await zip.openReadStreamPromise(entry));
    plain.addBuffer(Buffer.from(entry.fileName === 'mimetype' ? content : plainContent(content)), entry.fileName);
  }
  plain.end();
  return buffer(plain.outputStream as Readable); // yazl types its stream as the interface
}

function plainContent(xml: string): string {
  const hidden = new Set(
    [...xml.matchAll(TABLE_STYLE)].flatMap(([, name, style]) => (style?.includes('table:display="false"') ? name : [])),
  );
  return xml
    .replace(TABLE, (table, style: string) => (hidden.has(style) ? '' : table))
    .replace(AROUND_ROWS, '')
    .replace(CELL_STYLE, '$1');
}

import { zip } from './zip.ts';

/** Parts of an .xlsx as XML, for files that our own writer never makes. */
type XlsxParts = {
  /** The content of sheetData. */
  rows?: string;
  sheet?: string;
  strings?: string;
  styles?: string;
  workbook?: string;
  relations?: string;
  more?: Record<string, string | Buffer>;
};
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export function xlsxOf({ rows = '', more = {}, ...parts }: XlsxParts): Promise<Buffer> {
  const sheet = parts.sheet ?? `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
  const workbook =
    parts.workbook ??
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Employees" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const relations =
    parts.relations ??
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
     <Relationship Id="rId8" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>
     <Relationship Id="rId9" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${parts.strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${parts.styles ?? ''}</styleSheet>`,
    ...more,
  };
  return zip(Object.entries(files));
}

/** A row of text cells without addresses, as some programs write them. */
export const inlineRow = (...cells: string[]) =>
  `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
export function odsOf(tables: string, more: Record<string, string> = {}): Promise<Buffer> {
  const content = `<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:table="${ODF}:table:1.0" xmlns:text="${ODF}:text:1.0"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
  return zip(Object.entries({ mimetype: ODS_TYPE, 'content.xml': content, ...more }));
}
export const odsRow = (...cells: string[]) =>
  `<table:table-row>${cells.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;

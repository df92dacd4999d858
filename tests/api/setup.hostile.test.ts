import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { inlineRow, ODS_TYPE, odsOf, odsRow, xlsxOf } from '../support/sheets.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart, unzip, zip } from '../support/zip.ts';

/** Malicious and oversized files: each is refused with a plain reason. */
const t = useTestApp();
const HEAD = inlineRow('Employee Number', 'First Name', 'Last Name');
const good = () => xlsxOf({ rows: HEAD + inlineRow('1', 'Ann', 'Adams') });

async function dropping(file: Buffer, name = 'farm.xlsx') {
  const { token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const { payload, headers } = multipart(file, { name, type: 'application/octet-stream' });
  const url = '/v2/setup/workbook';
  return t.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: token } });
}
const DAMAGED = 'The file is damaged or cannot be read. Save it again as .xlsx or .ods.';
const UNSUPPORTED = 'File type not supported. Only .xlsx, .ods and .csv files are supported.';
const COSTLY = /more than \d+ (MB|s|cells|characters|parts|sheets)|cannot be read/;
const renamed = (file: Buffer, from: string, to: string) =>
  Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1');

const emptySheets = (count: number) =>
  Array.from({ length: count }, (_, i) => `<table:table table:name="Month ${i}"></table:table>`).join('');

/** Makes the directory claim that an entry is empty; only its local header has the true size. */
async function hiddenSizes() {
  const bomb = deflateRawSync(Buffer.alloc(400_000_000, ' '));
  const name = 'xl/sharedStrings.xml';
  const file = await xlsxOf({ more: { [name]: Buffer.alloc(200_000, 'ab') } });
  const at = file.indexOf(name) - 30;
  const local = Buffer.from(file.subarray(at, at + 30 + name.length));
  local.writeUInt32LE(bomb.length, 18);
  local.writeUInt32LE(400_000_000, 22);
  const moved = Buffer.concat([local, bomb]);
  const directory = file.readUInt32LE(file.length - 6);
  const entries = Buffer.from(file.subarray(directory, file.length - 22));
  const entry = entries.indexOf(name) - 46;
  entries.writeUInt16LE(entries.readUInt16LE(entry + 8) | 8, entry + 8);
  for (const field of [16, 20, 24]) entries.writeUInt32LE(0, entry + field);
  entries.writeUInt32LE(directory, entry + 42);
  const end = Buffer.from(file.subarray(file.length - 22));
  end.writeUInt32LE(directory + moved.length, 16);
  return Buffer.concat([file.subarray(0, directory), moved, entries, end]);
}

const repeatedRow = (times: number, columns: number, text: string) =>
  `<table:table-row table:number-rows-repeated="${times}"><table:table-cell table:number-columns-repeated="${columns}" office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`;
const LONG = 'x'.repeat(500);

/** The most resident memory that the process had more than before while `work` ran, in MB. */
async function grownBy<T>(work: () => Promise<T>): Promise<{ answer: T; grown: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 5);
  const answer = await work();
  clearInterval(timer);
  look();
  return { answer, grown: (most - before) / 1024 / 1024 };
}

/**
 * Two archives in one file: a ZIP64 directory names the entries of `one`, the plain end record those of `other`. Readers differ in which of
 * the two they follow.
 */
function twoDirectories(one: Buffer, other: Buffer): Buffer {
  const partsOf = (file: Buffer) => {
    const end = file.length - 22;
    const at = file.readUInt32LE(end + 16);
    return {
      local: file.subarray(0, at),
      directory: Buffer.from(file.subarray(at, end)),
      count: file.readUInt16LE(end + 10),
    };
  };
  const [first, second] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < second.directory.length; ) {
    second.directory.writeUInt32LE(second.directory.readUInt32LE(at + 42) + first.local.length, at + 42);
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + second.directory.readUInt16LE(at + field), 0);
  }
  const body = Buffer.concat([first.local, second.local, second.directory, first.directory]);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(first.count), 24);
  record.writeBigUInt64LE(BigInt(first.count), 32);
  record.writeBigUInt64LE(BigInt(first.directory.length), 40);
  record.writeBigUInt64LE(BigInt(body.length - first.directory.length), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(second.count, 8);
  end.writeUInt16LE(second.count, 10);
  end.writeUInt32LE(second.directory.length, 12);
  end.writeUInt32LE(first.local.length + second.local.length, 16);
  return Buffer.concat([body, record, locator, end]);
}

/** Lines of incompressible words without a number: each is read and refused. */
const manyLines = (count: number) => {
  const words = (i: number) => inlineRow('', (i * 7_919).toString(36), (i * 104_729).toString(36));
  return xlsxOf({ rows: HEAD + Array.from({ length: count }, (_, i) => words(i)).join('') });
};

describe('a hostile file', () => {
  it.each<[what: string, make: () => Promise<Buffer> | Buffer, status: number, says: string | RegExp, name?: string]>([
    [
      'a name that climbs',
      async () => renamed(await xlsxOf({ more: { 'aa/aa/passwd': 'x' } }), 'aa/aa/passwd', '../../passwd'),
      400,
      DAMAGED,
    ],
    [
      'an absolute name',
      async () => renamed(await xlsxOf({ more: { 'aetc/passwd': 'x' } }), 'aetc/passwd', '/etc/passwd'),
      400,
      DAMAGED,
    ],
    [
      'the same entry twice',
      async () =>
        renamed(await xlsxOf({ more: { 'xl/workbooK.xml': '<workbook/>' } }), 'xl/workbooK.xml', 'xl/workbook.xml'),
      400,
      DAMAGED,
    ],
    ['its end cut off', async () => (await good()).subarray(0, -10), 400, DAMAGED],
    ['something behind its end', async () => Buffer.concat([await good(), Buffer.from('more')]), 400, DAMAGED],
    [
      'flipped bytes',
      async () => Buffer.from((await good()).map((byte, at) => (at > 100 && at < 160 ? byte ^ 0x55 : byte))),
      400,
      DAMAGED,
    ],
    ['a workbook within an archive', async () => zip([['farm.xlsx', await good()]]), 415, UNSUPPORTED],
    ['a CSV with another name', () => Buffer.from('Employee Number,First Name\n1,Ann\n'), 415, UNSUPPORTED],
    [
      'a page with another name',
      () => Buffer.from('<html><table><tr><td>1</td></tr></table></html>'),
      415,
      UNSUPPORTED,
      'farm.xls',
    ],
    [
      'a text document',
      () => zip(Object.entries({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' })),
      415,
      UNSUPPORTED,
      'farm.ods',
    ],
    ['sizes that its directory hides', hiddenSizes, 400, DAMAGED],
    [
      'a bomb of many parts',
      () =>
        xlsxOf({
          more: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`xl/media/${i}.png`, Buffer.alloc(400_000)])),
        }),
      413,
      COSTLY,
    ],
    [
      '1,001 parts',
      () => xlsxOf({ more: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`xl/media/${i}.png`, 'x'])) }),
      413,
      'The file has more than 1000 parts.',
    ],
    ['201 sheets', () => odsOf(emptySheets(201)), 413, 'The file has more than 200 sheets.', 'farm.ods'],
    [
      'a cell at the far end of a sheet',
      () => xlsxOf({ rows: `${HEAD}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` }),
      400,
      DAMAGED,
    ],
    [
      'an address outside of every sheet',
      () => xlsxOf({ rows: `${HEAD}<row><c r="ZZZZZZZ99999999999"><v>1</v></c></row>` }),
      400,
      DAMAGED,
    ],
    ['20,011 rows', () => manyLines(20_010), 413, /^The sheet Employees has more than 20000 lines/],
    ['20,001 lines', () => manyLines(20_001), 413, /^The sheet Employees has more than 20000 lines/],
    [
      '.ods: a line repeated a million times',
      () =>
        odsOf(
          `<table:table table:name="Employees">${odsRow('Employee Number', 'First Name', 'Last Name')}${odsRow('1', 'A', 'B').replace('table-row>', 'table-row table:number-rows-repeated="1000000">')}</table:table>`,
        ),
      413,
      /^The (sheet Employees has more than 20000 lines|file is too large)/,
      'farm.ods',
    ],
    [
      '.ods: a cell repeated a million times in a million lines',
      () =>
        odsOf(
          `<table:table table:name="Employees"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
        ),
      413,
      /^The sheet Employees has more than 20000 lines/,
      'farm.ods',
    ],
    [
      'elements within elements, 200,000 deep',
      () =>
        xlsxOf({
          strings: Array.from({ length: 200_000 }, (_, i) => `<a${(i * 7_919) % 99_991}>`).join(''),
          rows: HEAD,
        }),
      400,
      /./,
    ],
    [
      '.ods: elements within elements, 200,000 deep',
      () => odsOf(`${Array.from({ length: 200_000 }, (_, i) => `<a${i % 97}>`).join('')}`),
      400,
      /./,
      'farm.ods',
    ],
    [
      'billions of laughs',
      () =>
        xlsxOf({
          sheet: `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(99)}">]><worksheet><sheetData>${inlineRow('&b;')}</sheetData></worksheet>`,
        }),
      400,
      /headings/,
    ],
    [
      'a file of the server as an entity',
      () =>
        xlsxOf({
          sheet: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData>${inlineRow('&a;')}</sheetData></worksheet>`,
        }),
      400,
      /headings/,
    ],
    ['no sheets', () => xlsxOf({ workbook: '<workbook><sheets/></workbook>' }), 400, /no sheet named/],
    [
      'an .ods that is no XML',
      () => zip(Object.entries({ mimetype: ODS_TYPE, 'content.xml': Buffer.alloc(5_000, 0xff) })),
      400,
      /./,
      'farm.ods',
    ],
  ])('%s is refused in words', async (_, make, status, says, name) => {
    const answer = await dropping(await make(), name);
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(says)]);
    const kept = await t.db.rows(
      z.object({ id: z.string() }),
      sql`select workbook_upload_id as id from workbook_upload`,
    );
    expect(kept).toEqual([]);
  });

  const formula = (text: string, value: string) => `<c t="str"><f>${text}</f><v>${value}</v></c>`;
  it.each<[what: string, make: () => Promise<Buffer>, name?: string]>([
    [
      'macros and an external link',
      () =>
        xlsxOf({
          rows: HEAD + inlineRow('1', 'Ann', 'Adams'),
          more: { 'xl/vbaProject.bin': 'Shell "calc"', 'xl/externalLinks/externalLink1.xml': '<externalLink/>' },
        }),
      'farm.xlsm',
    ],
    [
      'formulas that call out',
      () =>
        xlsxOf({
          rows: `${HEAD}<row>${formula('WEBSERVICE(&quot;http://evil.test&quot;)', '1')}${formula('HYPERLINK(&quot;http://evil.test&quot;,&quot;x&quot;)', 'Ann')}${formula('cmd|&apos;/c calc&apos;!A0', 'Adams')}</row>`,
        }),
    ],
    ['another extension', good, 'farm.pdf'],
    [
      'an .ods named .xlsx',
      () =>
        odsOf(
          `<table:table table:name="Employees">${odsRow('Employee Number', 'First Name', 'Last Name')}${odsRow('1', 'Ann', 'Adams')}</table:table>`,
        ),
    ],
    [
      'a dimension of the whole sheet',
      async () => {
        const parts = await unzip(await good());
        const sheet = String(parts.get('xl/worksheets/sheet1.xml')).replace(
          '<sheetData>',
          '<dimension ref="A1:XFD1048576"/><sheetData>',
        );
        return zip(parts.set('xl/worksheets/sheet1.xml', Buffer.from(sheet)));
      },
    ],
    [
      '.ods: a million empty lines at the end',
      () =>
        odsOf(
          `<table:table table:name="Employees">${odsRow('Employee Number', 'First Name', 'Last Name')}${odsRow('1', 'Ann', 'Adams')}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:style-name="a" table:number-columns-repeated="1024"/></table:table-row></table:table>`,
        ),
      'farm.ods',
    ],
  ])('%s does no harm: the values of its cells count', async (_, make, name) => {
    const answer = await dropping(await make(), name);
    expect([answer.statusCode, answer.json().sheets]).toEqual([
      200,
      [expect.objectContaining({ sheet: 'employees', new: 1, refused: 0 })],
    ]);
  });

  it('a few hundred bytes whose cells repeat cost no memory outside of the thread', async () => {
    const sheet = (name: string) => `<table:table table:name="${name}">${repeatedRow(20_000, 60, LONG)}</table:table>`;
    const file = await odsOf(sheet('Employees') + sheet('Groups'));
    expect(file.length).toBeLessThan(1_500);
    const { answer, grown } = await grownBy(() => dropping(file, 'farm.ods'));
    expect(answer.json().message).toMatch(/headings|more than \d+ (MB|s)/);
    expect(grown).toBeLessThan(450);
  });

  it('cells and letters of the sheets that count are counted before they leave the thread', async () => {
    const head = odsRow('Employee Number', 'First Name', 'Last Name');
    const letters = await odsOf(
      `<table:table table:name="Employees">${head}${repeatedRow(19_000, 3, LONG)}</table:table>`,
    );
    const wide = `<table:table-row>${['Kind', 'Code', 'Name', 'Delete', 'Owner', 'Key'].map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const lookups = wide.replace('Kind', 'Lookup').replace('Name', 'Description');
    const holidays = wide.replace('Kind', 'Date').replace('Code', 'Time Group');
    const shifts = [
      'Time Group',
      'Days',
      'Start',
      'End',
      'Breaks',
      'Grace',
      'Break Grace',
      'Early',
      'Late',
      'From',
      'Owner',
    ];
    const cells = await odsOf(
      `${[
        ['Groups', wide],
        ['Lookups', lookups],
        ['Holidays', holidays],
        ['Shifts', odsRow(...shifts)],
      ]
        .map(
          ([name, headings]) =>
            `<table:table table:name="${name}">${headings}${repeatedRow(19_900, 11, 'x')}</table:table>`,
        )
        .join('')}`,
    );
    for (const [file, most] of [
      [letters, 'The file has more than 20000000 characters.'],
      [cells, 'The file has more than 500000 cells.'],
    ] as const) {
      const answer = await dropping(file, 'farm.ods');
      expect([answer.statusCode, answer.json().message]).toEqual([413, most]);
    }
  });

  it('with two directories is read by one: only what was checked counts', async () => {
    const other = await xlsxOf({ rows: HEAD + inlineRow('1', 'Eve', 'Evans') + inlineRow('2', 'Eve', 'Evans') });
    const answer = await dropping(twoDirectories(await good(), other));
    expect([answer.statusCode, answer.json().sheets]).toEqual([200, [expect.objectContaining({ new: 1 })]]);
    const bomb = await xlsxOf({ more: { 'xl/sharedStrings.xml': Buffer.alloc(200 * 1024 * 1024, ' ') } });
    const { answer: costly, grown } = await grownBy(async () => dropping(twoDirectories(await good(), bomb)));
    expect([costly.statusCode, costly.json().sheets]).toEqual([200, [expect.objectContaining({ new: 1 })]]);
    expect(grown).toBeLessThan(250);
  });

  it('a list that is the fortieth sheet of hundreds of parts is read', async () => {
    const list = `<table:table table:name="Employees">${odsRow('Number', 'Name', 'Surname')}${odsRow('1', 'Eve', 'Evans')}</table:table>`;
    const pictures = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`Pictures/${i}.png`, 'x']));
    const answer = await dropping(await odsOf(`${emptySheets(39)}${list}`, pictures), 'farm.ods');
    expect([answer.statusCode, answer.json().sheets]).toEqual([200, [expect.objectContaining({ new: 1 })]]);
  });

  it('20,000 lines are read, the most that a sheet may have', async () => {
    const answer = await dropping(await manyLines(20_000));
    expect([answer.statusCode, answer.json().sheets]).toEqual([
      200,
      [expect.objectContaining({ sheet: 'employees', new: 0, refused: 20_000 })],
    ]);
  });
});

it.each([
  ['NUL in a CSV', Buffer.from('Kind,Name\nTime group,A\0B')],
  ['UTF-16, as spreadsheets save Unicode text', Buffer.from('\ufeffKind\tName\nTime group\tAB', 'utf16le')],
])('text that cannot be stored as it is, is read: %s', async (_, file) => {
  const reply = await dropping(file, 'farm.csv');
  expect(reply.json().newGroups).toMatchObject({ groups: [{ name: 'AB' }] });
});

it.each([
  ['NUL', 'A\0B', 'AB'],
  ['half of a pair', 'A\ud800B', 'A\ufffdB'],
])('text that cannot be stored as it is, is read: %s in pasted cells', async (_, cell, name) => {
  const { token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const body = {
    sheet: 'groups',
    rows: [
      ['Kind', 'Name'],
      ['Time group', cell],
    ],
  };
  const shown = (await t.ask('/v2/setup/pasted', { token, body })).json();
  expect(shown.newGroups).toMatchObject({ groups: [{ name }] });
});

it('a name of a file that cannot be stored as it is, is shortened', async () => {
  const { token } = await givenEmployer(t.db, { permissions: [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] });
  const { payload, headers } = multipart(await good(), { name: 'farm.xlsx' });
  const coded = renamed(payload, 'filename="farm.xlsx"', "filename*=utf-8''fa%00rm.xlsx");
  const asked = { method: 'POST', url: '/v2/setup/workbook', payload: coded } as const;
  const reply = await t.app.inject({ ...asked, headers: { ...headers, authorization: token } });
  expect(reply.json()).toMatchObject({ fileName: 'farm.xlsx', sheets: [{ new: 1 }] });
});

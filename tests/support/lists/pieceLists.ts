import type { PieceField } from '#contract/intake/pieceList.ts';

/** A list of piecework after the export of a program, or a book that a person kept; names replaced. */
export type PieceList = {
  source: string;
  text: string;
  /** The question before a line is read. */
  asks?: string;
  /** The answers, by heading. */
  choose?: Readonly<Record<string, PieceField | null>>;
  /** The entries that are stored then: employee, units, date and first lookup. */
  stored: readonly string[];
  /** The lines that are refused. */
  refused?: readonly number[];
};
const TWO = ['1 12 2026-11-16 Gala', '2 9.5 2026-11-17 Fuji'];
const NAMES_ASKED = 'Choose the column with the employee number or the name.';
const UNITS_ASKED = 'Choose the column with the units.';
const DATE_ASKED = 'Choose the column with the date.';

export const PIECE_LISTS: Readonly<Record<string, PieceList>> = {
  'PickTrace, with its own ids': {
    source:
      'picktrace-help.helpscoutdocs.com, enhanced reports: an id of the program, and that of the employer as "Alt ID"',
    text: `Date,Employee ID,Employee Alt ID,Employee Name,Crew,Crop,Job,Start Time,End Time,Pieces,Piece Rate,Gross Pay
2026-11-16,88231,1,Ann Adams,Red,Gala,Picking,07:00,09:30,12,3.10,37.20
2026-11-17,88232,2,Bob Brown,Red,Fuji,Picking,07:00,09:30,9.5,3.10,29.45`,
    choose: { 'Employee ID': null, 'Employee Alt ID': 'number' },
    stored: TWO,
  },
  'Pago production': {
    source: 'help.pago.ag, production export: the person is an entity',
    text: `Date,Customer Name,Location Code,Crew Name,Entity Type,Entity Description,Product Name,Units
2026-11-16,Grower,N1,Red,Employee,Ann Adams,Gala,12
2026-11-17,Grower,N1,Red,Employee,Bob Brown,Fuji,9.5`,
    asks: NAMES_ASKED,
    choose: { 'Entity Description': 'fullName' },
    stored: TWO,
  },
  'lines that were voided': {
    source: 'a list that a stranger made',
    text: `Date,No,Product,Crates,Voided,Status
2026-11-16,1,Gala,12,,Approved
2026-11-17,2,Fuji,9.5,No,Approved
2026-11-17,2,Fuji,9,Yes,Approved
2026-11-17,2,Fuji,8,,Rejected`,
    stored: TWO,
    refused: [4, 5],
  },
  'a year that is a slip of the fingers': {
    source: 'a list that a stranger made',
    text: `Date,No,Product,Crates
2026-11-16,1,Gala,12
2026-11-17,2,Fuji,9.5
1926-11-17,2,Fuji,9`,
    stored: TWO,
    refused: [4],
  },
  'numbers under "Picker", and units with their name': {
    source: 'a list that a stranger made',
    text: `Date,Bin no,Picker,Variety,Kg
2026-11-16,4711,1,Gala,12 kg
2026-11-17,4712,2,Fuji,9.5kg`,
    stored: TWO,
  },
  'units of two names': {
    source: 'a list that a stranger made',
    text: `Date,No,Variety,Qty
2026-11-16,1,Gala,12
2026-11-17,2,Fuji,9.5
2026-11-17,2,Fuji,10 kg
2026-11-17,2,Fuji,3 crates`,
    stored: TWO,
    refused: [4, 5],
  },
  'days as spreadsheets count them': {
    source: 'a list that a stranger made',
    text: `Date,No,Variety,Crates
46342,1,Gala,12
46343,2,Fuji,9.5`,
    stored: TWO,
  },
  'Famous payroll': {
    source: 'help.pago.ag, Famous payroll import: hours and units beside each other',
    text: `Entry Number,Employee ID,Earning Code,Date,Weeks Worked,Days Worked,Hours,Units,Rate
0,1,PC,11/16/2026,0,1,2.5,12,3.10
0,2,PC,11/17/2026,0,1,2.5,9.5,3.10`,
    stored: ['1 12 2026-11-16 -', '2 9.5 2026-11-17 -'],
  },
  'Harvest Clock': {
    source: 'help.i.farm, payrolls',
    text: `Date Time,Employee,Location,Product,Quantity,Pay,Voided
2026-11-16 08:15,Ann Adams,North,Gala,12,37.20,
2026-11-17 08:20,Bob Brown,North,Fuji,9.5,29.45,`,
    stored: TWO,
  },
  'EBMS picker tickets': {
    source: 'koblesystems.com, picker ticket entry',
    text: `Worker Id,Date,Bin Code,Bin Number,Field,Variety,Units,Rate,Pay,Total Yield
1,11/16/2026,B20,5501,North,Gala,12,3.10,37.20,240
2,11/17/2026,B20,5502,North,Fuji,9.5,3.10,29.45,190`,
    stored: TWO,
  },
  FairPick: {
    source: 'help.2ndsightbio.com, employee receipt report: a title, sums of each person',
    text: `Employee Receipt Report,,,,,,
Employee,Date,Task,Identifier,Units,Piece Rate,Sub Total
Ann Adams,2026-11-16,Picking,Gala,12,3.10,37.20
Ann Adams Total,,,,12,,37.20
Bob Brown,2026-11-17,Picking,Fuji,9.5,3.10,29.45
Grand Total,,,,21.5,,66.65`,
    choose: { Identifier: 'lookup1' },
    stored: TWO,
    refused: [4, 6],
  },
  WagesPro: {
    source: 'wagespro.co.za, piece-rate harvest logging',
    text: `Employee,Date,Unit type,Quantity,Rate per unit,Total
Ann Adams,16/11/2026,Gala,12,3.10,37.20
Bob Brown,17/11/2026,Fuji,"9,5",3.10,29.45`,
    stored: TWO,
  },
  Croptracker: {
    source: 'croptracker.com, harvest inputs',
    text: `Harvest Date,Block,Variety,Picked By,Container,Count
2026-11-16,North,Gala,Ann Adams,Bin,12
2026-11-17,North,Fuji,Bob Brown,Bin,9.5`,
    choose: { Container: null, Variety: 'lookup1' },
    stored: TWO,
  },
  'a tally in Spanish': {
    source: 'a book of a foreman',
    text: `Fecha;Cosechador;Cuartel;Variedad;Kilos
16/11/2026;Ann Adams;Norte;Gala;12
17/11/2026;Bob Brown;Norte;Fuji;9,5`,
    stored: TWO,
  },
  'kilos and crates': {
    source: 'a book: two columns by one of which people are paid',
    text: `Date,Picker No,Product,Crates,Kg
2026-11-16,1,Gala,12,180
2026-11-17,2,Fuji,9.5,142`,
    asks: UNITS_ASKED,
    choose: { Crates: 'units' },
    stored: TWO,
  },
  'a column for each day': {
    source: 'a book: one line for a person, sums beside and below',
    text: `No,Name,Mon 16 Nov 2026,Tue 17 Nov 2026,Wed 18 Nov 2026,Total
1,Ann Adams,12,,3,15
2,Bob Brown,-,9.5,0,9.5
Total,,12,9.5,3,24.5`,
    stored: ['1 12 2026-11-16 -', '1 3 2026-11-18 -', '2 9.5 2026-11-17 -'],
    refused: [4],
  },
  'a column for each day, in two orders': {
    source: 'a book: dates that may be of two days',
    text: `Name,01/11/2026,02/11/2026
Ann Adams,12,3`,
    asks: 'dates',
    stored: ['1 12 2026-11-01 -', '1 3 2026-11-02 -'],
  },
  'a column for each product': {
    source: 'a book: one line for a person, a product in each heading',
    text: `Date,Picker No,Gala,Fuji,Total
2026-11-16,1,12,,12
2026-11-17,2,,9.5,9.5`,
    asks: UNITS_ASKED,
    choose: { Gala: 'unitsOfProduct', Fuji: 'unitsOfProduct' },
    stored: TWO,
  },
  'a sheet of one day': {
    source: 'a picking sheet: its date is above the headings, another one of its printing',
    text: `Picking sheet,,
Date: 16 Nov 2026,,Printed: 2026-11-18
Picker,Product,Crates
Ann Adams,Gala,12
Bob Brown,Gala,9.5`,
    stored: ['1 12 2026-11-16 Gala', '2 9.5 2026-11-16 Gala'],
  },
  'a sheet without a date': {
    source: 'a picking sheet',
    text: `Picker,Product,Crates
Ann Adams,Gala,12`,
    asks: DATE_ASKED,
    stored: [],
  },
  'numbers that count the lines': {
    source: 'a book: who is first in it is not employee 1',
    text: `No,Name,Date,Product,Crates
1,Bob Brown,2026-11-17,Fuji,9.5
2,Ann Adams,2026-11-16,Gala,12`,
    stored: [],
    refused: [2, 3],
  },
  'a day of the week beside the date': {
    source: 'a book',
    text: `Day,Date,Picker,Product,Crates
Mon,2026-11-16,Ann Adams,Gala,12
Tue,2026-11-17,Bob Brown,Fuji,9.5`,
    stored: TWO,
  },
  'a number before the name': {
    source: 'a book',
    text: `Date,Employee,Product,Crates
2026-11-16,1 - Ann Adams,Gala,12
2026-11-17,2 Bob Brown,Fuji,9.5`,
    stored: TWO,
  },
  'crates and kilos of each day': {
    source: 'a book: two columns below each date',
    text: `No,Name,2026-11-16,,2026-11-17,
,,Crates,Kg,Crates,Kg
1,Ann Adams,12,180,3,40`,
    asks: UNITS_ASKED,
    choose: { '2026-11-16': 'unitsOfDay', '2026-11-17': 'unitsOfDay' },
    stored: ['1 12 2026-11-16 -', '1 3 2026-11-17 -'],
    refused: [2],
  },
  'a code of a person': {
    source: 'a book: "Code" is that of the person',
    text: `Code,Date,Product,Crates
1,2026-11-16,Gala,12
2,2026-11-17,Fuji,9.5`,
    stored: TWO,
  },
};

import type { HardList } from './hardLists.ts';
import type { PieceList } from './pieceLists.ts';

/** Lists after the exports of further programs, terminals and notebooks; names replaced. */
const TWO = ['1 Ann Adams', '2 Bob Brown'];
export const PROGRAM_LISTS: Readonly<Record<string, HardList>> = {
  'Deputy: export code and mobile': {
    text: 'Employee Export Code,First Name,Last Name,Mobile,Main Location,Access Level\n1,Ann,Adams,0825550101,Shed,Employee\n2,Bob,Brown,0825550102,Shed,Employee',
    people: TWO,
  },
  'BambooHR: employee # and hire date': {
    text: 'Employee #,First Name,Last Name,Hire Date,Department,Job Title\n1,Ann,Adams,2025-11-03,Packhouse,Packer\n2,Bob,Brown,2025-11-04,Orchard,Picker',
    people: TWO,
  },
  'MYOB: company or last name, card id': {
    text: 'Co./Last Name\tFirst Name\tCard ID\tPhone # 1\nAdams\tAnn\t1\t0825550101\nBrown\tBob\t2\t0825550102',
    people: TWO,
  },
  'iVMS: persons with their cards': {
    text: 'Person ID,Organization,Person Name,Gender,Contact,Effective Time,Expiry Time,Card No.\n1,Farm/Shed,Ann Adams,Female,,2025-01-01 00:00:00,2035-01-01 23:59:59,0009876543\n2,Farm/Shed,Bob Brown,Male,,2025-01-01 00:00:00,2035-01-01 23:59:59,0009876544',
    asks: ['Effective Time', 'Expiry Time'],
    choose: { 'Effective Time': { field: null }, 'Expiry Time': { field: null } },
    people: TWO,
  },
  'ZKTime: AC-No.': {
    text: 'AC-No.,Name,Department,CardNo\n1,Ann Adams,Shed,501\n2,Bob Brown,Shed,502',
    people: TWO,
  },
  'BioStar: user ids': {
    text: 'user_id,name,department,user_title,phone,user_group,start_datetime,expiry_datetime,csn\n1,Ann Adams,Shed,,,All Users,2001-01-01 00:00:00,2030-12-31 23:59:59,\n2,Bob Brown,Shed,,,All Users,2001-01-01 00:00:00,2030-12-31 23:59:59,',
    asks: ['start_datetime', 'expiry_datetime'],
    choose: { start_datetime: { field: null }, expiry_datetime: { field: null } },
    people: TWO,
  },
  'Factorial: identificador de empleado': {
    text: 'Identificador de empleado;Nombre;Apellidos;Equipo;Fecha de inicio\n1;Ann;Adams;Pomar;13/11/2025\n2;Bob;Brown;Pomar;14/11/2025',
    people: TWO,
  },
  'Silae: matricule': {
    text: "Matricule;Nom;Prénom;Date d'entrée;Emploi\n1;Adams;Ann;13/11/2025;Cueilleuse\n2;Brown;Bob;14/11/2025;Cueilleur",
    people: TWO,
  },
  'Primavera: código, nome': {
    text: 'Código;Nome;Data Admissão;Departamento\n1;Ann Adams;13/11/2025;Pomar\n2;Bob Brown;14/11/2025;Pomar',
    people: TWO,
  },
  'Jibble: member code': {
    text: 'Full Name,Email,Member Code,Group,Role\nAnn Adams,ann@farm.example,1,Shed,Member\nBob Brown,bob@farm.example,2,Shed,Member',
    people: TWO,
  },
  'a notebook: no, naam, van, sel': {
    text: 'No\tNaam\tVan\tSel\n1\tAnn\tAdams\t082 555 0101\n2\tBob\tBrown\t082 555 0102',
    people: TWO,
  },
  'a name that is a formula': {
    text: 'No,Name,Surname\n1,Ann,Adams\n2,Bob,Brown\n3,"=HYPERLINK(""http://x.example"")",Cole\n4,=A1,Dunn',
    people: TWO,
    told: [
      '"=HYPERLINK("http://x.example")" is a formula: write what it shows.',
      '"=A1" is a formula: write what it shows.',
    ],
  },
};

const PIECES = ['1 12 2026-11-16 Gala', '2 9.5 2026-11-17 Fuji'];
export const PROGRAM_PIECES: Readonly<Record<string, PieceList>> = {
  'a column of thousands that another line decides': {
    source: 'a list that a stranger made',
    text: 'Date;No;Product;Kg\n16.11.2026;1;Gala;1.250\n17.11.2026;2;Fuji;1.000,5',
    stored: ['1 1250 2026-11-16 Gala', '2 1000.5 2026-11-17 Fuji'],
  },
  'thousands with commas that a point decides': {
    source: 'a report of a scale',
    text: 'Date,No,Product,Kg\n2026-11-16,1,Gala,"1,250"\n2026-11-17,2,Fuji,"1,000.5"',
    stored: ['1 1250 2026-11-16 Gala', '2 1000.5 2026-11-17 Fuji'],
  },
  'dates without a year': {
    source: 'a spreadsheet shows its dates so',
    text: 'Date,No,Product,Crates\n16-Nov,1,Gala,12\n17-Nov,2,Fuji,9.5',
    stored: PIECES,
  },
  'Croptracker: harvest of a picker': {
    source: 'croptracker.com, harvest export',
    text: 'Harvest Date,Employee Number,Employee,Block,Variety,Bins Picked\n2026-11-16,1,Ann Adams,N1,Gala,12\n2026-11-17,2,Bob Brown,N1,Fuji,9.5',
    stored: PIECES,
  },
  'a tally book: day, no, kind, bags': {
    source: 'a notebook',
    text: 'Day\tNo\tProduct\tBags\nMon 16 Nov 2026\t1\tGala\t12\nTue 17 Nov 2026\t2\tFuji\t9.5',
    stored: PIECES,
  },
  'a cuaderno: fecha, código, variedad, cajas': {
    source: 'a notebook',
    text: 'Fecha;Código trabajador;Variedad;Cajas\n16/11/2026;1;Gala;12\n17/11/2026;2;Fuji;9,5',
    stored: PIECES,
  },
  'a carnet: date, matricule, variété, caisses': {
    source: 'a notebook',
    text: 'Date;Matricule;Variété;Caisses\n16/11/2026;1;Gala;12\n17/11/2026;2;Fuji;9,5',
    stored: PIECES,
  },
};

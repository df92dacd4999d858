import type { HardList } from './hardLists.ts';
import type { PieceList } from './pieceLists.ts';

/** Lists after the columns of programs of which no other list here is; names replaced. */
const TWO = ['1 Ann Adams', '2 Bob Brown'];
const ENDED = ['1 Ann Adams', '2 Bob Brown (inactive)'];
export const OTHER_PEOPLE: Readonly<Record<string, HardList>> = {
  'KeyPay: employee id, tax file number': {
    text: 'EmployeeId,TaxFileNumber,Title,PreferredName,FirstName,MiddleName,Surname,DateOfBirth,Gender,StartDate,EndDate,MobilePhone\n1,123456782,Ms,,Ann,,Adams,03/11/1990,Female,25/11/2024,,0825550101\n2,123456790,Mr,,Bob,,Brown,14/02/1988,Male,26/11/2024,31/10/2026,0825550102',
    people: ENDED,
  },
  'Staffology: payroll code, join date': {
    text: 'Payroll Code,Title,First Name,Middle Name,Last Name,Date of Birth,Join Date,Left Date,Department\n1,Ms,Ann,,Adams,1990-11-03,2024-11-25,,Shed\n2,Mr,Bob,,Brown,1988-02-14,2024-11-26,2026-10-31,Shed',
    people: ENDED,
  },
  'NetSuite: employees': {
    text: 'Internal ID,Employee ID,First Name,Last Name,Phone,Job Title,Hire Date,Termination/Release Date\n881,1,Ann,Adams,0825550101,Packer,2024-11-25,\n882,2,Bob,Brown,0825550102,Picker,2024-11-26,2026-10-31',
    people: ENDED,
  },
  'GrowData: pickers': {
    text: 'Known As,Employee Number,First Name,Last Name,Barcode,Contractor\nAnnie,1,Ann,Adams,501,\nBobby,2,Bob,Brown,502,',
    people: TWO,
  },
  'Gusto: team members': {
    text: 'First name,Last name,Employee ID,Start date,Department,Job title,Work phone\nAnn,Adams,1,2024-11-25,Shed,Packer,0825550101\nBob,Brown,2,2024-11-26,Shed,Picker,0825550102',
    people: TWO,
  },
  'Square: team, without numbers': {
    text: 'First Name,Last Name,Display Name,Email,Phone Number,Job Title,Status\nAnn,Adams,Ann A,ann@example.com,0825550101,Packer,Active\nBob,Brown,Bob B,bob@example.com,0825550102,Picker,Inactive',
    people: ENDED,
  },
  'ADP: file number, position status': {
    text: 'Company Code,File Number,Last Name,First Name,Hire Date,Termination Date,Position Status,Home Department Description\nABC,000001,Adams,Ann,11/25/2024,,Active,Shed\nABC,000002,Brown,Bob,11/26/2024,10/31/2026,Terminated,Shed',
    people: ['000001 Ann Adams', '000002 Bob Brown (inactive)'],
  },
  'Paychex: worker id': {
    text: 'Worker ID,Worker Name,Hire Date,Worker Status,Org Unit\n1,"Adams, Ann",11/25/2024,Active,Shed\n2,"Brown, Bob",11/26/2024,Terminated,Shed',
    people: ENDED,
  },
  'Zoho People: employee id and status': {
    text: 'EmployeeID,First Name,Last Name,Nick name,Department,Title,Employee Status,Date of joining,Date of exit,Mobile Phone\n1,Ann,Adams,,Shed,Packer,Active,25-Nov-2024,,0825550101\n2,Bob,Brown,,Shed,Picker,Resigned,26-Nov-2024,31-Oct-2026,0825550102',
    people: ENDED,
  },
  'greytHR: employee no and name': {
    text: 'Employee No,Employee Name,Date Of Birth,Date of Join,Leaving Date,Gender,Designation\n1,Ann Adams,03 Nov 1990,25 Nov 2024,,F,Packer\n2,Bob Brown,14 Feb 1988,26 Nov 2024,31 Oct 2026,M,Picker',
    people: ENDED,
  },
  'Personio: mitarbeiter': {
    text: 'Personalnummer;Vorname;Nachname;Status;Einstellungsdatum;Abteilung\n1;Ann;Adams;Aktiv;25.11.2024;Halle\n2;Bob;Brown;Aktiv;26.11.2024;Halle',
    people: TWO,
  },
  'Holded: empleados': {
    text: 'Nombre;Apellidos;Código empleado;Fecha de alta;Fecha de baja;Departamento;Teléfono\nAnn;Adams;1;25/11/2024;;Nave;612345678\nBob;Brown;2;26/11/2024;31/10/2026;Nave;612345679',
    people: ENDED,
  },
  'Domínio: funcionários': {
    text: 'Código;Nome do funcionário;CPF;Data de admissão;Data de demissão;Cargo;Situação\n1;Ann Adams;11144477735;25/11/2024;;Embaladora;Trabalhando\n2;Bob Brown;52998224725;26/11/2024;31/10/2026;Colhedor;Demitido',
    people: ENDED,
  },
  'PayFit: collaborateurs': {
    text: "Matricule;Nom de famille;Prénom;Date d'entrée;Date de sortie;Équipe\n1;Adams;Ann;25/11/2024;;Hangar\n2;Brown;Bob;26/11/2024;31/10/2026;Hangar",
    people: ENDED,
  },
  'VIP in Afrikaans': {
    text: 'Werknemerkode;Van;Voorname;Indiensdatum;Uitdiensdatum;Afdeling;Selfoon\n1;Adams;Ann;25/11/2024;;Pakhuis;0825550101\n2;Brown;Bob;26/11/2024;31/10/2026;Pakhuis;0825550102',
    people: ENDED,
  },
};

const PIECES = ['1 12 2026-11-16 Gala', '2 9.5 2026-11-17 Fuji'];
export const OTHER_PIECES: Readonly<Record<string, PieceList>> = {
  'GrowData: harvest records': {
    source: 'support.growdata.com.au, harvest records of pickers',
    text: 'Harvest Date,Property,Block,Variety,Employee Number,Known As,Bins\n2026-11-16,Home,B1,Gala,1,Annie,12\n2026-11-17,Home,B2,Fuji,2,Bobby,9.5',
    stored: PIECES,
  },
  'DataTech: labor entries': {
    source: 'help.datatechag.com, entries of a crew',
    text: 'Date,Crew ID,Employee ID,Crop ID,Field ID,Job ID,Units\n11/16/2026,7,1,Gala,B1,PICK,12\n11/17/2026,7,2,Fuji,B2,PICK,9.5',
    stored: PIECES,
  },
  'Agrinet: activities': {
    source: 'a sheet of activities with quantities',
    text: 'Worker Code;Worker Name;Activity Date;Activity;Cultivar;Quantity\n1;Ann Adams;2026/11/16;Picking;Gala;12\n2;Bob Brown;2026/11/17;Picking;Fuji;9,5',
    stored: PIECES,
  },
  'Hectre: picks': {
    source: 'an export of picks by bin',
    text: 'Pick Date,Picker ID,Picker Name,Orchard,Variety,Bins Picked,Quality\n2026-11-16,1,Ann Adams,Home,Gala,12,A\n2026-11-17,2,Bob Brown,Home,Fuji,9.5,A',
    stored: PIECES,
  },
  'Tarefa in Portuguese': {
    source: 'a sheet of production as a farm keeps it',
    text: 'Data;Matrícula;Nome;Variedade;Caixas\n16/11/2026;1;Ann Adams;Gala;12\n17/11/2026;2;Bob Brown;Fuji;9,5',
    stored: PIECES,
  },
  'a carnet of récolte': {
    source: 'a sheet of harvest as a farm keeps it',
    text: 'Date de récolte;N° salarié;Salarié;Variété;Nombre de caisses\n16/11/2026;1;Ann Adams;Gala;12\n17/11/2026;2;Bob Brown;Fuji;9,5',
    stored: PIECES,
  },
  'a book in Afrikaans': {
    source: 'a sheet of picking as a farm keeps it',
    text: 'Plukdatum;Werknemernommer;Naam;Kultivar;Aantal kratte\n2026-11-16;1;Ann Adams;Gala;12\n2026-11-17;2;Bob Brown;Fuji;9,5',
    stored: PIECES,
  },
  'a destajo in Spanish': {
    source: 'a sheet of piecework as a farm keeps it',
    text: 'Fecha;Código trabajador;Trabajador;Variedad;Nº de cajas\n16/11/2026;1;Ann Adams;Gala;12\n17/11/2026;2;Bob Brown;Fuji;9,5',
    stored: PIECES,
  },
  'a packhouse: packer, item, cartons': {
    source: 'an export of a packing line',
    text: 'Packer No,Packer,Pack Date,Item,Cartons Packed\n1,Ann Adams,2026-11-16,Gala,12\n2,Bob Brown,2026-11-17,Fuji,9.5',
    stored: PIECES,
  },
  'a sewing line: operator, style, pieces': {
    source: 'an export of a sewing line',
    text: 'Date,Operator ID,Operator Name,Style,Operation,Pieces Completed\n2026-11-16,1,Ann Adams,Gala,Hem,12\n2026-11-17,2,Bob Brown,Fuji,Hem,9.5',
    stored: PIECES,
  },
};

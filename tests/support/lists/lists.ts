/** Lists of people as customers have them: headings of public templates, exports and manuals (`source`), names replaced. */
export type SampleList = {
  source: string;
  text: string;
  /** How the first person is understood. */
  first: Readonly<Record<string, string>>;
  /** The lines that are refused, by their number in the file. */
  refused?: readonly number[];
};

export const SAMPLE_LISTS: Readonly<Record<string, SampleList>> = {
  'an owner’s own list': {
    source: 'the list of 40 people that was refused 41 of 41 times',
    text: `Surname,Name,Clock no,Team,Start date,Cell no
Mokoena,Thandi,101,Packhouse,03/11/2025,082 555 0000
Botha,Jan,102,Orchard,21/01/2026,082 555 0001`,
    first: {
      number: '101',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      employeeGroup: 'Packhouse',
      activeFrom: '2025-11-03',
      phoneNumber: '082 555 0000',
    },
  },
  'a notebook typed into Excel': {
    source: 'names alone, as somebody types them',
    text: `Name
Thandi Mokoena
Jan van der Merwe
Maria dos Santos`,
    first: { number: '1', firstName: 'Thandi', lastName: 'Mokoena' },
  },
  SimplePay: {
    source: 'simplepay.co.za, help, import employees',
    text: `Number,First Name,Last Name,Date of Appointment,Date of Birth,Cell Number,Job Title
E001,Thandi,Mokoena,2025-11-03,1990-05-17,0825550000,Picker
E002,Jan,Botha,2026-01-21,1988-02-11,0825550001,Packer`,
    first: {
      number: 'E001',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      activeFrom: '2025-11-03',
      phoneNumber: '0825550000',
      jobDescription: 'Picker',
    },
  },
  'Sage VIP': {
    source: 'an export of employee masters of a South African payroll',
    text: `Emp Code;Surname;First Names;Date Engaged;Department;Occupation
00042;Mokoena;Thandi Grace;2025/11/03;PACK;General worker
00043;Botha;Jan;2026/01/21;ORCH;Driver`,
    first: {
      number: '00042',
      firstName: 'Thandi Grace',
      lastName: 'Mokoena',
      activeFrom: '2025-11-03',
      employeeGroup: 'PACK',
      jobDescription: 'General worker',
    },
  },
  PaySpace: {
    source: 'payspace.com, bulk uploads, employee masters',
    text: `Employee Number*,Surname*,First Name*,Group Join Date,Position,Status
1001,Mokoena,Thandi,03 Nov 2025,Picker,Active
1002,Botha,Jan,21 Jan 2026,Packer,Active`,
    first: { number: '1001', firstName: 'Thandi', lastName: 'Mokoena', jobDescription: 'Picker', active: 'yes' },
  },
  'Employment Hero': {
    source: 'support.yourpayroll.com.au, employee import via Excel or CSV',
    text: `EmployeeID,Title,PreferredName,FirstName,MiddleName,Surname,DateOfBirth,Gender,ExternalID,StartDate,MobilePhone
,Ms,,Thandi,,Mokoena,17/05/1990,Female,X1,13/11/2025,0412555000
,Mr,,Jan,,Botha,11/02/1988,Male,X2,21/01/2026,0412555001`,
    first: {
      number: 'X1',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      activeFrom: '2025-11-13',
      phoneNumber: '0412555000',
    },
  },
  'Free Payroll': {
    source: 'help.freepayroll.uk, importing employees from a csv file',
    text: `Title,First Name,Last Name,Gender,Email,Date Of Birth,Payroll ID,Employment Start Date
Ms,Thandi,Mokoena,Female,t@example.org,1990-05-17,7,2025-11-03
Mr,Jan,Botha,Male,j@example.org,1988-02-11,8,2026-01-21`,
    first: { number: '7', firstName: 'Thandi', lastName: 'Mokoena', activeFrom: '2025-11-03' },
  },
  FieldClock: {
    source: 'help.fieldclockapp.com, importing employees',
    text: `Name,Payroll Code,Pay Rate
Thandi Mokoena,P1,16.50
Jan Botha,P2,16.50`,
    first: { number: 'P1', firstName: 'Thandi', lastName: 'Mokoena' },
  },
  Anviz: {
    source: 'manual of the Anviz T5 Pro, personnel list in Excel',
    text: `Employee No.,Name,Department,position,Employ Date,Telephone,Address,Sex,Language,Comment
11,Thandi Mokoena,Packhouse,Packer,2025-11-03,0825550000,,F,English,
12,Jan Botha,Orchard,Picker,2026-01-21,0825550001,,M,English,`,
    first: {
      number: '11',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      employeeGroup: 'Packhouse',
      jobDescription: 'Packer',
      phoneNumber: '0825550000',
    },
  },
  'ZK attendance software': {
    source: 'exports of ZKTeco’s attendance software for the desktop',
    text: `AC-No.,Name,Department,Card No.
5,Thandi Mokoena,Packhouse,0012345678
6,Jan Botha,Orchard,0012345679`,
    first: { number: '5', firstName: 'Thandi', lastName: 'Mokoena', employeeGroup: 'Packhouse', cards: '0012345678' },
  },
  BioTime: {
    source: 'ZKTeco BioTime 8.5, personnel, import employee',
    text: `Employee ID,First Name,Last Name,Department,Position,Card No.,Hired Date,Mobile
5,Thandi,Mokoena,Packhouse,Packer,0012345678,2025-11-03,0825550000
6,Jan,Botha,Orchard,Picker,0012345679,2026-01-21,0825550001`,
    first: { number: '5', firstName: 'Thandi', lastName: 'Mokoena', cards: '0012345678', phoneNumber: '0825550000' },
  },
  BrightPay: {
    source: 'brightpay.co.uk, importing employees from CSV',
    text: `Title,First Name,Middle Name,Last Name,Works Number,Department,Start Date,Leave Date,Mobile
Ms,Thandi,,Mokoena,W1,Packhouse,13/11/2025,,07700900000
Mr,Jan,,Botha,W2,Orchard,21/01/2026,,07700900001`,
    first: {
      number: 'W1',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      employeeGroup: 'Packhouse',
      activeFrom: '2025-11-13',
      phoneNumber: '07700900000',
    },
  },
  QuickBooks: {
    source: 'QuickBooks, report of the employee contact list',
    text: `Employee contact list
Bergvliet Fruit Estate

Employee,Phone Numbers,Hire Date,Work Location
"Mokoena, Thandi",0825550000,11/13/2025,Packhouse
"Botha, Jan",0825550001,01/21/2026,Orchard`,
    first: { number: '1', firstName: 'Thandi', lastName: 'Mokoena', activeFrom: '2025-11-13' },
  },
  Deputy: {
    source: 'deputy.com, help, bulk upload of team members',
    text: `First Name,Last Name,Email,Mobile Number,Employment Start Date,Payroll ID,Location
Thandi,Mokoena,t@example.org,0412555000,2025-11-03,77,Packhouse
Jan,Botha,j@example.org,0412555001,2026-01-21,78,Orchard`,
    first: {
      number: '77',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      phoneNumber: '0412555000',
      employeeGroup: 'Packhouse',
    },
  },
  Jibble: {
    source: 'jibble.io, help, import of members from CSV',
    text: `Full Name,Email,Phone Number,Employee Code,Group,Position,PIN Code,Work Schedule
Thandi Mokoena,t@example.org,0825550000,J1,Packhouse,Packer,4321,Day
Jan Botha,j@example.org,0825550001,J2,Orchard,Picker,4322,Day`,
    first: {
      number: 'J1',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      timeId: '4321',
      timeGroup: 'Day',
      jobDescription: 'Packer',
    },
  },
  Odoo: {
    source: 'Odoo, export of hr.employee',
    text: `Employee Name,Work Phone,Work Mobile,Department,Job Position,Badge ID,PIN
Thandi Mokoena,,0825550000,Packhouse,Packer,041,1234
Jan Botha,,0825550001,Orchard,Picker,042,1235`,
    first: { number: '041', firstName: 'Thandi', lastName: 'Mokoena', timeId: '1234', employeeGroup: 'Packhouse' },
  },
  Frappe: {
    source: 'Frappe HR, data export of Employee',
    text: `ID,First Name,Last Name,Status,Date of Joining,Department,Designation,Attendance Device ID (Biometric/RF tag ID),Cell Number,Default Shift
HR-EMP-00001,Thandi,Mokoena,Active,2025-11-03,Packhouse,Packer,17,0825550000,Day
HR-EMP-00002,Jan,Botha,Left,2026-01-21,Orchard,Picker,18,0825550001,Day`,
    first: {
      number: 'HR-EMP-00001',
      firstName: 'Thandi',
      lastName: 'Mokoena',
      active: 'yes',
      jobDescription: 'Packer',
    },
  },
  'Spanish, with a title and a sum': {
    source: 'a payroll sheet of a farm in Spain: a title above, a sum below',
    text: `Relación de trabajadores;;;
;;;
Nº;Apellidos y nombre;Puesto;Fecha de alta;Teléfono
1;García López, María;Recolectora;13/11/2025;612555000
2;Núñez, José;Tractorista;21/01/2026;612555001
Total;2;;;`,
    first: {
      number: '1',
      firstName: 'María',
      lastName: 'García López',
      jobDescription: 'Recolectora',
      activeFrom: '2025-11-13',
      phoneNumber: '612555000',
    },
    refused: [6],
  },
  French: {
    source: 'an extract of a French payroll',
    text: `Matricule;Nom;Prénom;Service;Date d'entrée;Portable
00012;LEFÈVRE;Chloé;Conditionnement;13/11/2025;0612555000
00013;MARTIN;Éric;Verger;21/01/2026;0612555001`,
    first: {
      number: '00012',
      firstName: 'Chloé',
      lastName: 'LEFÈVRE',
      employeeGroup: 'Conditionnement',
      activeFrom: '2025-11-13',
      phoneNumber: '0612555000',
    },
  },
  Portuguese: {
    source: 'a list of a packhouse in Portugal',
    text: `Nº;Nome completo;Função;Data de admissão;Telemóvel;Situação
7;João Conceição;Embalador;13-11-2025;912555000;Ativo
8;Inês Simões;Apanhadora;21-01-2026;912555001;Ativo`,
    first: {
      number: '7',
      firstName: 'João',
      lastName: 'Conceição',
      jobDescription: 'Embalador',
      activeFrom: '2025-11-13',
      active: 'yes',
    },
  },
  Afrikaans: {
    source: 'a farm’s own list in Afrikaans',
    text: `Nr\tVan\tNaam\tSpan\tAanstellingsdatum\tSelfoon
1\tVan der Merwe\tJan\tPakhuis\t13 Nov 2025\t0825550000
2\tMokoena\tThandi\tBoord\t21 Jan 2026\t0825550001`,
    first: {
      number: '1',
      firstName: 'Jan',
      lastName: 'Van der Merwe',
      employeeGroup: 'Pakhuis',
      activeFrom: '2025-11-13',
      phoneNumber: '0825550000',
    },
  },
  Kontrak: {
    source: 'mintlify.com/RaulQD/kontrak-backend, file for badges',
    text: `CARGO,DIVISION,DNI,APELLIDO,NOMBRE
Operario,Planta,12345678,Pérez García,Juan
Supervisor,Planta,87654321,López Martínez,María`,
    first: { firstName: 'Juan', lastName: 'Pérez García', jobDescription: 'Operario', employeeGroup: 'Planta' },
  },
};

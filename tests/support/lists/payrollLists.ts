import type { UnseenList } from './unseenLists.ts';

const PEOPLE = ['1 Ann Adams', '2 Bob Brown'];
const ENDED = ['1 Ann Adams', '2 Bob Brown (inactive)'];

/** Lists after the manuals of payrolls and rosters that were read once the import had been built; names replaced. */
export const PAYROLL_LISTS: Readonly<Record<string, UnseenList>> = {
  'Sage VIP': {
    source: 'VIP, flexi fixed information import: headings of a layout, "Full Names" of first names',
    text: `EMPLOYEE CODE,SURNAME,FULL NAMES,INITIALS,KNOWN AS,DATE ENGAGED,TERMINATION DATE,PAYPOINT,CELL NO
1,Adams,Ann,A,Annie,13/11/2025,,Packing,0825550000
2,Brown,Bob,B,,21/01/2026,31/05/2026,Packing,0825550001`,
    people: ENDED,
  },
  'Sage HR South Africa': {
    source: 'support-za.sage.hr, employee import file',
    text: `Employee Type,Title,First Name,Second Name,Surname,Date of Birth,Employee Code,Employee Start Date,Pay Frequency
Natural person,Ms,Ann,Jane,Adams,17/05/1990,1,13/11/2025,Weekly
Natural person,Mr,Bob,John,Brown,11/02/1988,2,21/01/2026,Weekly`,
    people: PEOPLE,
  },
  SimplePay: {
    source: 'simplepay.co.za, basic info',
    text: `Employee Number,Pay Frequency,First Names,Last Name,Date of Birth,Date of Appointment,ID Number,Cell Number,Pay Point
1,Weekly,Ann,Adams,1990-05-17,2025-11-13,9005170123087,0825550000,Packing
2,Weekly,Bob,Brown,1988-02-11,2026-01-21,8802115009087,0825550001,Packing`,
    people: PEOPLE,
  },
  PaySpace: {
    source: 'support.payspace.com, bulk actions: stars, dates as yyyy/mm/dd',
    text: `Employee Number*,Title,First Name*,Surname*,Initials,Group Join Date*,Employment Date*,Termination Date,Organisation Level
1,Ms,Ann,Adams,A,2025/11/13,2025/11/13,,Packing
2,Mr,Bob,Brown,B,2026/01/21,2026/01/21,2026/05/31,Packing`,
    people: ENDED,
  },
  'Xero in New Zealand': {
    source: 'help.xero.com, payroll upload templates',
    text: `unique id,first name,middle name,last name,date of birth,job title,gender,phone number,email,address,start date
ADAMA,Ann,,Adams,19900517,Packer,F,2669801,ann@example.org,1 Main St,20251113
BROWB,Bob,,Brown,19880211,Packer,M,2669802,bob@example.org,2 Main St,20260121`,
    people: ['ADAMA Ann Adams', 'BROWB Bob Brown'],
  },
  'Xero in Australia': {
    source: 'support.zed-systems.com, import employees into Xero: without numbers',
    text: `Title,First Name,Last Name,Status,Job Title,Date of Birth,City,Region,Phone,Start Date,Mobile,Employee Group Name
Ms,Ann,Adams,ACTIVE,Packer,1990-05-17,Ceres,NSW,0255550000,2025-11-13,0412555000,Packing
Mr,Bob,Brown,TERMINATED,Packer,1988-02-11,Ceres,NSW,0255550001,2026-01-21,0412555001,Packing`,
    people: ENDED,
  },
  'BrightPay, all fields': {
    source: 'brightpay.co.uk, importing employees from a CSV file',
    text: `Title,Name,Middle Name,Surname,Gender,Date of Birth,Phone Number,Works Number,Start Date,Leave Date,Is Deceased,Department,Is a Director,Director Start Date,Director End Date
Ms,Ann,,Adams,F,17/05/1990,07700900000,1,13/11/2025,,No,Packing,No,,
Mr,Bob,,Brown,M,11/02/1988,07700900001,2,21/01/2026,31/05/2026,No,Packing,No,,`,
    asks: ['Is Deceased'],
    people: ENDED,
  },
  'Employment Hero': {
    source: 'help.employmenthero.com, employee import: an own number that is empty for new people',
    text: `EmployeeId,Title,PreferredName,FirstName,MiddleName,Surname,DateOfBirth,ExternalId,StartDate,EndDate,MobilePhone
,Ms,Annie,Ann,,Adams,17/05/1990,1,13/11/2025,,0412555000
,Mr,,Bob,,Brown,11/02/1988,2,21/01/2026,31/05/2026,0412555001`,
    people: ENDED,
  },
  Deputy: {
    source: 'help.deputy.com, bulk import of team members: a state of the address',
    text: `First Name,Last Name,Preferred Name (Display Name),Mobile,Email,Main Location,Location Code,DOB,Gender,State,Country,Termination Date,Payroll ID
Ann,Adams,Annie,0401000000,ann@example.org,Packing,P,1990-05-17,Female,NSW,Australia,,1
Bob,Brown,,0401000001,bob@example.org,Packing,P,1988-02-11,Male,NSW,Australia,2026-05-31,2`,
    asks: ['State'],
    people: ENDED,
  },
  'When I Work': {
    source: 'help.wheniwork.com, user import template',
    text: `First name,Last name,Email address,Mobile phone number,Positions,Schedules,Tags,Base hourly rate,Maximum hours per week,Employee ID
Ann,Adams,ann@example.org,0825550000,Packer,Packing,,16.50,40,1
Bob,Brown,bob@example.org,0825550001,Packer,Packing,,16.50,40,2`,
    people: PEOPLE,
  },
  Anviz: {
    source: 'easymanua.ls, Anviz T5 Pro, import of personnel',
    text: `Employee No.	Name	Department	position	Employ Date	Telephone	Sex	Comment
1	Ann Adams	Packing	Packer	2025-11-13	0825550000	F
2	Bob Brown	Packing	Packer	2026-01-21	0825550001	M`,
    people: PEOPLE,
  },
  'P11D Organiser': {
    source: 'p11dorganiser.freshdesk.com, employee information import: names of database fields',
    text: `PAYROLL_NO,SURNAME,FORENAME,INITIALS,NI_NUMBER,DOB,DOC,DOL,DEPARTMENT,MOBILE
1,Adams,Ann,A,QQ123456A,17/05/1990,13/11/2025,,Packing,07700900000
2,Brown,Bob,B,QQ123456B,11/02/1988,21/01/2026,31/05/2026,Packing,07700900001`,
    people: ENDED,
  },
  'e2n in German': {
    source: 'hilfe.e2n.de, Mitarbeiterdaten importieren',
    text: `Anrede;Vorname;Nachname;Arbeitsbereich;Personalnummer;Eintrittsdatum;Austrittsdatum;Mobil
Frau;Ann;Adams;Lager;1;13.11.2025;;+491715550000
Herr;Bob;Brown;Lager;2;21.01.2026;31.05.2026;+491715550001`,
    people: ENDED,
  },
};

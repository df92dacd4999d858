import type { HardList } from './hardLists.ts';

/** Lists that a stranger made and found misread or refused, and their like. */
const TWO = ['1 Ann Adams', '2 Bob Brown'];
const NAMED = { 'Column 1': { field: 'lastName' }, 'Column 2': { field: 'firstName' } } as const;
/** A list whose numbers have an unknown heading. */
const numbered = (heading: string): HardList => ({
  text: `${heading},Name,Surname\n107,Ann,Adams\n115,Bob,Brown\n131,Cy,Cole`,
  asks: [heading],
  choose: { [heading]: { field: 'number' } },
  people: ['107 Ann Adams', '115 Bob Brown', '131 Cy Cole'],
});

export const FOUND_LISTS: Readonly<Record<string, HardList>> = {
  // What would be ignored without a word.
  'numbers under an unknown heading': {
    text: 'Wn nr;Van;Voornaam;Span\n7;Botha;Piet;Snoei\n8;Nkosi;Thandi;Pluk',
    asks: ['Wn nr'],
    choose: { 'Wn nr': { field: 'number' } },
    people: ['7 Piet Botha', '8 Thandi Nkosi'],
  },
  ...Object.fromEntries(
    ['PNR', 'Pers no', 'Man no', 'Tally no', 'Kaartnr', 'Klok', 'Nr de func.', 'Matr.', 'Crew no', 'Bag no'].map(
      (heading) => [`numbers under "${heading}"`, numbered(heading)] as const,
    ),
  ),
  'an end under an unknown heading': {
    text: 'Nr.;Name;Börjat;Slutat\n1;Anna Weiß;01.02.2020;\n2;Bernd Groß;01.03.2020;30.11.2025',
    asks: ['Börjat', 'Slutat'],
    choose: { Börjat: { field: 'activeFrom', dates: 'dmy' }, Slutat: { field: 'lastDay', dates: 'dmy' } },
    people: ['1 Anna Weiß', '2 Bernd Groß (inactive)'],
  },
  'dates of birth are not asked': {
    text: 'No,Name,Surname,DOB,Date of birth,Geboortedatum,Data nasc.\n1,Ann,Adams,1990-05-17,1990-05-17,1990-05-17,1990-05-17\n2,Bob,Brown,1988-02-11,1988-02-11,1988-02-11,1988-02-11',
    people: TWO,
  },
  'a start under an unknown heading': {
    text: 'No,Name,Surname,Fecha alta\n1,Ann,Adams,13/11/2025\n2,Bob,Brown,14/11/2025',
    people: TWO,
    told: ['Active From 2025-11-13', 'Active From 2025-11-14'],
  },
  'a heading of two lines': {
    text: 'No,Name,Surname,Date of\n,,,Engagement\n1,Ann,Adams,13/11/2025\n2,Bob,Brown,14/11/2025',
    asks: ['Date of'],
    choose: { 'Date of': { field: 'activeFrom', dates: 'dmy' } },
    people: TWO,
  },
  'two phones': {
    text: 'No,Name,Surname,Tel (home),Cell,Next of kin cell\n1,Ann,Adams,0215550101,0825550101,0835559999\n2,Bob,Brown,0215550102,0825550102,0835559998',
    people: TWO,
    told: ['Phone Number 0825550101', 'Phone Number 0825550102'],
  },
  'two phones that are as clear': {
    text: 'No,Name,Surname,Cell,Mobile\n1,Ann,Adams,0825550101,0835550101',
    asks: ['Cell', 'Mobile'],
    people: ['1 Ann Adams'],
  },
  'two cards': {
    text: 'Emp No,Badge,RFID card,Name,Surname\n1,501,0009876543,Ann,Adams\n2,502,0009876544,Bob,Brown',
    asks: ['Badge', 'RFID card'],
    people: TWO,
  },

  // Names.
  'no headings, the last name first': {
    text: '1,Adams,Ann,Packhouse\n2,Brown,Bob,Orchard\n3,Cole,Cy,Orchard',
    asks: ['', ''],
    choose: { 'Column 2': { field: 'lastName' }, 'Column 3': { field: 'firstName' } },
    people: [...TWO, '3 Cy Cole'],
  },
  'no headings, names and a phone': {
    text: 'Nkosi,Thandi,0825550101\nBotha,Piet,0825550102',
    asks: ['', ''],
    choose: NAMED,
    people: ['1 Thandi Nkosi', '2 Piet Botha'],
  },
  'no headings, and particles that tell the last name': {
    text: '1,van der Merwe,Jan\n2,Botha,Piet\n3,de Wet,Sara',
    people: ['1 Jan van der Merwe', '2 Piet Botha', '3 Sara de Wet'],
  },
  'the last name under "Name", in German': {
    text: 'PNR;Name;Vorname\n1;Weiß;Anna\n2;Groß;Bernd',
    asks: ['PNR'],
    choose: { PNR: { field: 'number' } },
    people: ['1 Anna Weiß', '2 Bernd Groß'],
  },
  'names in Swedish': {
    text: 'Nr;Efternamn;Förnamn\n1;Adams;Ann\n2;Brown;Bob',
    choose: { Efternamn: { field: 'lastName' }, Förnamn: { field: 'firstName' } },
    people: TWO,
  },
  'a particle behind two first names': {
    text: 'No,Name\n1,Johannes Petrus van Wyk\n2,Pieter van der Merwe\n3,Ana Paula de Souza',
    asks: ['Name'],
    choose: { Name: { field: 'fullName', names: 'first-last' } },
    people: ['1 Johannes Petrus van Wyk', '2 Pieter van der Merwe', '3 Ana Paula de Souza'],
    told: ['First Name Johannes Petrus', 'First Name Pieter', 'First Name Ana Paula'],
  },
  'one or two last names': {
    text: 'No;Apellido y nombre\n1;García López José\n2;Núñez María',
    asks: ['Apellido y nombre'],
    choose: { 'Apellido y nombre': { field: 'fullName', names: 'last2-first' } },
    people: ['1 José García López', '2 María Núñez'],
  },
  'remarks in names': {
    asks: ['Name'],
    choose: { Name: { field: 'fullName', names: 'first-last' } },
    text: 'No,Name\n1,Ann Adams (left)\n2,Bob Brown - resigned\n3,Cy Cole *on leave*\n4,Di Dunn NEW\n5,Eve Egg-Smith',
    people: ['1 Ann Adams', '2 Bob Brown - resigned', '3 Cy Cole *on leave*', '4 Di Dunn NEW', '5 Eve Egg-Smith'],
    told: Array.from({ length: 4 }, () => 'The name has a remark: is this employee still there?'),
  },
  'people below a line of leavers': {
    text: 'No,Name,Surname\n1,Ann,Adams\nLEAVERS,,\n2,Bob,Brown\nNew people:,,\n3,Cy,Cole',
    people: [...TWO, '3 Cy Cole'],
    told: ['Below "LEAVERS": is this employee still there?'],
  },

  // What means nothing.
  'placeholders and remarks in numbers': {
    text: 'No,Name,Surname\n1,Ann,Adams\n2?,Bob,Brown\n3 (new),Cy,Cole\n-,Di,Dunn\ntbc,Ed,Ever\n-,Fay,Fox',
    people: ['1 Ann Adams'],
    told: [
      'The number "2?" has a remark: write the number alone.',
      'The number "3 (new)" has a remark: write the number alone.',
      ...['The employee number is missing', 'The employee number is missing', 'The employee number is missing'],
    ],
  },
  'placeholders in other columns': {
    text: 'No,Name,Surname,Team,Card,Cell,End date,Job\n1,Ann,Adams,-,n/a,none,tbc,?\n2,Bob,Brown,nil,N/A,x214,-,geen',
    people: TWO,
    told: ['"x214" is no phone number: the employee is taken without it'],
    not: ['Employee Group', 'Card Numbers', 'Phone Number', 'Inactive From', 'Job Description'],
  },
  'two phones in a cell': {
    text: 'No,Name,Surname,Cell\n1,Ann,Adams,082-555-0003 / 021 555 0004\n2,Bob,Brown,082 555 0005',
    people: TWO,
    told: [
      '"082-555-0003 / 021 555 0004" is no phone number: the employee is taken without it',
      'Phone Number 082 555 0005',
    ],
  },
  'a phone without its zero': {
    text: 'No,Name,Surname,Cell\n1,Ann,Adams,0825550101\n2,Bob,Brown,825550102\n3,Cy,Cole,0835550103',
    people: [...TWO, '3 Cy Cole'],
    told: ['Phone Number "825550102": Lost its zeros? Format the column as text.'],
  },
  'phones that all lost their zeros': {
    text: 'No,Name,Surname,Cell\n1,Ann,Adams,825550101\n2,Bob,Brown,27835550001',
    people: TWO,
    told: ['Phone Number "825550101": Lost its zeros? Format the column as text.'],
  },
  'the ruler of a table': {
    text: '| No | Name | Surname |\n|----|:-----|--------:|\n| 1 | Ann | Adams |\n| 2 | Bob | Brown |\n+----+------+---------+',
    people: TWO,
  },

  // Who is there.
  'kinds of employment beside leavers': {
    text: 'No,Name,Surname,Status\n1,Ann,Adams,Permanent\n2,Bob,Brown,Seasonal\n3,Cy,Cole,Resigned\n4,Di,Dunn,Suspended',
    people: [...TWO, '3 Cy Cole (inactive)', '4 Di Dunn (inactive)'],
  },
  'marks of who is active': {
    text: 'No,Name,Surname,Active\n1,Ann,Adams,x\n2,Bob,Brown,\n3,Cy,Cole,x',
    asks: ['Active'],
    choose: { Active: { field: 'active' } },
    people: ['1 Ann Adams', '2 Bob Brown (inactive)', '3 Cy Cole'],
  },
  'ticks of who is active': {
    text: 'No,Name,Surname,Active\n1,Ann,Adams,✓\n2,Bob,Brown,\n3,Cy,Cole,✓',
    asks: ['Active'],
    choose: { Active: { field: 'active' } },
    people: ['1 Ann Adams', '2 Bob Brown (inactive)', '3 Cy Cole'],
  },
  'a tick or a cross': {
    text: 'No,Name,Surname,Active\n1,Ann,Adams,✓\n2,Bob,Brown,✗',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'yes and no in German': {
    text: 'No,Name,Surname,Active\n1,Ann,Adams,ja\n2,Bob,Brown,nein',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },

  // Numbers and dates.
  'a number with and without its zeros': {
    text: 'No,Name,Surname\n0042,Ann,Adams\n42,Bob,Brown',
    people: ['0042 Ann Adams'],
    told: ['Employee Number "42": Lost its zeros? Format the column as text.'],
  },
  'numbers that a program wrote with a decimal comma': {
    text: 'No;Name;Surname\n1,0;Ann;Adams\n2,0;Bob;Brown',
    people: TWO,
  },
  'a number with a decimal comma': {
    text: 'No;Name;Surname\n1;Ann;Adams\n2;Bob;Brown\n3,0;Cy;Cole',
    people: TWO,
  },
  'a number of two people': {
    text: 'No,Name,Surname\n1,Ann,Adams\n1,Bob,Brown\n1,Ann,Adams',
    people: ['1 Ann Adams'],
    told: ['Line 2 has this number, with another name', 'Line 2 is the same employee'],
  },
  'midnight with its zone': {
    text: 'No,Name,Surname,Start date\n1,Ann,Adams,2025-11-04T00:00:00Z\n2,Bob,Brown,2025-11-05T00:00:00.000+02:00',
    people: TWO,
    told: ['Active From 2025-11-04', 'Active From 2025-11-05'],
  },
  'day numbers of a spreadsheet': {
    text: 'No,Name,Surname,Start date,End date\n1,Ann,Adams,45964,45991\n2,Bob,Brown,45962,',
    people: ['1 Ann Adams (inactive)', '2 Bob Brown'],
    told: ['Active From 2025-11-03', 'Inactive From 2025-12-01', 'Active From 2025-11-01'],
  },
  'a day number among dates': {
    text: 'No,Name,Surname,Start date\n1,Ann,Adams,13/11/2025\n2,Bob,Brown,45964',
    people: TWO,
    told: ['Active From 2025-11-13', 'Active From 2025-11-03'],
  },
  'numbers of five digits are no dates': {
    text: '45964,Ann van Dyk\n45965,Bob Brown',
    people: ['45964 Ann van Dyk', '45965 Bob Brown'],
  },

  // Quotes.
  'a sign of inches': { text: 'No,Name,Surname,Note\n1,Ann,Adams,12" pots\n2,Bob,Brown,', people: TWO },
  'quotes around a word': {
    text: 'No\tName\tSurname\tNote\n1\tAnn\tAdams\t"A" team\n2\tBob\tBrown\t',
    people: TWO,
  },
};

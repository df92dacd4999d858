import type { ListColumn } from '#contract/office/list.ts';

/** A list that misleads a reader. */
export type HardList = {
  text: string | Buffer;
  /** The headings of the columns that are asked. */
  asks?: readonly string[];
  /** The answers, by heading. */
  choose?: Readonly<Record<string, Partial<ListColumn>>>;
  /** The people who are stored then, as 'number first name last name'. */
  people: readonly string[];
  /** Reasons and notes of the preview's lines, and 'column value' of what is stored, in this order. */
  told?: readonly string[];
  /** Columns that nothing is stored in. */
  not?: readonly string[];
};
const TWO = ['1 Ann Adams', '2 Bob Brown'];

export const HARD_LISTS: Readonly<Record<string, HardList>> = {
  'a number before each name': {
    text: 'Name\n7 - Ann Adams\n12. Bob van Wyk',
    people: ['7 Ann Adams', '12 Bob van Wyk'],
  },
  'two names of each kind': {
    text: 'No,Name\n1,José Luis García López\n2,Ana Ruiz Vega',
    asks: ['Name'],
    choose: { Name: { field: 'fullName', names: 'first-last2' } },
    people: ['1 José Luis García López', '2 Ana Ruiz Vega'],
    told: ['First Name José Luis', 'First Name Ana'],
  },
  'a formula in each column': {
    text: 'No,Name,Surname,Team,Cell\n1,Ann,Adams,=A1,\n2,Bob,Brown,North,\n3,Cy,Cole,North,=B2',
    people: ['2 Bob Brown'],
    told: ['"=A1" is a formula: write what it shows.', '"=B2" is a formula: write what it shows.'],
  },
  // The line of the headings.
  'a heading that is a value of its column': {
    text: 'Emp No,Name,Surname,Active\n1,Ann,Adams,Active\n2,Bob,Brown,Inactive',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'a leaver under the same word': {
    text: 'Emp No,Name,Surname,Left\n1,Ann,Adams,\n2,Bob,Brown,Left',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'a line under the same word': { text: 'Emp No,Name,Surname,Line\n1,Ann,Adams,Line\n2,Bob,Brown,Dock', people: TWO },
  'an unknown heading that is a value': {
    text: 'Name,Surname,Casual\nAnn,Adams,Casual\nBob,Brown,',
    people: TWO,
  },
  'a person with a first name like the heading': {
    text: 'Emp No,Name,Surname\n1,Name,Adams\n2,Bob,Brown',
    people: ['1 Name Adams', '2 Bob Brown'],
  },
  'headings again with another page': {
    text: 'Emp No,Surname,Name,Dept,Page 1\n1,Adams,Ann,A,\nEmp No,Surname,Name,Dept,Page 2\n2,Brown,Bob,A,',
    people: TWO,
  },
  'headings again without one of them': {
    text: 'Emp No,Surname,Name,Dept,Rate\n1,Adams,Ann,A,25\nEmp No,Surname,Name,Dept,\n2,Brown,Bob,A,26',
    people: TWO,
  },
  'headings again, moved': {
    text: 'Emp No,Surname,Name,Dept\n1,Adams,Ann,A\n,Emp No,Surname,Name\n2,Brown,Bob,A',
    people: TWO,
  },
  'headings again in another language': { text: 'Surname,Name\nAdams,Ann\nVan,Naam\nBrown,Bob', people: TWO },
  'one heading that is known': { text: 'Name,Remarks\nAnn Adams,new\nBob Brown,old', people: TWO },
  'one that is known in Portuguese': { text: 'Nome completo;Turma X\nAnn Adams;A\nBob Brown;B', people: TWO },
  'no headings, and words that are some': {
    text: 'Ann Adams,Worker,Active\nBob Brown,Worker,Active',
    people: TWO,
  },

  // Who is still there.
  'an end': {
    text: 'Emp No,Name,Surname,Start,End\n1,Ann,Adams,2026-05-01,2026-06-01\n2,Bob,Brown,2026-05-01,',
    people: ['1 Ann Adams (inactive)', '2 Bob Brown'],
  },
  'ends that are no dates': {
    text: 'Emp No,Name,Surname,End date\n1,Ann,Adams,n/a\n2,Bob,Brown,31/12/9999\n3,Cora,Cole,30/06/2026\n4,Dan,Dole,indefinite',
    people: [...TWO, '3 Cora Cole (inactive)'],
  },
  'a cross': {
    text: 'Emp No,Name,Surname,Resigned\n1,Ann,Adams,x\n2,Bob,Brown,',
    people: ['1 Ann Adams (inactive)', '2 Bob Brown'],
  },
  'a yes': {
    text: 'Emp No,Name,Surname,Terminated\n1,Ann,Adams,\n2,Bob,Brown,Yes',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'a day of discharge': {
    text: 'Emp No,Name,Surname,Discharged\n1,Ann,Adams,2026-06-30\n2,Bob,Brown,',
    people: ['1 Ann Adams (inactive)', '2 Bob Brown'],
  },
  'a status of employment': {
    text: 'Emp No,Name,Surname,Emp Status\n1,Ann,Adams,Active\n2,Bob,Brown,Terminated',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'a status in Portuguese': {
    text: 'Matrícula;Nome;Situação\n1;Ann Adams;Normal\n2;Bob Brown;Demitido\n3;Cora Cole;Afastado',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)', '3 Cora Cole'],
  },
  'a status in French': {
    text: 'Matricule;Nom;Prénom;Statut\n1;Adams;Ann;Présent\n2;Brown;Bob;Sorti',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'the negative in French': {
    text: 'Matricule;Nom;Prénom;Non actif\n1;Adams;Ann;Oui\n2;Brown;Bob;Non',
    people: ['1 Ann Adams (inactive)', '2 Bob Brown'],
  },
  'members who were archived': {
    text: 'Full name,Member code,Status\nAnn Adams,1,Joined\nBob Brown,2,Archived\nCora Cole,3,Removed',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)', '3 Cora Cole (inactive)'],
  },
  'a status that cannot be read is asked': {
    text: 'Emp No,Name,Surname,Status\n1,Ann,Adams,S1\n2,Bob,Brown,S2',
    asks: ['Status'],
    people: TWO,
  },
  'a column of leavers without a heading that is known is asked': {
    text: 'Emp No,Name,Surname,Remark\n1,Ann,Adams,\n2,Bob,Brown,Resigned',
    asks: ['Remark'],
    choose: { Remark: { field: 'inactive' } },
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'how people are employed says nothing': {
    text: 'Emp No,Name,Surname,Status,Leave days\n1,Ann,Adams,Permanent,12\n2,Bob,Brown,Seasonal,3',
    people: TWO,
  },

  'titles that are initials elsewhere': {
    text: 'Matricule;Salarié\n1;M. MARTIN Luc\n2;Mme PETIT Zoé\n3;M. Luc Durand',
    people: ['1 Luc MARTIN', '2 Zoé PETIT', '3 Luc Durand'],
  },
  'short last names in capitals': {
    text: 'Number,Full name\n1,MARIA CRUZ\n2,TENDAI MOYO\n3,PIETER NEL',
    people: ['1 MARIA CRUZ', '2 TENDAI MOYO', '3 PIETER NEL'],
  },
  'a letter behind a name': {
    text: 'Number,Name\n1,Nkosi T\n2,Dube S',
    asks: ['Name'],
    choose: { Name: { field: 'fullName', names: 'last-first' } },
    people: ['1 T Nkosi', '2 S Dube'],
  },
  'titles in German': {
    text: 'Personalnummer;Mitarbeiter\n1;Herr Klaus Weber\n2;Frau Eva Groß',
    people: ['1 Klaus Weber', '2 Eva Groß'],
  },
  'a status of codes': {
    text: 'No,Name,Surname,Status\n1,Ann,Adams,N\n2,Bob,Brown,S',
    asks: ['Status'],
    choose: { Status: { field: null } },
    people: TWO,
  },
  'cards in two lines': {
    text: 'Number,Name,Surname,Cards\n1,Ann,Adams,"12345678\n87654321"',
    people: ['1 Ann Adams'],
    told: ['Card Numbers 12345678, 87654321'],
  },
  'errors of a French spreadsheet': {
    text: 'Numéro;Nom;Prénom;Équipe\n1;#NOM?;Luc;Nord\n2;Petit;Zoé;#VALEUR!\n3;Durand;Eva;Nord',
    people: ['3 Eva Durand'],
  },
  'two titles, and what people are called': {
    text: 'No;Nombre completo\n1;Sr. D. Luis Pol\n2;Prof. Dr. Klaus Weber\n3;Dña. Eva Gil\n4;Johannes "Hans" Botha',
    people: ['1 Luis Pol', '2 Klaus Weber', '3 Eva Gil', '4 Johannes Botha'],
  },
  'leavers as S and N, O and N': {
    text: 'No;Nombre;Apellidos;Baja\n1;Ann;Adams;N\n2;Bob;Brown;S',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'Sorti as O and N': {
    text: 'Matricule;Nom;Prénom;Sorti\n1;Adams;Ann;N\n2;Brown;Bob;O',
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  'Poste of shifts with their hours': {
    text: 'Matricule;Nom;Prénom;Poste\n1;Adams;Ann;Matin 6h-14h\n2;Brown;Bob;Repos',
    people: TWO,
    told: ['Time Group Matin 6h-14h', 'Time Group Repos'],
  },
  'Poste of jobs and shifts': {
    text: "Matricule;Nom;Prénom;Poste\n1;Adams;Ann;Chef d'équipe\n2;Brown;Bob;Nuit",
    asks: ['Poste'],
    choose: { Poste: { field: 'jobDescription' } },
    people: TWO,
    told: ["Job Description Chef d'équipe", 'Job Description Nuit'],
  },
  'names in two columns that differ': {
    text: 'Number,Full name,Surname\n1,Ann Cole,Adams\n2,Bob Brown,Brown',
    people: TWO,
    told: ['"Ann Cole": Adams is taken'],
  },
  'a space that nobody sees, two that one may': {
    text: 'Kliknommer,Naam,Van,Team\n1,Ann,Ad\u200bams,Line  1\n2,Bob,Brown,Line 1',
    people: TWO,
    told: ['Employee Group Line 1', 'Employee Group Line 1'],
  },
  'mobiles that have no zero': {
    text: 'N.º de operário;Nome;Apelido;Telemóvel\n1;Ann;Adams;912 345 678\n2;Bob;Brown;600 111 222',
    people: TWO,
    told: ['Phone Number 912 345 678'],
    not: ['Lost its zeros'],
  },
  'titles in Spanish': {
    text: 'Número;Nombre completo\n2;D. Luis Pérez\n3;Dña. Eva Gil',
    people: ['2 Luis Pérez', '3 Eva Gil'],
  },
  'initials before particles': {
    text: 'No;Name\n1;M. van Wyk\n2;D. du Toit\n3;Don Smith Jones',
    asks: ['Name'],
    choose: { Name: { field: 'fullName', names: 'first-last2' } },
    people: ['1 M. van Wyk', '2 D. du Toit', '3 Don Smith Jones'],
  },
  'Poste of jobs': {
    text: 'Matricule;Nom;Prénom;Poste\n1;Durand;Claire;Tailleuse\n2;Petit;Luc;Tractoriste',
    people: ['1 Claire Durand', '2 Luc Petit'],
    told: ['Job Description Tailleuse', 'Job Description Tractoriste'],
  },
  'Poste of shifts': {
    text: 'Matricule;Nom;Prénom;Poste\n1;Durand;Claire;Matin\n2;Petit;Luc;Après-midi',
    people: ['1 Claire Durand', '2 Luc Petit'],
    told: ['Time Group Matin', 'Time Group Après-midi'],
  },
  'errors of a spreadsheet': {
    text: 'Number,Surname,Name,Team\n1,#N/A,Thandi,A\n2,Adams,Ann,#REF!\n3,Brown,Bob,A',
    people: ['3 Bob Brown'],
    told: ['A cell has the error #N/A', 'A cell has the error #REF!'],
  },
  'line breaks, tabs and two spaces within cells': {
    text: 'Number,Surname,Name,Team\n1,"Nkosi\nDlamini",Thandi,Line  1\n2,Adams,"Ann\tJane",Line 1',
    people: ['1 Thandi Nkosi Dlamini', '2 Ann Jane Adams'],
    told: ['Employee Group Line 1', 'Employee Group Line 1'],
  },
  'oui and non by a letter': {
    text: 'Matricule;Nom;Prénom;Actif\n1;Durand;Claire;O\n2;Petit;Luc;N',
    people: ['1 Claire Durand', '2 Luc Petit (inactive)'],
  },
  'sí and no by a letter': {
    text: 'Legajo;Apellido;Nombre;Activo\n1;Ruiz;Ana;S\n2;Gil;Eva;N',
    people: ['1 Ana Ruiz', '2 Eva Gil (inactive)'],
  },

  // Exports of programs.
  BrightPay: {
    text: `Title,First Name,Middle Name,Surname,Works No.,NI Number,Start Date,Leave Date,Department,Mobile
Ms,Ann,Jane,Adams,1,QQ123456A,01/04/2025,31/03/2026,Packing,07700900000
Mr,Bob,,Brown,2,QQ123456B,13/04/2025,,Packing,07700900001`,
    people: ['1 Ann Adams (inactive)', '2 Bob Brown'],
  },
  Odoo: {
    text: `id,name,barcode,pin,department_id/name,job_id/name,mobile_phone,active
__export__.hr_employee_1,Ann Adams,0410101,1,Packing,Packer,082 555 0000,True
__export__.hr_employee_2,Bob Brown,0410102,2,Packing,Packer,082 555 0001,False`,
    people: ['1 Ann Adams', '2 Bob Brown (inactive)'],
  },
  BioTime: {
    text: 'Employee ID,First Name,Last Name,Department,Hired Date\n1,Ann,Adams,Packing,2026-05-01\n2,Bob,Brown,Packing,2026-05-01',
    people: TWO,
  },
  Deputy: {
    text: 'Employee Export Code,FirstName,LastName,EmploymentStart,EmploymentEnd\n1,Ann,Adams,2025-05-01,2026-05-01\n2,Bob,Brown,2026-05-01,',
    people: ['1 Ann Adams (inactive)', '2 Bob Brown'],
  },
  Primavera: {
    text: 'Funcionário;Nome;Dt. Admissão;Dt. Demissão\n17;Ann Adams;2025-05-01;2026-05-01\n18;Bob Brown;2026-05-01;',
    people: ['17 Ann Adams (inactive)', '18 Bob Brown'],
  },

  // Numbers and names.
  'a bank account is no number': {
    text: '1,Ann,Adams,62012345678\n2,Bob,Brown,62012345679',
    asks: ['', ''],
    choose: { 'Column 2': { field: 'firstName' }, 'Column 3': { field: 'lastName' } },
    people: TWO,
  },
  'a number of a tax office is none': {
    text: 'Ann;Adams;12345678900\nBob;Brown;12345678901',
    asks: ['', ''],
    choose: { 'Column 1': { field: 'firstName' }, 'Column 2': { field: 'lastName' } },
    people: TWO,
  },
  'a nickname beside both names': {
    text: 'Full Name,Nickname\nAnn Adams,Tee\nBob Brown,Boet',
    people: TWO,
  },
  'numbers that a program wrote as decimals': {
    text: 'Emp No,Name,Surname\n1.0,Ann,Adams\n2.0,Bob,Brown',
    people: TWO,
  },
  'numbers kept for a spreadsheet': {
    text: 'Emp No,Name,Surname\n="0001",Ann,Adams\n\'0002,Bob,Brown',
    people: ['0001 Ann Adams', '0002 Bob Brown'],
  },
  'numbers that a spreadsheet has changed': {
    text: 'Emp No,Name,Surname\n1,Ann,Adams\n#REF!,Cora,Cole\n=4,Dan,Dole\n1.001,Eve,Egg\n"1,001",Fay,Fox\n2,Bob,Brown',
    people: TWO,
  },
  'names in an order of their own': {
    text: "No;Employee name\n1;MOKOENA Thandi Grace\n2;Van der Merwe Jan\n3;Dr. Piet Smit\n4;Smit Ann (Annie)\n5;JP Smit\n6;O'Brien, Mary-Jane\n7;Jan van Wyk",
    asks: ['Employee name'],
    choose: { 'Employee name': { field: 'fullName', names: 'first-last' } },
    people: [
      '1 Thandi Grace MOKOENA',
      '2 Jan Van der Merwe',
      '3 Piet Smit',
      '4 Smit Ann',
      '5 JP Smit',
      "6 Mary-Jane O'Brien",
      '7 Jan van Wyk',
    ],
  },

  // Sums and footers.
  'footers in English': {
    text: 'Full Name,Team\nAnn Adams,A\nEnd of report,\nEmployee count,1\nPrinted by Sage,\nPrepared by: John Smith,\nReport total,1\nTeam A total,1\nHead count,1\nSum of employees,1\nConfidential document,\nGrand Total:,1\nPacking shed,\nNight shift,\nBob Brown,',
    people: TWO,
  },
  'footers in Spanish': {
    text: 'Nombre completo;Cuadrilla\nAnn Adams;A\nTotal cuadrilla;1\nSubtotal empleados;1\nNúmero de empleados;1\nImpreso el lunes;\nFin del informe;\nElaborado por María Pérez;\nBob Brown;B',
    people: TWO,
  },
  'footers in French': {
    text: 'Nom complet;Équipe\nAnn Adams;A\nSous-total équipe;1\nNombre de salariés;1\nEffectif total;1\nImprimé par Sage;\nSignature du responsable;\nBob Brown;B',
    people: TWO,
  },
  'footers in Afrikaans': {
    text: 'Volle naam;Span\nAnn Adams;A\nTotaal vir span;1\nGroot totaal;1\nAantal werknemers;1\nGedruk deur Sage;\nHandtekening bestuurder;\nBob Brown;B',
    people: TWO,
  },
  'footers in Portuguese': {
    text: 'Nome completo;Equipa\nAnn Adams;A\nTotal geral;1\nSoma da turma;1\nQuantidade de funcionários;1\nEmitido por Primavera;\nAssinatura do responsável;\nBob Brown;B',
    people: TWO,
  },
  'people who are called like sums': {
    text: 'No,Full name,Team\n1,Soma Mokoena,A\n2,Suma García,B\n3,Total Recall,A\n4,Page Larry,A\n,Total,4',
    people: ['1 Soma Mokoena', '2 Suma García', '3 Total Recall', '4 Page Larry'],
  },
  'people without numbers who are called like footers': {
    text: 'Full name\nSum Wang\nEnd Jonas\nPage Larry\nCount Basie\nSoma Mokoena\nSuma García\nGroup Leader\nReport Moyo',
    people: [
      '1 Sum Wang',
      '2 End Jonas',
      '3 Page Larry',
      '4 Count Basie',
      '5 Soma Mokoena',
      '6 Suma García',
      '7 Group Leader',
      '8 Report Moyo',
    ],
  },

  // Encodings.
  'the encoding of DOS': {
    text: Buffer.from('Emp No,Name,Surname\r\n1,Andr\x82,Nu\xa4ez\r\n2,Jos\x82,Mu\xa4oz\r\n', 'latin1'),
    people: ['1 André Nuñez', '2 José Muñoz'],
  },
  'the encoding of a Mac': {
    text: Buffer.from('Emp No;Name;Surname\n1;Jos\x8e;Mu\x96oz\n2;Ren\x8e;Garc\x92a\n', 'latin1'),
    people: ['1 José Muñoz', '2 René García'],
  },
  'the encoding of Windows': {
    text: Buffer.from('Emp No;Name;Surname\n1;José;Muñoz\n2;René;García\n', 'latin1'),
    people: ['1 José Muñoz', '2 René García'],
  },
  'UTF-8 twice': {
    text: 'Emp No,Name,Surname\n1,AndrÃ©,NuÃ±ez\n2,JosÃ©,GarcÃ\u00ada\n3,JOÃO,Conceição',
    people: ['1 André Nuñez', '2 José García', '3 JOÃO Conceição'],
  },
  'UTF-16 without its mark': {
    text: Buffer.from('Emp No\tName\tSurname\r\n1\tAndré\tNuñez\r\n', 'utf16le').swap16(),
    people: ['1 André Nuñez'],
  },
  'letters that are lost': {
    text: 'Emp No,Name,Surname\n1,Ann,Adams\n2,Bob,Brown\n3,Jos\ufffd,Mu\ufffdoz',
    people: TWO,
  },
};

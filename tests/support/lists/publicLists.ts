import type { HardList } from './hardLists.ts';

/** Lists after public templates and exports, of manuals (HCMFront, Alegra) and of repositories with their imports and tests; names replaced. */
const TWO = ['1 Ann Adams', '2 Bob Brown'];
const ENDED = ['1 Ann Adams', '2 Bob Brown (inactive)'];
export const PUBLIC_LISTS: Readonly<Record<string, HardList>> = {
  'zvoove: Personalstamm': {
    text: 'Personalnummer;Nachname;Vorname;Geburtsdatum;IBAN;Straße;PLZ;Ort;Mobil;E-Mail;Beschäftigungsart;Eintritt;Befristet bis;Stundenlohn;Austritt\n1;Adams;Ann;01.01.1990;DE02120300000000202051;Weg 1;70173;Stuttgart;0151 1234567;ann@example.de;Geringfügig Beschäftigter;13.03.2024;;14,50;\n2;Brown;Bob;14.02.1988;DE02500105170137075030;Weg 2;70173;Stuttgart;0151 1234568;bob@example.de;Vollzeit;13.03.2024;31.10.2026;15,00;31.10.2026',
    people: ENDED,
  },
  'a contractor: trades, visas': {
    text: 'EMPLOYEE ID,NAME,TRADE,NATIONALITY,JOINING DATE,DATE OF BIRTH,MOBILE NUMBER,HOME PHONE NUMBER,EMAIL ID,COMPANY NAME,VISA EXPIRY DATE\n1,Ann Adams,Packer,UK,2023-01-15,1985-05-20,+971501234567,+97142345678,ann@example.com,North Farm,2027-01-14\n2,Bob Brown,Picker,UAE,2022-11-10,1990-08-12,+971502345678,+97142456789,bob@example.com,North Farm,2026-11-09',
    people: TWO,
  },
  'an export with CIN and CNSS': {
    text: 'Matricule;Nom;Prénom;Email;Genre;CIN;CNSS;Téléphone;Téléphone Pro;Poste;Département;Type Contrat;Date Embauche;Salaire;Solde Congé;Manager;RIB\n1;Adams;Ann;ann@example.ma;F;AB123456;123456789;0612345678;0522345678;Cueilleuse;Nord;CDI;25/11/2024;3500,00;12,5;Cole;011780000012345678901234\n2;Brown;Bob;bob@example.ma;M;AB123457;123456790;0612345679;;Cueilleur;Nord;CDD;26/11/2024;3500,00;8;Cole;011780000012345678901235',
    people: TWO,
  },
  'an export with points and S or N': {
    text: 'matricula;nome;cpf;setor;equipe;unidade;funcao;empresa;ativo;pontos;ies;conquista\n1;Ann Adams;52998224725;Packing;Norte;Fazenda;Embaladora;North;S;120;0,98;Ouro\n2;Bob Brown;11144477735;Campo;Norte;Fazenda;Colhedor;North;N;80;0,75;',
    people: ENDED,
  },
  'a text with dataNascimento and Situação': {
    text: 'matricula;nome;CPF;dataNascimento;Situação\n1;Ann Adams;529.982.247-25;03/11/1990;Ativo\n2;Bob Brown;111.444.777-35;14/02/1988;Demitido',
    people: ENDED,
  },
  'a warehouse: badge, shift, hire date': {
    text: 'Badge ID,First name,Last name,Shift,Department,Hire date\n1,Ann,Adams,First Shift,Picking,2026-09-14\n2,Bob,Brown,Second Shift,Receiving,',
    people: TWO,
  },
  'HCMFront: colaboradores': {
    text: 'País de Emisión,Tipo de Documento,Número de Identificación,Nombres,Apellido Paterno,Apellido Materno,Email Corporativo,Email Personal,Teléfono Fijo,Celular\nChile,Documento Identidad,12.345.678-5,Ana María,Adams,Soto,ana@example.cl,,,+56 9 8765 4321\nChile,Documento Identidad,11.111.111-1,Bob,Brown,Rojas,bob@example.cl,,,+56 9 8765 4322',
    people: ['1 Ana María Adams Soto', '2 Bob Brown Rojas'],
  },
  'Alegra: attributes of an import': {
    text: 'identification,identificationType,firstName,secondName,firstLastName,secondLastName,email,phone,department,position,salary,contractType,startDate,endDate\n1020304050,CC,Ann,Maria,Adams,Soto,ann@example.co,3001234567,Norte,Recolectora,1300000,indefinido,2024-11-25,\n1020304051,CC,Bob,,Brown,,bob@example.co,3001234568,Norte,Recolector,1300000,fijo,2024-11-26,2026-10-31',
    people: ['1 Ann Adams Soto', '2 Bob Brown (inactive)'],
    not: ['Last Name Maria'],
  },
  'Lucca: balances of leave': {
    text: "Matricule;Nom;Prénom;Date d'entrée;CP N-1;CP N;RTT\n0015;ADAMS;Ann;15/01/2024;10;6,25;3\n0016;BROWN;Bob;16/01/2024;4;6,25;1,5",
    people: ['0015 Ann ADAMS', '0016 Bob BROWN'],
  },
  'a roster: StaffImport, in German': {
    text: 'Nachname;Vorname;Personalnummer;Eintrittsdatum;Austrittsdatum;E-Mail;Titel;Bemerkungen;Handynummer\nAdams;Ann;1;25.11.2024;;ann@example.de;;;01701234567\nBrown;Bob;2;26.11.2024;31.10.2026;bob@example.de;Dr.;;01701234568',
    people: ENDED,
  },
  'a clock: legajo, sector, turno, entrada': {
    text: 'legajo,apellido,nombre,sector,turno,entrada,salida,entrada_sab,salida_sab,break_min,almuerzo_min,rotativo\n190,ADAMS,ANN,Logistica,rotativo,08:00,17:00,08:00,13:00,0,60,1\n191,BROWN,BOB,Deposito,fijo,07:00,16:00,,,0,60,0',
    people: ['190 ANN ADAMS', '191 BOB BROWN'],
  },
  'a payroll sheet: Is Contractor': {
    text: 'Payroll ID,First Name,Last Name,Job Title,Department,Is Contractor\n1,Ann,Adams,Instructor,Gym,false\n2,Bob,Brown,Program Helper,After School,true',
    people: TWO,
  },
};

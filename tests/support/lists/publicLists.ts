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
  'UKG: people': {
    text: 'employee_number,first_name,last_name,display_full_name,work_email,mobile_phone_number,employment_status,start_date,termination_date,weekly_hours\n1,Ann,Adams,Ann Adams,ann@example.com,+15555550101,ACTIVE,2024-11-25,,40\n2,Bob,Brown,Bob Brown,bob@example.com,+15555550102,TERMINATED,2024-11-26,2026-10-31,40',
    people: ENDED,
  },
  'Kronos: badges and home accounts': {
    text: 'Person Number,First Name,Middle Initial,Last Name,Short Name,Badge Number,Badge Effective Date,Home Labor Account,Hire Date,Employment Status,Employment Status Effective Date,Pay Rule,Accrual Profile\n1,Ann,M,Adams,Adams A,100234,1/15/2024,North/Picking/01,11/25/2024,Active,11/25/2024,Hourly,Full Time\n2,Bob,,Brown,Brown B,100235,1/15/2024,North/Packing/02,11/26/2024,Terminated,10/31/2026,Hourly,Part Time',
    asks: ['Employment Status Effective Date'],
    choose: { 'Employment Status Effective Date': { field: null } },
    people: ENDED,
  },
  'BambooHR: directory': {
    text: 'Employee #,Display name,First name,Last name,Preferred name,Job title,Work phone,Mobile phone,Department,Location,Division,Hire date,Employment status,Status\n1,Ann Adams,Ann,Adams,Annie,Picker,,+1 555 555 0101,Harvest,North,Field,2024-11-25,Full-Time,Active\n2,Bob Brown,Bob,Brown,,Packer,,+1 555 555 0102,Packing,North,Field,2024-11-26,Full-Time,Inactive',
    people: ENDED,
  },
  'DATEV LODAS': {
    text: 'pnr#psd;duevo_vorname#psd;duevo_familienname#psd;geschlecht#psd;geburtsdatum_ttmmjj#psd;adresse_ort#psd;eintrittdatum#psd;austrittdatum#psd\n1;Ann;Adams;1;01.01.1990;Stuttgart;25.11.2024;\n2;Bob;Brown;0;14.02.1988;Stuttgart;26.11.2024;31.10.2026',
    people: ENDED,
  },
  'DATEV: Personalübersicht': {
    text: 'Pers.-Nr.;Name, Vorname;Geburtsdatum;Eintritt;Austritt;Kostenstelle;Tätigkeitsbezeichnung;Steuer-ID\n00001;Adams, Ann;01.01.1990;25.11.2024;;100;Erntehelferin;12345678901\n00002;Brown, Bob;14.02.1988;26.11.2024;31.10.2026;200;Packer;12345678902',
    people: ['00001 Ann Adams', '00002 Bob Brown (inactive)'],
  },
  'TOTVS RM: funcionários': {
    text: 'CODCOLIGADA;CHAPA;NOME;DTNASCIMENTO;SEXO;DATAADMISSAO;DATADEMISSAO;CODSITUACAO;CODFUNCAO;CODSECAO\n1;00001;Ann Adams;03/11/1990;F;25/11/2024;;A;COLHEDOR;01.001\n1;00002;Bob Brown;14/02/1988;M;26/11/2024;31/10/2026;D;EMBALADOR;01.002',
    asks: ['CODSITUACAO'],
    choose: { CODSITUACAO: { field: null } },
    people: ['00001 Ann Adams', '00002 Bob Brown (inactive)'],
  },
  'TOTVS Protheus: SRA': {
    text: 'RA_FILIAL;RA_MAT;RA_NOME;RA_ADMISSA;RA_DEMISSA;RA_SITFOLH;RA_CC;RA_CODFUNC\n01;000001;ANN ADAMS;20241125;;;1001;00012\n01;000002;BOB BROWN;20241126;20261031;D;1002;00013',
    people: ['000001 ANN ADAMS', '000002 BOB BROWN (inactive)'],
  },
  'CONTPAQi: empleados': {
    text: 'Código;Apellido paterno;Apellido materno;Nombre;Fecha de alta;Fecha de baja;Estatus;Departamento;Puesto;Turno;NSS;RFC;CURP\n001;Adams;Soto;Ann;25/11/2024;;A;Campo;Cortador;Matutino;12345678901;AASA900101AB1;AASA900101MDFDTN01\n002;Brown;Rojas;Bob;26/11/2024;31/10/2026;B;Empaque;Empacador;Matutino;12345678902;BORB880214AB1;BORB880214HDFRJB01',
    asks: ['Estatus'],
    choose: { Estatus: { field: null } },
    people: ['001 Ann Adams Soto', '002 Bob Brown Rojas (inactive)'],
  },
  'Facturama: carga masiva': {
    text: 'Nombre,ApellidoPaterno,ApellidoMaterno,Curp,Rfc,NumeroSeguroSocial,FechaInicioRelacionLaboral,NumeroEmpleado,Departamento,Puesto\nAnn,Adams,Soto,AASA900101MDFDTN01,AASA900101AB1,12345678901,2024-11-25,1,Campo,Cortador\nBob,Brown,Rojas,BORB880214HDFRJB01,BORB880214AB1,12345678902,2024-11-26,2,Empaque,Empacador',
    people: ['1 Ann Adams Soto', '2 Bob Brown Rojas'],
  },
  'Payhawk: plantilla': {
    text: 'ID de usuario (solo lectura);Nombre;Apellidos;Número de teléfono;Correo electrónico de empresa;ID externo;Invitación para notificar al usuario;Estado;Perfil\n8f14e45f-ceea-467f-a9d3-2a1b3c4d5e6f;Ann;Adams;+34 600 111 222;ann@example.es;1;No;Activo;Empleado\n9f14e45f-ceea-467f-a9d3-2a1b3c4d5e6f;Bob;Brown;+34 600 111 223;bob@example.es;2;No;Invitado;Empleado',
    people: TWO,
  },
  'Sesame: carga masiva': {
    text: 'Código de actualización;Nombre;Apellidos;Tipo de identificación;Número de identificación;Fecha de nacimiento;Género;PIN;Estado;Cargo;Centro\nA1B2;Ann;Adams;DNI;12345678Z;1990-01-01;Mujer;1001;Activo;Recolectora;Norte\nA1B3;Bob;Brown;NIE;X1234567L;1988-02-14;Hombre;1002;Inactivo;Recolector;Norte',
    asks: ['Número de identificación'],
    choose: { 'Número de identificación': { field: null } },
    people: ['1001 Ann Adams', '1002 Bob Brown (inactive)'],
  },
  'a3nom: trabajadores': {
    text: 'Código empresa;Código trabajador;NIF;Apellidos y nombre;Fecha alta;Fecha baja;Centro;Categoría\n1;1;12345678Z;ADAMS SOTO, ANN;25/11/2024;;Norte;Peón\n1;2;X1234567L;BROWN ROJAS, BOB;26/11/2024;31/10/2026;Norte;Peón',
    people: ['1 ANN ADAMS SOTO', '2 BOB BROWN ROJAS (inactive)'],
  },
  'Silae: salariés': {
    text: "Matricule;Civilité;Nom d'usage;Nom de naissance;Prénoms;Date d'ancienneté;Date d'entrée;Date de sortie;Emploi;Établissement;Catégorie professionnelle\n00001;Mme;ADAMS;COLE;Ann Marie;25/11/2020;25/11/2024;;Cueilleuse;Siège;Ouvrier\n00002;M.;BROWN;BROWN;Bob;26/11/2020;26/11/2024;31/10/2026;Cueilleur;Siège;Ouvrier",
    people: ['00001 Ann Marie ADAMS', '00002 Bob BROWN (inactive)'],
  },
  'Worklife: personal_number': {
    text: 'personal_number,first_name,last_name,email,arrival_date,suspension_date,meal_voucher_eligible\n1,Ann,Adams,ann@example.fr,2024-11-25,,true\n2,Bob,Brown,bob@example.fr,2024-11-26,2026-11-01,true',
    asks: ['personal_number', 'suspension_date'],
    choose: { personal_number: { field: 'number' }, suspension_date: { field: 'inactiveFrom', dates: 'ymd' } },
    people: ENDED,
  },
  Factorial: {
    text: 'Name,Surname,Email,Identifier,Phone number,Manager email,Contract start date,Contract end date,Job title,Workplace,Team\nAnn,Adams,ann@example.es,1,+34 600 111 222,,2024-11-25,,Picker,North,Harvest\nBob,Brown,bob@example.es,2,+34 600 111 223,,2024-11-26,2026-10-31,Packer,North,Packing',
    asks: ['Identifier'],
    choose: { Identifier: { field: 'number' } },
    people: ENDED,
  },
  'ADP Workforce Now': {
    text: 'Position ID,Associate ID,Payroll Name,Hire Date,Rehire Date,Termination Date,Position Status,Job Title Description,Home Department Description,Reports To Name\nABC000001,XYZ1,"Adams, Ann",11/25/2024,,,Active,Picker,Harvest,"Cole, Cy"\nABC000002,XYZ2,"Brown, Bob",11/26/2024,,10/31/2026,Terminated,Packer,Packing,"Cole, Cy"',
    people: ['XYZ1 Ann Adams', 'XYZ2 Bob Brown (inactive)'],
  },
  'Datasul: funcionario': {
    text: 'cdn_empresa;cdn_funcionario;nom_pessoa_fisic;dat_admis_func;dat_desligto_func;cod_rh_ccusto\n1;1;Ann Adams;25/11/2024;;100\n1;2;Bob Brown;26/11/2024;31/10/2026;200',
    people: ENDED,
  },
};

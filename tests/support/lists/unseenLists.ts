import type { HardList } from './hardLists.ts';

/** A list after the template or export of a program whose manual was not read while the import was built; names replaced. */
export type UnseenList = HardList & { source: string };
const PEOPLE = ['1 Ann Adams', '2 Bob Brown'];
const ENDED = ['1 Ann Adams', '2 Bob Brown (inactive)'];

export const UNSEEN_LISTS: Readonly<Record<string, UnseenList>> = {
  'TriNet Time': {
    source: 'help.trinetcloud.com, employee import',
    text: `First Name,Middle Name,Last Name,Company Code,Address Street,City,Home Phone,Cellular Phone,E-Mail Address,Organization,Employee Type,Employee ID,Default Group,Badge Number,Birth Date,Employee Status,Last Hire Date,Termination Date,Unit Pay Rate,Gender,WebClock Pin,Has Access
Ann,,Adams,BV,1 Main St,Ceres,,082 555 0000,ann@example.org,100,FT,1,Day,9001,05/17/1990,A,11/13/2025,,16.50,F,4321,N
Bob,,Brown,BV,2 Main St,Ceres,,082 555 0001,bob@example.org,100,FT,2,Day,9002,02/11/1988,T,01/21/2026,05/31/2026,16.50,M,4322,N`,
    asks: ['Employee Status'],
    people: ENDED,
  },
  'Payroll Solution': {
    source: 'iware.ltd, webhelp, import employees',
    text: `EMPLOYEE_ID,LAST_NAME,FIRST_NAME,MIDDLE_INITIAL,ADDRESS,PHONE_NO,EMAIL_ADDRESS,SEX,DATE_OF_BIRTH,DEPARTMENT,DATE_HIRED
1,Adams,Ann,J,"1 Main St
Ceres",(082) 555-0000,,F,1990-05-17,Packing,2025-11-03
2,Brown,Bob,,"2 Main St
Ceres",(082) 555-0001,,M,1988-02-11,Orchard,2026-01-21`,
    people: PEOPLE,
  },
  'FieldClock with seven columns': {
    source: 'support.fieldclock.com, importing employees',
    text: `Name,Payroll Code,Pay Rate,Initials,Phone Number,Kiosk PIN,Group Number
Ann Adams,1,16.50,AA,082 555 0000,4321,7
Bob Brown,2,16.50,BB,082 555 0001,4322,7`,
    people: PEOPLE,
  },
  retailcloud: {
    source: 'retailcloud.atlassian.net, employee import',
    text: `EmployeeID,FirstName,LastName,Department,Designation,EmploymentType,BirthDate,JoiningDate,LeavingDate,Address1,Email
1,Ann,Adams,Packing,Packer,Permanent,1990-05-17,2025-11-03,,1 Main St,ann@example.org
2,Bob,Brown,Packing,Packer,Temporary,1988-02-11,2026-01-21,2026-05-31,2 Main St,bob@example.org`,
    people: ENDED,
  },
  aTurnos: {
    source: 'aturnos.com, manual, importación de altas de trabajadores',
    text: `Nombre;Mail;Fecha de alta;Categoría;Especialidades;Localización;Teléfono
Ann Adams;ann@example.org;13/11/2025;Envasadora;;Almacén;612 555 000
Bob Brown;bob@example.org;21/01/2026;Tractorista;;Finca;612 555 001`,
    people: PEOPLE,
  },
  'Factor RH, empleados': {
    source: 'docs.factor-rh.com, archivo empleados',
    text: `Primer nombre;Segundo nombre;Primer apellido;Segundo apellido;Apellido de casada;Nombre usual;Fecha de nacimiento;Código de empleado;DPI;NIT;Sexo
Ann;;Adams;;;Annie;1990-05-17;1;2547896310101;12345678;F
Bob;;Brown;;;;1988-02-11;2;2547896310102;12345679;M`,
    people: PEOPLE,
  },
  'Mapal OS in Spanish': {
    source: 'help.mapal-os.com, añadir varios usuarios',
    text: `Nombre;Apellido;Estado;Perfil de usuario;Identificador externo;Título profesional;Fecha de inicio;ID del Centro;Departamento
Ann;Adams;Activo;Empleado;1;Envasadora;13/11/2025;C-01;Almacén
Bob;Brown;Inactivo;Empleado;2;Tractorista;21/01/2026;C-01;Finca`,
    people: ENDED,
  },
  'Mapal OS in French': {
    source: 'help.mapal-os.com, ajouter une liste d’utilisateurs',
    text: `Prénom;Nom de famille;Statut;Profil d'utilisateur;Identifiant externe;Job Title;Date de début;ID du site;Department
Ann;Adams;Actif;Salarié;1;Cueilleuse;13/11/2025;S-01;Verger
Bob;Brown;Inactif;Salarié;2;Chauffeur;21/01/2026;S-01;Verger`,
    people: ENDED,
  },
  RHCV: {
    source: 'softdz.com, règles de l’import',
    text: `EMPLOYE_ID;EMPLOYE_NOM;EMPLOYE_PRENOM;EMPLOYE_SORTIE;UNITE_ID;GROUPE_EMPLOYE_ID;EMPLOI_ID
1;Adams;Ann;0;U1;G1;E1
2;Brown;Bob;1;U1;G1;E1`,
    people: ENDED,
  },
  Gesguide: {
    source: 'rchampagne.ca, importation des employés: no headings',
    text: `Adams;Ann;F;17-05-1990;1;Cueilleuse
Brown;Bob;M;11-02-1988;2;Chauffeur`,
    asks: ['', '', ''],
    choose: { 'Column 1': { field: 'lastName' }, 'Column 2': { field: 'firstName' } },
    people: PEOPLE,
  },
  Inexweb: {
    source: 'aide.inexweb.fr, import des RIB',
    text: `Nom du salarié;Prénom du salarié;Numéro de sécurité sociale du salarié;Matricule du salarié dans l'entreprise;Iban;BIC
Adams;Ann;290057500000000;1;FR7630006000011234567890189;AGRIFRPP
Brown;Bob;188027500000000;2;FR7630006000011234567890190;AGRIFRPP`,
    people: PEOPLE,
  },
  TopPonto: {
    source: 'suporte.topponto.com.br, layout de importação dos funcionários',
    text: `PIS;Nome;Cartão;Data Início Cartão;CTPS;Matrícula;Data de Admissão;Data Demissão;Cargo;Departamento;CNPJ
120.45678.90-1;Ann Adams;0000000000009001;13/11/2025;;1;13/11/2025;;Embaladora;Packing;11.222.333/0001-81
120.45678.90-2;Bob Brown;0000000000009002;21/01/2026;;2;21/01/2026;31/05/2026;Motorista;Pomar;11.222.333/0001-81`,
    people: ENDED,
  },
  MarQ: {
    source: 'help.marqponto.com.br, importação de colaboradores por planilha',
    text: `Nome completo do colaborador;CPF;PIS;Pode marcar ponto Web;Pode marcar ponto App;Equipe;Cargo;Turno;Código;Email
Ann Adams;123.456.789-09;120.45678.90-1;SIM;NÃO;Equipe A;Embaladora;Dia;1;ann@example.org
Bob Brown;987.654.321-00;120.45678.90-2;SIM;NÃO;Equipe A;Motorista;Dia;2;`,
    people: PEOPLE,
  },
  SCAP: {
    source: 'guias.mosaico.gov.pt, upload do Excel',
    text: `Nome;Tipo de documento;Número do documento;País;Cargo;Tipo de funcionário;Número de Funcionário
Ann Adams;NIC;12345678;PT;Embaladora;F;1
Bob Brown;NIC;12345679;PT;Motorista;F;2`,
    people: PEOPLE,
  },
  OpenSchichtplaner: {
    source: 'github.com/mschabhuettl/openschichtplaner5, wiki, bulk import',
    text: `Personalnummer;Vorname;Nachname;Gruppe;Eintritt
1;Ann;Adams;Gruppe A;2026-01-15
2;Bob;Brown;Gruppe B;2026-02-01`,
    people: PEOPLE,
  },
  'Oracle HR import template': {
    source: 'docs.oracle.com, the HR import template: a title, two lines of headings',
    text: `HR Import Template,,,,,,
Payroll ID/Data,Home Store,Last Name,First Name,Gender,Date of Birth,Hire Date
Required,Required,Required,Required,Required,Required,Required
1,Packing,Adams,Ann,F,05/17/1990,11/13/2025
2,Packing,Brown,Bob,M,02/11/1988,01/21/2026`,
    people: PEOPLE,
  },
};

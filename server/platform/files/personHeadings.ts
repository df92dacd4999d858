import { bare, withoutAside } from './headings.ts';

/** The headings by which people call a number and the names of people, in the languages of the application, separated by commas. */
export const PERSON_HEADINGS = {
  number: `employee number, employee no, employee nr, employee id, employee code, employee ref, employee reference, employee export code, export code, emp, emp no, emp nr, emp number, emp id, emp code, empno, ee no,
    picker no, picker number, picker code, picker id, staff no, staff number, staff id, staff code, worker no, worker number, worker id, works number, works no, payroll number, payroll no, payroll id, payroll code, payroll ref,
    personnel number, personnel no, person number, clock, clock no, clock number, clock nr, clock card, clock card no, clock card number, person id, file number, file no, user number, user no, member code, member id, member no, company no, coy no, co no, industry number, number, no, nr, num, id, code, ref, reference, sheet no,
    unique id, user id, userid, employee external id, external id, identificador externo, id externo, identifiant externe, badge id, associate id,
    número de empleado, numero empleado, n empleado, no empleado, nº empleado, num empleado, código de empleado, código empleado, código de trabajador, código trabajador, identificador de empleado, código, clave, legajo, matrícula, ficha, nómina, no de nómina, número,
    número de funcionário, n funcionário, nº funcionário, número do funcionário, número do trabalhador, nº trabalhador, número do empregado, código do funcionário, código do empregado, nº mecanográfico, registo, crachá, nº,
    numéro, matricule, numéro d'employé, n° employé, numéro de salarié, numéro salarié, n° salarié, n° matricule, matricule salarié, matricule employé, code salarié, code employé, identifiant, n°,
    chapa, ra mat, cdn funcionario, pnr no psd, kliknommer, klik nr, número de operario, nº operario, n operario, nº de operario, número de operário, nº operário, n.º de operário, n.º de operária, código operario, código de operario,
    personeelnommer, personeelnr, werknemerkode, werknemernommer, werknemer nommer, werknemer nr, werknommer, werkernommer, kloknommer, klok nr, nommer, personalnummer, personal nr, pers nr, mitarbeiternummer, mitarbeiter nr`,
  firstName: `first name, first names, firstname, given name, given names, forename, forenames, name 1, christian name, preferred name, known as, nickname, call name, employee first name, first, initials, initial, iniciales, iniciais, initiales, voorletters,
    nombre, nombres, primer nombre, nombre de pila, prénom, prénoms, nome próprio, primeiro nome, nome, nomes, voornaam, voorname, naam, noemnaam, vorname, vornamen, duevo vorname no psd, name`,
  lastName: `last name, co last name, lastname, surname, family name, second name, employee last name, employee surname, last, sur name,
    achternaam, last name 1, surname 1, first surname, apellido 1, apelido 1, primeiro apelido, sobrenome 1, apellido, apellidos, primer apellido, apellido paterno, 1er apellido, 1o apellido, 1º apellido, ap paterno, a paterno, paterno, nom usuel, nom d'usage, nom, nom de famille, nom de naissance, apelido, apelidos, último nome, sobrenome, sobrenomes, van, familienaam, vannaam, first last name, nachname, nachnamen, familienname, duevo familienname no psd`,
  fullName: `full name, fullname, employee name, emp name, person name, member name, nome do empregado, nombre del trabajador, employee, employee full name, name and surname, name & surname, names and surname, surname and name, surname and initials, surname & initials, surname and init, surname & init, surname first name, first name surname, surname name, name surname, nombre trabajador, nombre empleado, nombre del empleado, apellidos e iniciales, apellido e iniciales, apelido e iniciais, nom et initiale, nom et initiales, name and initials, worker name, worker,
    staff name, staff names, staff, staff member, names, full names, employee names, team member, person, people, display name, who, picker, picker name, picked by, harvester, harvested by, user name, username,
    nombre completo, nombres y apellidos, nombres y apellido, nombre y apellido, nombre y apellidos, apelido e nome, apelidos e nome, nome e apelido, nome e apelidos, apellidos y nombre, apellido y nombre, apellidos y nombres, apellido y nombres, empleado, trabajador, nombre del empleado, nombre del trabajador, cosechador, cosechero, recolector, jornalero,
    nome completo, funcionário, trabalhador, empregado, colaborador, nome do funcionário, nome do trabalhador, nome do colaborador, nom complet, nom et prénom, nom prénom, prénom et nom, noms et prénoms, salarié, employé, nom du salarié,
    cueilleur, apanhador, colhedor, plukker, volle naam, naam en van, van en naam, van en voorletters, werknemer, werker, mitarbeiter, mitarbeitername, vor und nachname, nachname vorname, name vorname, payroll name, ra nome, nom pessoa fisic`,
} as const;

/** Headings that several columns of a list may have: a running number, 'Name' for either name, a nickname. */
const WEAK: ReadonlySet<string> = new Set(
  [
    ...[
      'no',
      'nr',
      'num',
      'number',
      'id',
      'code',
      'ref',
      'reference',
      'n',
      'nº',
      'n°',
      'número',
      'nommer',
      'código',
      'sheet no',
    ],
    ...['name', 'names', 'name 1', 'nome', 'nomes', 'naam', 'nom de naissance', 'second name', 'group join date'],
  ].map(bare),
);
/** Headings of the first letters of first names, and of nicknames. */
const INITIALS: ReadonlySet<string> = new Set(
  ['initials', 'initial', 'iniciales', 'iniciais', 'initiales', 'voorletters'].map(bare),
);
const NICKNAMES: ReadonlySet<string> = new Set(
  ['known as', 'nickname', 'call name', 'preferred name', 'noemnaam', 'christian name'].map(bare),
);
/** Headings of the number of an employee, or of what they clock with where another column has that number. */
const CLOCK_NUMBERS: ReadonlySet<string> = new Set(
  [
    'clock',
    'clock no',
    'clock number',
    'clock nr',
    'clock card',
    'clock card no',
    'clock card number',
    'kloknommer',
    'klok nr',
    'user id',
    'userid',
    'badge id',
  ].map(bare),
);
/** Headings that may also be the job of a person, or a part of a name. */
const DATA: ReadonlySet<string> = new Set(
  [
    ...[
      'worker',
      'picker',
      'harvester',
      'employee',
      'staff',
      'staff member',
      'team member',
      'person',
      'people',
      'who',
      'first',
      'last',
      'code',
      'id',
      'ref',
      'num',
    ],
    ...[
      'empleado',
      'trabajador',
      'funcionário',
      'trabalhador',
      'empregado',
      'colaborador',
      'salarié',
      'employé',
      'werknemer',
      'werker',
      'plukker',
      'cosechador',
      'cosechero',
      'recolector',
      'jornalero',
      'cueilleur',
      'apanhador',
      'colhedor',
      'van',
    ],
    ...['clave', 'ficha', 'nómina', 'registo', 'person name'],
  ].map(bare),
);
/** Headings of a phone that may not be the one that a person carries. */
const PHONES: ReadonlySet<string> = new Set(
  `phone, phone no, phone number, telephone, telephone number, tel, tel no, home phone, work phone, primary phone, contact, contact no, contact number,
  teléfono, número de teléfono, telefone, contacto, contato, téléphone, numéro de téléphone, n° de téléphone, telefoon, telefoonnommer, foon`
    .split(',')
    .map(bare),
);
const bareHeading = (heading: string) => bare(withoutAside(heading.replaceAll('#', ' no ')));
/** Of several columns for one field, the one with the most is taken. */
export const strengthOf = (heading: string) =>
  [INITIALS, NICKNAMES, WEAK, PHONES, CLOCK_NUMBERS, null].findIndex(
    (names) => names?.has(bareHeading(heading)) ?? true,
  );
export const mayBeData = (heading: string) => DATA.has(bareHeading(heading));
export const isClockNumber = (heading: string) => CLOCK_NUMBERS.has(bareHeading(heading));
export const isNickname = (heading: string) => [INITIALS, NICKNAMES].some((names) => names.has(bareHeading(heading)));
export const isWeak = (heading: string) => WEAK.has(bareHeading(heading));
export const isPlainName = (heading: string) => /^(name|names|nome|nomes|naam)$/.test(bareHeading(heading));

/** Returns the columns that say the same as the one that was taken for a field, as clearly, with other values. */
export function rivalsOf<Field>(
  columns: readonly { heading: string; values: readonly string[] }[],
  fields: readonly (Field | null)[],
  taken: ReadonlyMap<Field, number>,
): { field: Field; column: number }[] {
  return fields.flatMap((field, column) => {
    const [one, other] = [columns[column], columns[(field === null ? undefined : taken.get(field)) ?? column]];
    if (field === null || !one || !other || one === other || one.values.length === 0) return [];
    const isSame = JSON.stringify(one.values) === JSON.stringify(other.values);
    return isSame || strengthOf(one.heading) < strengthOf(other.heading) ? [] : [{ field, column }];
  });
}

/** Takes for each field the column whose heading says it most clearly, of equal ones the first; `fields`: what each column claims. */
export function strongest<Field>(headings: readonly string[], fields: readonly (Field | null)[]): Map<Field, number> {
  const taken = new Map<Field, number>();
  for (const [column, field] of fields.entries()) {
    if (field === null) continue;
    const before = taken.get(field);
    if (before === undefined || strengthOf(headings[before] ?? '') < strengthOf(headings[column] ?? ''))
      taken.set(field, column);
  }
  return taken;
}

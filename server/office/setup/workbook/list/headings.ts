import type { ListColumn, ListField } from '#contract/office/list.ts';
import { dateIn } from '../../../../platform/files/dates.ts';
import { createFieldOf } from '../../../../platform/files/headings.ts';
import { PERSON_HEADINGS } from '../../../../platform/files/personHeadings.ts';
import { addDays } from '../../../../platform/zone.ts';

/**
 * The headings by which people call what we need, in the languages of the application, as `bare` compares them: without case, accents, spaces and
 * punctuation. From templates and exports of payroll and attendance programs, and from lists that people wrote themselves. An end is the last day, as payrolls have it, unless its heading says from when on.
 */
const NAMES: Readonly<Record<ListField, string>> = {
  ...PERSON_HEADINGS,
  lastNamePrefix: `surname prefix, last name prefix, family name prefix, particle, tussenvoegsel, tussenvoegsels, voorvoegsel, infix, partícula, particule, tussenvoegsel van`,
  secondLastName: `second last name, second surname, second family name, last name 2, surname 2, maternal surname, maternal last name, mothers surname, apellido materno, ap materno, a materno, materno, segundo apellido, 2do apellido, 2o apellido, 2º apellido, apellido 2, segundo apelido, apelido 2, apelido materno, sobrenome 2, segundo sobrenome, deuxième nom de famille, tweede van`,
  timeId: `time id, ac no, ac-no, acno, att id, enroll number, enrolment number, en no, enno, attendance device id, device employee id, employeecodeindevice, pin, pin code, pin no, clock pin, clock id, clock code, clocking number, clocking no, terminal id, terminal number, kiosk pin, webclock pin, device id, device user id, fingerprint id, finger id, biometric id, bio id, biometric no, attendance id, machine id, punch id,
    id de reloj, id reloj, número de reloj, id biométrico, código de marcación, pin reloj, id de ponto, número de ponto, nº ponto, código de ponto, id biométrica, numéro de pointage, n° pointage, code de pointage, id pointage, numéro de badgeuse, id biométrique,
    klokkode, tydnommer, vingerafdruk id`,
  timeGroup: `time group, shift, shift name, shift code, shift group, schedule, schedule name, roster, work schedule, work pattern, working hours, rota, timetable, attendance group,
    turno, turnos, horario, grupo horario, jornada, horário, grupo de horário, escala, équipe de travail, horaire, horaires, groupe horaire, rythme de travail, skof, skofte, tydgroep, rooster, schicht, schichtmodell, arbeitszeitmodell`,
  groupFrom: `group from, time group from, shift from, schedule from, shift start date, turno desde, horário desde, horaire depuis, skof vanaf`,
  employeeGroup: `employee group, organization, organisation, pay point, paypoint, centro de custo, établissement, department, dept, department name, team, team name, gang, crew, group, section, division, branch, site, location, cost centre, cost center, costcentre, area, unit, line, workgroup, work group, employment type,
    home department description, departamento, depto, sección, equipo, cuadrilla, grupo, área, centro de costo, centro de coste, centro de costos, sucursal, secção, seção, setor, sector, equipa, equipe, departement, département, service, équipe, atelier, site de travail, groupe,
    departement naam, afdeling, span, groep, tak, kostesentrum, abteilung, bereich, arbeitsbereich, gruppe, kostenstelle`,
  jobDescription: `job description, job position, position title, positions, job, job title, job role, role, position, designation, title, occupation, trade, task, function, grade, post, work type,
    job title description, puesto, título profesional, cargo, ocupación, función, categoría, oficio, puesto de trabajo, função, profissão, categoria, posto, poste, poste de travail, fonction, emploi, métier, intitulé du poste, qualification,
    pos, posisie, werk, beroep, postitel, posbenaming, amp, tätigkeit, tätigkeitsbezeichnung, funktion, beruf, stelle`,
  active: `active, is active, still active, status, emp status, member status, status code, position status, worker status, employee status, employment status, state, enabled, activo, estado, situación, ativo, situação, actif, statut, état, aktief, aktiv, beschäftigungsstatus`,
  inactive: `inactive, not active, non actif, non actif ve, ex employee, is terminated, archived, is archived, has resigned, no longer active, is inactive, ended, has left, sorti, parti, demitido, desligado, de baja, dado de baja, ausgeschieden, ausgetreten, inactivo, inativo, inactif, onaktief`,
  activeFrom: `active from, doj, date of join, doc, last hire date, group join date, employ date, begin, start date, started, start, date started, employment date, date of employment, employment start date, employment start, hire date, hired, date hired, hired on, hired date, date of hire, dt admissão, data adm, starting date, start working, start of employment, engagement date, date engaged, engaged, date of engagement, joining date, date of joining, join date, joined, date joined, commencement date, arrival date, contract start date, contract start, appointment date, date appointed, date of appointment, work start date,
    fecha de ingreso, fecha ingreso, ingreso, fecha de alta, fecha alta, alta, fecha de inicio, fecha inicio, fecha de contratación, fecha inicio relación laboral, fecha de contrato, data de admissão, data admissão, admissão, data de início, data início, data de entrada, data de ingresso,
    date d'entrée, date entrée, entrée, entrada, entrada em, date d'embauche, embauche, date embauche, date de début, date début, début, début de contrat, date d'arrivée, aanstellingsdatum, indiensdatum, in diens datum, datum aangestel, begindatum, begin datum, diensdatum, aanvangsdatum, eintritt, eintrittsdatum, eintrittdatum no psd, ra admissa, dat admis func, einstellungsdatum, beschäftigt seit`,
  inactiveFrom: `inactive from, inactive since, not active from, inactivo desde, inativo desde, inactif depuis, inactif à partir du, onaktief vanaf, onaktief sedert`,
  lastDay: `dol, termination release date, left date, fecha cese, demissão, cessação, uitdiens, uit diens, end, end date, employment end, end of employment, resigned, discharged, dismissed, leave date, date of leaving, leaving, exit date, date of exit, separation date, date of resignation, date resigned, date of discharge, dt demissão, data demissão, dt saída, fin, fim, einde, fecha de fin, fecha fin, fecha de cese, cese, data fim, date départ, départ, sortie, ended, termination date, terminated, date terminated, date of termination, leaving date, date left, left, discharge date, date discharged, resignation date, employment end date, work end date, contract end date,
    fecha de baja, fecha baja, baja, fecha de salida, fecha de término, fecha de egreso, egreso, data de saída, data saída, data de demissão, data de fim, data de término, date de sortie, date sortie, date de fin, date de départ, fin de contrat, uitdienstdatum, uit diens datum, datum bedank, einddatum, austritt, austrittsdatum, austrittdatum no psd, ra demissa, dat desligto func, letzter arbeitstag`,
  cards: `card numbers, card 1, card 2, card number 1, card number 2, card no 1, card id, rfid card, rfid tag, barcode, bar code, badge barcode, card number, card no, card, cards, cardno, rfid, rfid number, badge, badge number, badge no, tag, tag number, tag no, fob, key fob, proximity card, access card,
    tarjeta, número de tarjeta, nº tarjeta, no tarjeta, gafete, credencial, cartão, número do cartão, nº cartão, carte, numéro de carte, n° carte, numéro de badge, n° badge, kaart, kaartnommer, transponder, transpondernummer, chipnummer, ausweisnummer`,
  phoneNumber: `tél mobile, phone number, phone, phone no, mobile, mobile number, mobile no, mobile phone, mobile phone number, cellular phone, work mobile, work phone, cell, cell no, cell number, cellphone, cell phone, cellphone number, cellular, telephone, telephone number, tel, tel no, contact number, contact no, contact, whatsapp, home phone, primary phone,
    teléfono, telefono, tel móvil, teléfono móvil, móvil, celular, número de teléfono, telefone, telemóvel, telefone móvel, contacto, contato, téléphone, téléphone portable, portable, mobile personnel, numéro de téléphone, numéro de portable, n° de portable, número de móvil, número de telemóvel, n° de téléphone,
    selfoon, selfoonnommer, selnommer, sel, sel nr, telefoon, telefoonnommer, foon, mobil, mobilnummer, mobiltelefon, handy, handynummer, telefon, telefonnummer`,
};

const named = createFieldOf(NAMES);
/** Returns the field of a person that a heading names; null where none is known. */
export const fieldOf = (heading: string): ListField | null =>
  named(heading) ?? (LAST_DAY.test(wordsOf(heading)) ? 'lastDay' : isPhone(heading) ? 'phoneNumber' : null);
/** 'Cell 1', 'Phone 2': of several the user chooses. */
const isPhone = (heading: string) => named(heading.replace(/[ -]?[1-9]\s*$/, '')) === 'phoneNumber';

/** Returns a heading in small letters, its words separated by spaces, also where case or signs separate them. */
export const spaced = (heading: string) =>
  heading
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
/** Returns the same without accents. */
export const wordsOf = (heading: string) => spaced(heading).normalize('NFKD').replace(/\p{M}/gu, '');

const LAST_DAY =
  /^(?:last (?:day|work(?:ing)? (?:day|date))(?: worked| of (?:work|service|employment))?|relieving date|laaste (?:werks?)?dag(?: gewerk)?|ultimo dia(?: (?:trabajado|trabalhado|de trabajo|de trabalho))?|dernier jour(?: (?:travaille|de travail))?)$/;

/** Returns the date in a cell of a column of dates; of a last day the one after it, which is the first without activity. */
export function dateOf(cell: string, { field, dates }: Pick<ListColumn, 'field' | 'dates'>) {
  const date = dates ? dateIn(cell, dates) : undefined;
  return date && field === 'lastDay' ? addDays(date, 1) : date;
}

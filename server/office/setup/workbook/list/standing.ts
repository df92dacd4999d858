import type { ListField } from '#contract/office/list.ts';
import { readTime, readYes } from '../../../../platform/files/cells.ts';
import { isNoDate, orderOfDates } from '../../../../platform/files/dates.ts';
import { spaced, wordsOf } from './headings.ts';

/** How lists say whether a person is still there, in the languages of the application. */

/** Words for who left; more than `readYes` knows, which other sheets read too. */
const GONE = new Set(
  `ex, former, leaver, leavers, removed, archived, deleted, separated, exited, laid off, departed, cancelled, expired, closed, not employed, left, resigned, terminated, discharged, dismissed, retired, retrenched, absconded, deceased, ended,
  demitido, demitida, desligado, desligada, despedido, despedida, rescindido, cesado, cesada, saiu, renunció, retirado, retirada, baja, sorti, sortie, parti, partie, licencié, licenciée, démissionné, archivé, supprimé,
  bedank, ontslaan, uit diens, afgetree, weg,
  gone, blocked, eliminado, eliminada, excluido, bloqueado, bloqueada, suspendido, suspendida, suspenso, suspensa, bloqué, bloquée, suspendu, suspendue, geblokkeer, geskors, verwyder,
  ausgetreten, ausgeschieden, gekündigt, entlassen, beendet, gesperrt`.split(/,\s*/),
);
/** Words for who is there, also on leave. */
const THERE = new Set(
  `joined, normal, working, present, in service, on leave, leave, maternity leave, sick leave, hired, confirmed, probation, on probation, invited, invitado, invitada, convidado, convidada, invité, invitée,
  trabajando, vigente, vacaciones, de vacaciones, licencia, alta, afastado, afastada, férias, em férias, trabalhando, admitido, licença, présent, présente, en poste, en congé, congé, embauché, in diens, werkend, met verlof, beschäftigt, angestellt, krank, urlaub, elternzeit`.split(
    /,\s*/,
  ),
);
/** Words that are no answer: how a person is employed. */
const KINDS = new Set(
  `new, permanent, temporary, temp, seasonal, casual, contract, contractor, fixed term, fixed-term, full time, full-time, part time, part-time, intern, apprentice,
  permanente, temporal, eventual, fijo, indefinido, temporário, efetivo, efectivo, permanent, temporaire, saisonnier, cdi, cdd, intérim, permanente werker, tydelik, seisoenaal, kontrak`.split(
    /,\s*/,
  ),
);
const plain = (cell: string) => cell.trim().toLowerCase();

/** Returns whether a cell says that a person is there; undefined for one that does not tell. */
export const readThere = (cell: string): boolean | undefined =>
  GONE.has(plain(cell)) ? false : THERE.has(plain(cell)) ? true : readYes(cell);
/** Returns the same of a status, where a kind of employment says that there is one. */
export const readStatus = (cell: string) => readThere(cell) ?? (KINDS.has(plain(cell)) || undefined);
/** Returns true for a column of 'S' and 'N', or 'O' and 'N', which are yes and no in Spanish, Portuguese and French; elsewhere they may be codes. */
export const areYesOrNoLetters = (values: readonly string[]) =>
  values.length > 0 && [/^[sn]$/i, /^[on]$/i].some((pair) => values.every((value) => pair.test(value.trim())));
/** Returns true for a column that has one word, and it says that people are there: who has nothing in it is not. */
export const areMarks = (values: readonly string[]) =>
  values.length > 0 && new Set(values.map(plain)).size === 1 && readStatus(values[0] ?? '') === true;
/** Returns the same of a cell under a heading such as *Left*: there the word itself, and yes, say that a person is gone. */
export function readGone(cell: string): boolean | undefined {
  if (GONE.has(plain(cell))) return true;
  if (THERE.has(plain(cell))) return false;
  const yes = readYes(cell);
  return yes === false && /^[a-z]{4,}/i.test(plain(cell)) && !/^fals/i.test(plain(cell)) ? true : yes;
}

/** Returns true for a name with a remark, which may say that a person left: 'Brown (left)', 'Cole resigned', 'Dunn *on leave*', 'Ever NEW'. */
export const hasRemark = (name: string) =>
  /[^\p{L}\p{M}\s.,'’`´-]|\s[-–—]\s/u.test(name) ||
  name.split(/\s+/).some((word) => KINDS.has(plain(word)) || (word.length > 3 && GONE.has(plain(word))));
/** Returns true for a line above people who left: 'Leavers', 'Terminated employees:'. */
export const namesLeavers = (text: string) => text.split(/[^\p{L}]+/u).some((word) => GONE.has(plain(word)));

/** Parts of headings of a status or of leaving, as `wordsOf` returns them. */
const STANDING =
  /stat(?:us|ut|e$)|activ|\b(?:in|des)?ativ|actif|aktiv|aktief|terminat|resign|discharg|dismiss|\bleav(?:e|ing)r?\b|\bleft\b|\bended?\b|archiv|situac|estado|etat\b|\bbaja\b|sortie|saida|demiss|demitid|austritt|ausgetret|gekundigt|\bces(?:e\b|ac)|cessa|bedank|uit ?diens|uittre|separat|\bexit|relieving|off ?board|(?:last|laaste|ultimo|dernier) (?:\p{L}+ )?(?:day|dag|dia|jour)/u;
/** Parts of headings of an end, which may be that of other things than dates. */
const END =
  /\b(?:ends?|until|till?|to|term|fin|fim|tot|hasta|ate|au|notice)\b|eind|expir|verval|vencim|termin|echeance/;
/** Headings that are none though they look like one. */
export const OTHER =
  /leave (?:balance|days|due|type|taken)|marital|civil|tax|visa|passport|permit|licen[cs]|medical|probation|birth|born|\bdob\b|nasc|nacim|naiss|geboort|geburt|statut(?:ory| matrimonial)|activit|reason/;
const mayBeDate = (value: string) => /\d/.test(value) && readTime(value) === undefined;
/** Returns true for a heading that ends in a word for who is there or who left: 'Currently employed', 'Deleted'. Short ones have other meanings: 'No'. */
function endsInStanding(heading: string): boolean {
  const parts = spaced(heading).split(' ');
  const ends = parts.map((_, from) => parts.slice(from).join(' '));
  return ends.some((end) => end.length > 3 && readThere(end) !== undefined);
}

/**
 * Returns true for a column that may say who is still there but is not read: by its heading and what is below it, or because it has words for people who
 * left. What is in it must not be ignored without a word.
 */
export function mayTellStanding(heading: string, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const words = new Set(values.map(plain));
  const hasLeavers = words.size <= 12 && [...words].some((word) => GONE.has(word) || word === 'inactive');
  const isKind = values.every((value) => KINDS.has(plain(value)));
  if (hasLeavers || isKind || OTHER.test(wordsOf(heading))) return hasLeavers;
  return (
    STANDING.test(wordsOf(heading)) ||
    (END.test(wordsOf(heading)) && values.some(mayBeDate)) ||
    (endsInStanding(heading) && values.some((value) => readThere(value) !== undefined))
  );
}

const STANDING_FIELDS = ['active', 'inactive', 'inactiveFrom', 'lastDay'] as const;
type StandingField = (typeof STANDING_FIELDS)[number];
export const isStanding = (field: ListField): field is StandingField => STANDING_FIELDS.some((one) => one === field);
/** Returns what a column of a status or an end is taken for by its values: truth values or dates; null: it cannot be read. */
export function standingField(claim: StandingField, values: readonly string[], heading: string): StandingField | null {
  // Of a status they may be codes: normal, seasonal.
  if (claim === 'active' && areYesOrNoLetters(values)) return /a[ck]ti|ativ/i.test(heading) ? claim : null;
  if (claim === 'active') return values.some((value) => readThere(value) !== undefined) ? claim : null;
  if (areYesOrNoLetters(values)) return 'inactive';
  if (values.every(isNoDate) || orderOfDates(values) !== undefined) return claim === 'lastDay' ? claim : 'inactiveFrom';
  return values.some((value) => readGone(value) !== undefined) ? 'inactive' : null;
}

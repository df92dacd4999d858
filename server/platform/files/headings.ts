/** Returns a name without case, accents, spaces and punctuation, for comparison. */
export const bare = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const MAX_HEADING = 120;
/** Words beside a heading that say how it is filled in: 'required', 'DD/MM/YYYY', a star. */
const ASIDE =
  /\*|\b(?:required|optional|obligatorio|opcional|obrigatório|obligatoire|verpligtend)\b|\b(?:dd|mm|yy(?:yy)?)(?:[-/. ](?:dd|mm|yy(?:yy)?))+\b/gi;
const IN_BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]/g;
/** Words that, in brackets, say no more of a column: of its form, or its unit. Others are words of the heading: 'Crates (rejected)' is not 'Crates'. */
const OF_FORM = new Set(
  `mandatory, obligatoria, obrigatória, opsioneel, facultatif, optionnel, date, fecha, data, datum, format, formato, formaat, text, texto, texte, teks, number, no, nr, id,
  code, name, names, nombre, nome, nom, naam, eg, if any, iso, yes, no, y, n, si, sim, oui, non, ja, nee, hh, mm, ss, am, pm, h, dd, yy, yyyy, aaaa, jj, kg, kgs, kilo, kilos, kilograms, kilogramme, g, lb, lbs,
  unit, units, pcs, pieces, each, unidades, unités, eenhede, stuks, s`
    .split(',')
    .map(bare),
);
const saysForm = (words: string) =>
  words.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || OF_FORM.has(bare(word)));
/** Returns a heading without what says of its column only how it is filled in. */
export const withoutAside = (heading: string) =>
  heading
    .slice(0, MAX_HEADING)
    .replace(ASIDE, ' ')
    .replace(IN_BRACKETS, (all, round?: string, square?: string) => (saysForm(round ?? square ?? '') ? ' ' : all));
/** How exports name a field of another record: 'department_id/name'. */
const PATH = /[_ ]?id\/(?:display[_ ]?)?(?:name|id)$/i;
/** Words of a heading that name the employee: 'EMPLOYE_NOM', 'Nome completo do colaborador', 'Matricule du salarié dans l'entreprise'. */
const PERSON =
  'employees?|employ[eé]|staff|workers?|salari[eé]|collaborateur|travailleur|empleado|trabajador|colaborador|funcion[aá]rio|empregado|trabalhador|werknemer|werker';
const OF_PERSON = new RegExp(
  `^(?:${PERSON}|emp)[_ ]|[_ ](?:du|de l['’]|del|do|of the|of|van die) ?(?:${PERSON})(?:[_ ].*)?$`,
  'gi',
);
/** Names of numbers that a state gives, not an employer. */
const OF_STATE = /passport|identi(?:ty|dad|dade|teit)|\b(?:id|cpf|dni|nif|rfc|curp|tax|ssn)$/i;

/** The divisor of a number: a time, or another number. */
const PER = /^\s*(?:h|hr|hour|day|hora|dia|día|heure|jour|uur|dag|person|persona|pessoa|personne|persoon)\b|\d/i;

export const isOfState = (heading: string) => OF_STATE.test(heading);

/**
 * Returns a function that finds the field which a heading names, null where none is known. `names`: the headings of each field, separated by commas; the
 * first field that claims a heading has it.
 */
export function createFieldOf<Field extends string>(names: Readonly<Record<Field, string>>) {
  const fields = new Map<string, Field>();
  // The keys of `names` are fields.
  for (const [field, headings] of Object.entries(names) as [Field, string][])
    for (const heading of headings.split(','))
      if (bare(heading) !== '' && !fields.has(bare(heading))) fields.set(bare(heading), field);
  return (heading: string): Field | null => {
    const plain = heading.slice(0, MAX_HEADING).replaceAll('#', ' no ').replaceAll('%', ' percent ');
    const short = withoutAside(plain).replace(PATH, '');
    const own = short.replace(OF_PERSON, ' ');
    // 'Payroll ID/Data': the first of two, but not of 'Crates / hour'.
    const [first = '', second] = short.split('/');
    const isFirst = second !== undefined && !OF_STATE.test(second) && !PER.test(second) && bare(first).length >= 5;
    const ofTwo = isFirst ? first : '';
    const forms = [plain, short, own, ofTwo];
    return forms.flatMap((form) => fields.get(bare(form)) ?? [])[0] ?? null;
  };
}

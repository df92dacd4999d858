/** Returns a name without case, accents, spaces and punctuation, for comparison. */
export const bare = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Words beside a heading that say how it is filled in: '(required)', 'DD/MM/YYYY', a star. */
const ASIDE =
  /\([^()]*\)|\[[^[\]]*\]|\*|\b(?:required|optional|obligatorio|opcional|obrigatório|obligatoire|verpligtend)\b|\b(?:dd|mm|yy(?:yy)?)(?:[-/. ](?:dd|mm|yy(?:yy)?))+\b/gi;
/** How exports name a field of another record: 'department_id/name'. */
const PATH = /[_ ]?id\/(?:display[_ ]?)?(?:name|id)$/i;
const MAX_HEADING = 120;

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
    const plain = heading.slice(0, MAX_HEADING).replaceAll('#', ' no ');
    const short = plain.replace(ASIDE, ' ').replace(PATH, '');
    return fields.get(bare(plain)) ?? fields.get(bare(short)) ?? null;
  };
}

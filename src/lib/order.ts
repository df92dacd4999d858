const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders text as people do: '9' before '10', accents and case aside. */
export const naturalOrder = (a: string, b: string) => natural.compare(a, b);

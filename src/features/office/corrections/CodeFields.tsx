import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lookupNamesQuery, lookupsQuery } from '../../../api/names.ts';
import { shownLanguage } from '../../../lib/language.ts';
import { CodeField } from './CodeField.tsx';

type Props = {
  accountId: string;
  values: readonly [string | null | undefined, string | null | undefined];
  /** They are what is set: 'New product'. */
  isNew?: boolean;
  placeholder: string;
  /** The label of a choice of its own, '', for entries without a code. */
  none?: string;
  onChange: (lookup: 1 | 2, code: string | null) => void;
};

/** Product and block, by the account's own names. */
export function CodeFields({ accountId, values, isNew = false, placeholder, none, onChange }: Props) {
  const { t } = useLingui();
  const names = useQuery(lookupNamesQuery(accountId)).data;
  const entries = useQuery(lookupsQuery(accountId)).data;
  return ([1, 2] as const).map((lookup) => {
    const name = names?.[`lookup${lookup}`] ?? '';
    // Only English puts it within the sentence: others set it after a colon, as the account wrote it.
    const inSentence = shownLanguage() === 'en' ? name.toLowerCase() : name;
    return (
      <CodeField
        key={lookup}
        label={isNew ? t`New ${inSentence}` : name}
        placeholder={placeholder}
        none={none}
        entries={entries && (entries.find((one) => one.lookup === lookup)?.entries ?? [])}
        value={values[lookup - 1] ?? null}
        onChange={(code) => onChange(lookup, code)}
      />
    );
  });
}

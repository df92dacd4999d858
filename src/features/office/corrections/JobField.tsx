import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from '../../../api/names.ts';
import { CodeField } from './CodeField.tsx';

type Props = {
  accountId: string;
  label: string;
  placeholder?: string;
  value: string | null;
  /** '' for none. */
  onChange: (code: string | null) => void;
};

/** Chooses the job description of pieces; nothing in an account without any. */
export function JobField({ accountId, label, placeholder, value, onChange }: Props) {
  const { t } = useLingui();
  const jobs = useQuery(groupsQuery(accountId)).data?.jobDescriptions ?? [];
  // Two payroll systems may have one code.
  const entries = new Map(
    jobs.flatMap(({ code, name, ...job }) => (code ? [[code, { ...job, code, description: name }]] : [])),
  );
  if (entries.size === 0) return null;
  return (
    <CodeField
      label={label}
      placeholder={placeholder}
      none={t`None`}
      entries={[...entries.values()]}
      value={value}
      onChange={onChange}
    />
  );
}

import type { Language } from '#contract/platform/languages.ts';
import type { ExportType } from '#contract/reports/reports.ts';
import { useSession } from '../state/session.ts';
import { LanguageField } from './LanguageField.tsx';
import { OFFERED } from './languages.ts';

type Props = {
  format: ExportType;
  value: Language | undefined;
  onChange: (language: Language | undefined) => void;
  disabled?: boolean;
};

/** Chooses the language of a file for people, first the user's own; a CSV, which programs read, is in English. */
export function FileLanguage({ format, value, onChange, disabled }: Props) {
  const session = useSession();
  if (format === 'csv' || OFFERED.length === 1) return null;
  return (
    <LanguageField
      value={value ?? session?.info.language ?? 'en'}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      disabled={disabled ?? false}
    />
  );
}

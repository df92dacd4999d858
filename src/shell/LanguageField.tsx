import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Text } from '@mantine/core';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { OFFERED } from './languages.ts';

type Props = {
  value: Language | null;
  onChange: (language: Language | null) => void;
  /** The choice of none: its words, and the language that is meant by it. */
  none?: { label: string; means: Language };
  description?: string;
  disabled?: boolean;
};

/** Chooses a language, each by its own name; says where no speaker has checked the translation. */
export function LanguageField({ value, onChange, none, ...field }: Props) {
  const { t } = useLingui();
  const { checkedBy } = LANGUAGES[value ?? none?.means ?? 'en'];
  return (
    <div>
      <NativeSelect
        label={t`Language`}
        {...field}
        data={[
          ...(none ? [{ value: '', label: none.label }] : []),
          ...OFFERED.map((one) => ({ value: one, label: LANGUAGES[one].name, lang: one })),
        ]}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(OFFERED.find((one) => one === currentTarget.value) ?? null)}
      />
      {checkedBy === null && (
        <Text size="sm" mt={4}>
          <Trans>Translation not yet checked by a native speaker</Trans>
        </Text>
      )}
    </div>
  );
}

import { t } from '@lingui/core/macro';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { Choice } from './fields.tsx';
import { useRecorder, useView } from './parts.tsx';

const NAMES = Object.entries(LANGUAGES).map(([language, { name }]) => [language as Language, name] as const); // its keys

/** Asks for the language before anything else; a translation that no speaker has checked is marked. */
export function LanguageChoice() {
  const recorder = useRecorder();
  const { settings } = useView();
  return (
    <>
      <Choice
        label={t`Language`}
        value={settings.language}
        options={NAMES}
        onChange={(language) => void recorder.saveSettings({ language })}
      />
      {LANGUAGES[settings.language].checkedBy === null && <p>{t`Translation not yet checked by a native speaker`}</p>}
    </>
  );
}

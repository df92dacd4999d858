import { LANGUAGES, useWords } from '../words/words.ts';
import { Choice, useRecorder, useView } from './parts.tsx';

/** The language, chosen before anything else is; one that nobody checked yet says so. */
export function LanguageChoice() {
  const recorder = useRecorder();
  const { settings } = useView();
  const words = useWords();
  return (
    <>
      <Choice
        label={words.language}
        value={settings.language}
        options={LANGUAGES}
        onChange={(language) => void recorder.saveSettings({ language })}
      />
      {words.unchecked && <p>{words.unchecked}</p>}
    </>
  );
}

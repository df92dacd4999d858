import { LANGUAGES, useWords } from '../words/words.ts';
import { Choice, useRecorder, useView } from './parts.tsx';

/** Asks for the language before anything else; a translation that nobody has checked says so. */
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

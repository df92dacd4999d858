import { useLingui } from '@lingui/react/macro';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { shownLanguage } from '../../../lib/language.ts';
import { chooseBeforeLogIn, OFFERED } from '../../../shell/languages.ts';
import classes from './LanguageChooser.module.css';

/** The language of the log-in page, which this device remembers. The browser's own field: the page must be there first. */
export function LanguageChooser() {
  const { t } = useLingui();
  if (OFFERED.length < 2) return null;
  return (
    <select
      className={classes.chooser}
      aria-label={t`Language`}
      value={shownLanguage()}
      onChange={({ currentTarget }) => void chooseBeforeLogIn(currentTarget.value as Language)} // one of OFFERED
    >
      {OFFERED.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGES[one].name}
        </option>
      ))}
    </select>
  );
}

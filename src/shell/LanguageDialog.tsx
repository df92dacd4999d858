import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { saveLanguage } from '#contract/access/session.ts';
import type { Language } from '#contract/platform/languages.ts';
import { call } from '../api/call.ts';
import { messageOf } from '../api/errors.ts';
import { session, useSession } from '../state/session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { LanguageField } from './LanguageField.tsx';
import { chooseLanguage, speak } from './languages.ts';

/** Chooses the user's language, which is shown at once, also without a connection where its words are on the device, and saved for every device. */
export default function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const current = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  if (!current) return null;
  const { id, info } = current;

  /** Keeps the choice with this tab's session, for the next start. */
  const keep = (language: Language, ownLanguage: Language | null) =>
    session.setInfo(id, { ...(session.get()?.info ?? info), language, ownLanguage });
  const choose = async (chosen: Language | null) => {
    setBusy(true);
    setFailure(null);
    try {
      if (chosen && !(await chooseLanguage(chosen))) return;
      if (chosen) keep(chosen, chosen);
      const { language } = await call(saveLanguage, { body: { language: chosen } });
      if (await speak(language)) keep(language, chosen);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`Language`}>
      <Stack>
        {failure !== null && (
          <>
            <ErrorNote text={messageOf(failure)} />
            <Text size="sm">
              <Trans>The language could not be saved: other devices do not show it.</Trans>
            </Text>
          </>
        )}
        <LanguageField
          none={{ label: t`Same as account`, means: info.language }}
          disabled={busy}
          value={info.ownLanguage}
          onChange={(chosen) => void choose(chosen)}
        />
      </Stack>
    </Dialog>
  );
}

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { clientVersion } from '../app/device.ts';
import { saveUnsent } from '../app/saved.ts';
import { MAX_REPEAT_SECONDS } from '../core/doubles.ts';
import { removeEverything } from '../store/activate.ts';
import type { Settings } from '../store/meta.ts';
import { Choice, deletionPhrase, Field, Tick } from './fields.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { modes } from './modes.ts';
import { Screen, useRecorder, useView } from './parts.tsx';
import { ChooseCode } from './Ready.tsx';

/** The settings for a supervisor. */
export function SettingsScreen({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { settings, activation } = useView();
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing) return <ChooseCode onDone={() => setChoosing(false)} />;
  const save = (change: Partial<Settings>) => void recorder.saveSettings(change);
  return (
    <Screen title={t`Settings`} onBack={onBack}>
      <p>
        {activation?.accountName}
        {activation?.description && `, ${activation.description}`}
      </p>
      <Choice label={t`This device`} value={settings.mode} options={modes()} onChange={(mode) => save({ mode })} />
      <LanguageChoice />
      <Choice
        label={t`Colours`}
        value={settings.scheme}
        options={[
          ['system', t`As the device`],
          ['light', t`Light`],
          ['dark', t`Dark`],
          ['sun', t`Sun`],
        ]}
        onChange={(scheme) => save({ scheme })}
      />
      <Tick label={t`AUTO: no direction is chosen`} isOn={settings.isAuto} onChange={(isAuto) => save({ isAuto })} />
      <Tick label={t`Numbers may be typed`} isOn={settings.mayType} onChange={(mayType) => save({ mayType })} />
      <Tick label={t`Sounds`} isOn={settings.hasSound} onChange={(hasSound) => save({ hasSound })} />
      <Seconds
        label={t`Ignore doubled clocking for (s)`}
        value={settings.repeatClock}
        onChange={(repeatClock) => save({ repeatClock })}
      />
      <Seconds
        label={t`Ignore doubled counting for (s)`}
        value={settings.repeatPiece}
        onChange={(repeatPiece) => save({ repeatPiece })}
      />
      <div className="row">
        <button type="button" onClick={() => setChoosing(true)}>
          {t`New supervisor code`}
        </button>
        <button type="button" onClick={() => void saveUnsent(recorder)}>
          {t`Save unsent records`}
        </button>
      </div>
      <Remove />
      <p className="small">
        {t`Version`} {clientVersion()}
      </p>
    </Screen>
  );
}

function Seconds({ label, value, onChange }: { label: string; value: number; onChange: (seconds: number) => void }) {
  const [text, setText] = useState(String(value));
  const isGood = (seconds: string) => /^\d{1,3}$/.test(seconds) && Number(seconds) <= MAX_REPEAT_SECONDS;
  const change = (next: string) => {
    setText(next);
    if (isGood(next)) onChange(Number(next));
  };
  const error = isGood(text) ? undefined : `0 – ${MAX_REPEAT_SECONDS}`;
  return <Field label={label} value={text} onChange={change} inputMode="numeric" error={error} />;
}

/** Removing the device while records wait requires typing their number. */
function Remove() {
  const recorder = useRecorder();
  const { waiting, refused } = useView();
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const left = waiting + refused;
  const phrase = deletionPhrase(left);
  const remove = async () => {
    await recorder.db.run('readwrite', removeEverything);
    location.reload();
  };
  if (!isAsked)
    return (
      <button type="button" className="danger" onClick={() => setAsked(true)}>
        {t`Remove this device`}
      </button>
    );
  return (
    <div>
      {left > 0 && <Field label={t`Type ${{ text: phrase }}`} value={typed} onChange={setTyped} />}
      <button type="button" className="danger" disabled={left > 0 && typed !== phrase} onClick={() => void remove()}>
        {t`Remove this device`}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        {t`Cancel`}
      </button>
    </div>
  );
}

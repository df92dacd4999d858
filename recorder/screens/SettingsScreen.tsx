import { useState } from 'react';
import { clientVersion } from '../app/device.ts';
import { saveUnsent } from '../app/saved.ts';
import { MAX_REPEAT_SECONDS } from '../core/doubles.ts';
import { removeEverything } from '../store/activate.ts';
import type { Settings } from '../store/meta.ts';
import { useWords } from '../words/words.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { modesOf } from './modes.ts';
import { Choice, Field, Screen, Tick, useRecorder, useView } from './parts.tsx';
import { ChooseCode } from './Ready.tsx';

/** The settings for a supervisor. */
export function SettingsScreen({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { settings, activation } = useView();
  const words = useWords();
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing) return <ChooseCode onDone={() => setChoosing(false)} />;
  const save = (change: Partial<Settings>) => void recorder.saveSettings(change);
  return (
    <Screen title={words.settings} onBack={onBack}>
      <p>
        {activation?.accountName}
        {activation?.description && `, ${activation.description}`}
      </p>
      <Choice label={words.mode} value={settings.mode} options={modesOf(words)} onChange={(mode) => save({ mode })} />
      <LanguageChoice />
      <Choice
        label={words.scheme}
        value={settings.scheme}
        options={[
          ['system', words.system],
          ['light', words.light],
          ['dark', words.dark],
          ['sun', words.sun],
        ]}
        onChange={(scheme) => save({ scheme })}
      />
      <Tick label={words.autoDirection} isOn={settings.isAuto} onChange={(isAuto) => save({ isAuto })} />
      <Tick label={words.mayType} isOn={settings.mayType} onChange={(mayType) => save({ mayType })} />
      <Tick label={words.sound} isOn={settings.hasSound} onChange={(hasSound) => save({ hasSound })} />
      <Seconds
        label={words.repeatClock}
        value={settings.repeatClock}
        onChange={(repeatClock) => save({ repeatClock })}
      />
      <Seconds
        label={words.repeatPiece}
        value={settings.repeatPiece}
        onChange={(repeatPiece) => save({ repeatPiece })}
      />
      <div className="row">
        <button type="button" onClick={() => setChoosing(true)}>
          {words.newCode}
        </button>
        <button type="button" onClick={() => void saveUnsent(recorder)}>
          {words.saveUnsent}
        </button>
      </div>
      <Remove />
      <p className="small">
        {words.version} {clientVersion()}
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
  const words = useWords();
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const left = waiting + refused;
  const phrase = words.deleteRecords(left);
  const remove = async () => {
    await recorder.db.run('readwrite', removeEverything);
    location.reload();
  };
  if (!isAsked)
    return (
      <button type="button" className="danger" onClick={() => setAsked(true)}>
        {words.removeDevice}
      </button>
    );
  return (
    <div>
      {left > 0 && <Field label={words.typeToRemove(phrase)} value={typed} onChange={setTyped} />}
      <button type="button" className="danger" disabled={left > 0 && typed !== phrase} onClick={() => void remove()}>
        {words.removeDevice}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        {words.cancel}
      </button>
    </div>
  );
}

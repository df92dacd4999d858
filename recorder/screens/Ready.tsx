import { useEffect, useState } from 'react';
import { isGoodCode, lockWith } from '../app/code.ts';
import { isInstalled } from '../app/device.ts';
import { writeMeta } from '../store/meta.ts';
import { SET_UP_WORDS } from '../words/setUp.ts';
import { useWords } from '../words/words.ts';
import { CodeForm } from './CodeGate.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { modesOf } from './modes.ts';
import { Choice, Screen, useRecorder, useView } from './parts.tsx';
import { Strip } from './Strip.tsx';

const CLOCK_RIGHT_MS = 2 * 60_000;

/** Asks for a supervisor code, then what the device is for; below that what it should have before it is used at a gate, each line with its remedy. */
export function Ready() {
  const { hasCode } = useView();
  return (
    <>
      <Strip />
      {hasCode ? <Checks /> : <ChooseCode />}
    </>
  );
}

export function ChooseCode({ onDone }: { onDone?: () => void }) {
  const recorder = useRecorder();
  const { activation, settings } = useView();
  const words = useWords();
  const own = SET_UP_WORDS[settings.language];
  const choose = async (code: string) => {
    if (!isGoodCode(code)) return own.chooseCodeHow;
    const lock = await lockWith(code);
    await recorder.act((stores) => writeMeta(stores, 'code', lock));
    onDone?.();
    return undefined;
  };
  return (
    <Screen title={words.recordingFor(activation?.accountName ?? '')}>
      <CodeForm label={words.chooseCode} hint={own.chooseCodeHow} submit={words.done} onCode={choose} />
      <LanguageChoice />
    </Screen>
  );
}

function Checks() {
  const recorder = useRecorder();
  const view = useView();
  const words = useWords();
  const own = SET_UP_WORDS[view.settings.language];
  const [camera, setCamera] = useState(false);
  useEffect(() => {
    // Safari and some versions of Firefox do not know the name 'camera': then it shows when the camera starts.
    const name = 'camera' as PermissionName;
    navigator.permissions
      ?.query({ name })
      .then((status) => {
        setCamera(status.state === 'granted');
        status.onchange = () => setCamera(status.state === 'granted');
      })
      .catch(() => undefined);
  }, []);
  const allowCamera = () =>
    navigator.mediaDevices
      ?.getUserMedia({ video: true })
      .then((stream) => {
        for (const track of stream.getTracks()) track.stop();
        setCamera(true);
      })
      .catch(() => undefined);
  const products = view.lookups.filter(({ lookup }) => lookup === 1).length;
  const checks: [string, boolean, string, [string, () => void]?][] = [
    [words.installed, isInstalled(), own.installedHow, view.install ? [words.install, view.install] : undefined],
    [words.protected, view.isPersisted, own.protectedHow],
    [words.cameraAllowed, camera, words.cameraHow, [words.allow, () => void allowCamera()]],
    [words.clockRight, Math.abs(view.offset) < CLOCK_RIGHT_MS, own.clockHow],
    [words.peopleHere(view.people, products), view.people > 0, own.peopleHow],
  ];
  // What is lacking first.
  checks.sort(([, one], [, other]) => Number(one) - Number(other));
  const isStandalone = view.activation?.kind === 'standalone';
  const mayStart = !isStandalone || (isInstalled() && view.isPersisted);
  return (
    <Screen title={words.ready}>
      <p>{words.recordingFor(view.activation?.accountName ?? '')}</p>
      <Choice
        label={words.mode}
        value={view.settings.mode}
        options={modesOf(words)}
        onChange={(mode) => void recorder.saveSettings({ mode })}
      />
      {!mayStart && <p role="alert">{own.standaloneNeeds}</p>}
      <button
        type="button"
        className="main"
        disabled={!mayStart}
        onClick={() => void recorder.saveSettings({ isStarted: true })}
      >
        {words.start}
      </button>
      <ul className="checks">
        {checks.map(([text, isGood, remedy, mend]) => (
          <li key={text} data-good={isGood}>
            <span aria-hidden="true">{isGood ? '✓' : '!'}</span>
            <div>
              <strong>{text}</strong>
              {!isGood && <p>{remedy}</p>}
              {!isGood && mend && (
                <button type="button" onClick={mend[1]}>
                  {mend[0]}
                </button>
              )}
            </div>
          </li>
        ))}
        {view.settings.mode === 'kiosk' && (
          <li data-good="hint">
            <span aria-hidden="true">•</span>
            <div>
              <strong>{words.pin}</strong>
              <p>{own.pinHow}</p>
            </div>
          </li>
        )}
      </ul>
    </Screen>
  );
}

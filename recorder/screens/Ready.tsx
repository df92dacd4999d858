import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { isGoodCode, lockWith } from '../app/code.ts';
import { isInstalled } from '../app/device.ts';
import { writeMeta } from '../store/meta.ts';
import { CodeForm } from './CodeGate.tsx';
import { Choice } from './fields.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { modes } from './modes.ts';
import { Screen, useRecorder, useView } from './parts.tsx';
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
  const { activation } = useView();
  const choose = async (code: string) => {
    if (!isGoodCode(code)) return t`4 to 8 digits, not 0000 or 1234`;
    const lock = await lockWith(code);
    await recorder.act((stores) => writeMeta(stores, 'code', lock));
    onDone?.();
    return undefined;
  };
  return (
    <Screen title={t`Recording for ${{ account: activation?.accountName ?? '' }}`}>
      <CodeForm
        label={t`Choose a supervisor code`}
        hint={t`4 to 8 digits, not 0000 or 1234`}
        submit={t`Done`}
        onCode={choose}
      />
      <LanguageChoice />
    </Screen>
  );
}

function Checks() {
  const recorder = useRecorder();
  const view = useView();
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
    [
      t`Installed`,
      isInstalled(),
      t`In the browser’s menu: Install, or Add to Home Screen.`,
      view.install ? [t`Install`, view.install] : undefined,
    ],
    [
      t`Storage protected`,
      view.isPersisted,
      t`Install the Recorder, then open it again: browsers protect what is installed.`,
    ],
    [
      t`Camera allowed`,
      camera,
      t`Allow the camera for this page in the browser’s settings. Typing and scanners work without it.`,
      [t`Allow`, () => void allowCamera()],
    ],
    [
      t`Clock right`,
      Math.abs(view.offset) < CLOCK_RIGHT_MS,
      t`Set date and time to automatic. Until then times are corrected.`,
    ],
    [
      t`${plural({ people: view.people }, { one: '# person', other: '# people' })} and ${plural(products, { one: '# product', other: '# products' })} here`,
      view.people > 0,
      t`Nobody is here yet: ask the office to assign people to this device.`,
    ],
  ];
  // What is lacking first.
  checks.sort(([, one], [, other]) => Number(one) - Number(other));
  const isStandalone = view.activation?.kind === 'standalone';
  const mayStart = !isStandalone || (isInstalled() && view.isPersisted);
  return (
    <Screen title={t`Ready?`}>
      <p>{t`Recording for ${{ account: view.activation?.accountName ?? '' }}`}</p>
      <Choice
        label={t`This device`}
        value={view.settings.mode}
        options={modes()}
        onChange={(mode) => void recorder.saveSettings({ mode })}
      />
      {!mayStart && (
        <p role="alert">{t`A standalone device starts once it is installed and its storage is protected.`}</p>
      )}
      <button
        type="button"
        className="main"
        disabled={!mayStart}
        onClick={() => void recorder.saveSettings({ isStarted: true })}
      >
        {t`Start`}
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
              <strong>{t`Pin this app`}</strong>
              <p>{t`Settings, Security, App pinning (Android) or Guided Access (iPhone): nobody leaves the Recorder by accident.`}</p>
            </div>
          </li>
        )}
      </ul>
    </Screen>
  );
}

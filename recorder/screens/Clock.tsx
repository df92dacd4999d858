import { t } from '@lingui/core/macro';
import type { Direction, Means } from '../core/record.ts';
import { Screen, useRecorder, useView } from './parts.tsx';
import { Result } from './Result.tsx';
import { ScanBox } from './ScanBox.tsx';
import { useOutcome } from './useOutcome.ts';

/** Clocks people in and out: a direction, then badges. AUTO names no direction. */
export function Clock() {
  const recorder = useRecorder();
  const { settings } = useView();
  const isKiosk = settings.mode === 'kiosk';
  const { outcome, show, isResting } = useOutcome(isKiosk);
  const direction: Direction = settings.isAuto ? 'auto' : settings.direction === 'auto' ? 'in' : settings.direction;
  const scanned = (text: string, means: Means) => {
    if (!isResting) void recorder.capturing.clock(text, direction, { means }).then(show);
  };
  return (
    <Screen title={t`Clock`}>
      {settings.isAuto ? (
        <p className="direction" data-direction="auto">
          {t`AUTO`}
        </p>
      ) : (
        <fieldset className="directions">
          <legend className="hidden">{t`Clock`}</legend>
          {(['in', 'out'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="direction"
              data-direction={one}
              aria-pressed={direction === one}
              onClick={() => void recorder.saveSettings({ direction: one })}
            >
              <span aria-hidden="true">{one === 'in' ? '→' : '←'}</span> {one === 'in' ? t`IN` : t`OUT`}
            </button>
          ))}
        </fieldset>
      )}
      {isResting && <p role="alert">{t`It rests for 30 s after many unknown numbers.`}</p>}
      <Result outcome={outcome} onOutcome={show} />
      <ScanBox onText={scanned} mayType={!isKiosk || settings.mayType} isUserFacing={isKiosk} />
    </Screen>
  );
}

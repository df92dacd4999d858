import { plural, t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { Screen, useRecorder, useView } from './parts.tsx';
import { Tally } from './Tally.tsx';

/** People by in, out and product, also for printing; and whether everything has been sent. */
export function EndOfDay({ onBack }: { onBack: () => void }) {
  const recorder = useRecorder();
  const { waiting, refused, activation } = useView();
  useEffect(() => recorder.endDay(), [recorder]);
  const left = waiting + refused;
  return (
    <Screen title={t`End of day`} onBack={onBack}>
      <p className="large" data-tone={left === 0 ? 'good' : 'warn'} role="status">
        {left === 0
          ? t`All sent`
          : t`${plural({ records: left }, { one: '# record waits', other: '# records wait' })}. Connect this device before you leave it.`}
      </p>
      <p>{activation?.accountName}</p>
      <Tally withTimes />
      <button type="button" className="main" onClick={() => print()}>
        {t`Print`}
      </button>
    </Screen>
  );
}

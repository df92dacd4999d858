import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import type { Mode } from '../store/meta.ts';
import { Clock } from './Clock.tsx';
import { CodeGate } from './CodeGate.tsx';
import { Correct } from './Correct.tsx';
import { Count } from './Count.tsx';
import { EndOfDay } from './EndOfDay.tsx';
import { Screen, useView } from './parts.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';
import { Strip } from './Strip.tsx';
import { OffQuestion, WorkingTime } from './WorkingTime.tsx';

/** No part of the first screen. */
const MyDay = lazy(async () => ({ default: (await import('./MyDay.tsx')).MyDay }));

const Delivery = lazy(async () => ({ default: (await import('./Delivery.tsx')).Delivery }));

type Tab = 'clock' | 'count' | 'delivery' | 'more';
type Opened = 'workingTime' | 'correct' | 'myDay' | 'endOfDay' | 'settings';

const TABS: Record<Mode, readonly Tab[]> = {
  kiosk: ['clock', 'more'],
  crew: ['clock', 'count', 'more'],
  count: ['count', 'more'],
  delivery: ['delivery', 'more'],
};

/** The first screen of the device's mode; a kiosk only scans until the supervisor code is typed. */
export function Home() {
  const { settings } = useView();
  const tabs = TABS[settings.mode];
  const tabNames: Record<Tab, string> = { clock: t`Clock`, count: t`Count`, delivery: t`Delivery`, more: t`More` };
  const [picked, setPicked] = useState<Tab | null>(null);
  const tab = picked && tabs.includes(picked) ? picked : tabs[0];
  return (
    <>
      <Strip />
      {tab === 'clock' && <Clock />}
      {tab === 'count' && <Count />}
      {tab === 'delivery' && (
        <Suspense fallback={<main className="screen" aria-busy="true" />}>
          <Delivery />
        </Suspense>
      )}
      {tab === 'more' && <More />}
      <OffQuestion />
      <nav className="tabs" aria-label={t`More`}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === tab ? 'page' : undefined}
            onClick={() => setPicked(one)}
          >
            {tabNames[one]}
          </button>
        ))}
      </nav>
    </>
  );
}

function More() {
  const { settings } = useView();
  const [opened, setOpened] = useState<Opened | null>(null);
  const names: Record<Opened, string> = {
    myDay: t`My day`,
    workingTime: t`Working time`,
    correct: t`Correct`,
    endOfDay: t`End of day`,
    settings: t`Settings`,
  };
  const back = () => setOpened(null);
  if (opened === 'myDay')
    return (
      <Suspense fallback={<main className="screen" aria-busy="true" />}>
        <MyDay onBack={back} />
      </Suspense>
    );
  if (opened === 'workingTime') return <WorkingTime onBack={back} />;
  if (opened === 'correct' || opened === 'endOfDay' || opened === 'settings')
    return (
      <CodeGate title={names[opened]} onBack={back} key={opened}>
        {opened === 'correct' && <Correct onBack={back} />}
        {opened === 'endOfDay' && <EndOfDay onBack={back} />}
        {opened === 'settings' && <SettingsScreen onBack={back} />}
      </CodeGate>
    );
  const offered: Opened[] = [
    ...(settings.mode === 'delivery' ? [] : (['myDay'] as const)),
    ...(settings.mode === 'crew' || settings.mode === 'count' ? (['workingTime'] as const) : []),
    ...(['correct', 'endOfDay', 'settings'] as const),
  ];
  return (
    <Screen title={t`More`}>
      <ul className="picks">
        {offered.map((one) => (
          <li key={one}>
            <button type="button" onClick={() => setOpened(one)}>
              {names[one]}
            </button>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

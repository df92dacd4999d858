import { t } from '@lingui/core/macro';
import { deviceStorage, parseRecord } from '../lib/storage.ts';
import { createStore, useStore } from '../state/createStore.ts';
import { notify } from '../state/notices.ts';
import { type Session, useSession } from '../state/session.ts';
import { isInstalled } from './install.ts';

/** 'Show last figures before log-in': the choice of each user on this device. */
const KEY = 'tb.lastFigures';
/** The users whose choices a device stores; another one takes the place of the oldest. */
const MOST_USERS = 20;
const choices = createStore(parseRecord(deviceStorage.get(KEY)));
// A choice holds in every tab at once.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) choices.set(parseRecord(deviceStorage.get(KEY)));
});

type Of = Pick<Session, 'info'>;
const isOffered = ({ info }: Of) => info.role === 'employer' && info.lastFigures !== null;

export async function chooseLastFigures({ info: { userId } }: Of, isOn: boolean) {
  const { [userId]: _, ...others } = choices.get();
  choices.set(Object.fromEntries([...Object.entries(others).slice(1 - MOST_USERS), [userId, isOn]]));
  deviceStorage.set(KEY, JSON.stringify(choices.get()));
  if (isOn) return;
  const { forgetLastFigures } = await import('../cache/lastFigures.ts');
  await forgetLastFigures();
}

/** Returns the choice of the logged-in user; null where the account does not allow it. */
export function useLastFigures(): { isOn: boolean; choose: (isOn: boolean) => void } | null {
  const { [useSession()?.info.userId ?? '']: isOn } = useStore(choices);
  const session = useSession();
  if (!session || !isOffered(session)) return null;
  return { isOn: isOn === true, choose: (next) => void chooseLastFigures(session, next) };
}

/** Offers it once to each user of an installed application. */
export function offerLastFigures(session: Of) {
  const { userId } = session.info;
  if (!isInstalled() || !isOffered(session) || choices.get()[userId] !== undefined) return;
  void chooseLastFigures(session, false);
  notify('info', t`This device can show the last figures before log-in: numbers only, no names.`, {
    label: t`Show them`,
    run: () => void chooseLastFigures(session, true),
  });
}

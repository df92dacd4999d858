import { t } from '@lingui/core/macro';
import { canStoreFigures, forgetLastFigures } from '../cache/lastFigures.ts';
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

/** Returns false where this browser does not store it. */
function storeChoice(userId: string, isOn: boolean): boolean {
  const { [userId]: _, ...others } = choices.get();
  choices.set(Object.fromEntries([...Object.entries(others).slice(1 - MOST_USERS), [userId, isOn]]));
  return deviceStorage.set(KEY, JSON.stringify(choices.get()));
}

export async function chooseLastFigures({ info: { userId } }: Of, isOn: boolean) {
  const isStored = storeChoice(userId, isOn);
  if (!isOn) return forgetLastFigures();
  if (isStored && (await canStoreFigures())) return;
  storeChoice(userId, false);
  notify('warning', t`This browser stores nothing: it cannot show figures before log-in.`);
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
  if (!storeChoice(userId, false)) return;
  notify('info', t`This device can show the last figures before log-in: numbers only, no names.`, {
    label: t`Show them`,
    run: () => void chooseLastFigures(session, true),
  });
}

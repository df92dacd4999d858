import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect } from 'react';
import { type Toast as Shown, useToast, watchActions } from '../state/notices.ts';
import classes from './Notifications.module.css';

const Plain = ({ toast }: { toast: Shown }) => <p className={classes.plain}>{toast.text}</p>;
/** Loaded with the first message; if that fails, the plain text is shown. */
const Toast = lazy(() => import('./Toast.tsx').catch(() => ({ default: Plain })));

/** The notification area: one toast at a time, announced by a live region that is always present. */
export function Notifications() {
  const { t } = useLingui();
  const toast = useToast();
  useEffect(watchActions, []);
  return (
    <div className={classes.area} role="status" aria-live="polite" aria-label={t`Notifications`}>
      {toast && (
        <Suspense fallback={<Plain toast={toast} />}>
          <Toast key={toast.id} toast={toast} />
        </Suspense>
      )}
    </div>
  );
}

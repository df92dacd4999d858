import { createFileRoute } from '@tanstack/react-router';
import { lazy, useCallback, useState } from 'react';
import { TransferSession } from '../../features/access/login/TransferSession.tsx';
import { tabStorage } from '../../lib/storage.ts';
import { StandalonePage } from '../../shell/StandalonePage.tsx';
import { SIGN_ON_MARK } from '../../start/signOnMark.ts';
import { useEnter } from './-useEnter.ts';

const Enrol = lazy(() => import('../../features/access/signIn/Enrol.tsx'));

export const Route = createFileRoute('/login/transfer-session/$webAuthToken')({ component: Transfer });

function Transfer() {
  const { webAuthToken } = Route.useParams();
  // The path that the log-in page was opened for, if this tab began a log-in at a provider.
  const [wanted] = useState(() => tabStorage.get(SIGN_ON_MARK));
  const enter = useEnter(wanted ?? undefined);
  const navigate = Route.useNavigate();
  const keep = useCallback(() => void navigate({ to: '/', replace: true }), [navigate]);
  return (
    <StandalonePage>
      <TransferSession
        webAuthToken={webAuthToken}
        isExpected={wanted !== null}
        Enrol={Enrol}
        onEntered={(session) => {
          tabStorage.remove(SIGN_ON_MARK);
          enter(session);
        }}
        onStored={keep}
      />
    </StandalonePage>
  );
}

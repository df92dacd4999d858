import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { TransferSession } from '../../features/login/TransferSession.tsx';
import { StandalonePage } from '../../shell/StandalonePage.tsx';
import { useEnter } from './-useEnter.ts';

export const Route = createFileRoute('/login/transfer-session/$webAuthToken')({ component: Transfer });

function Transfer() {
  const { webAuthToken } = Route.useParams();
  const enter = useEnter();
  const navigate = Route.useNavigate();
  const keep = useCallback(() => void navigate({ to: '/', replace: true }), [navigate]);
  return (
    <StandalonePage>
      <TransferSession webAuthToken={webAuthToken} onEntered={enter} onKept={keep} />
    </StandalonePage>
  );
}

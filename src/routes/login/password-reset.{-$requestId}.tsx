import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SetPasswordForm } from '../../features/login/SetPasswordForm.tsx';
import { StandalonePage } from '../../shell/StandalonePage.tsx';

export const Route = createFileRoute('/login/password-reset/{-$requestId}')({ component: PasswordReset });

function PasswordReset() {
  const given = Route.useParams().requestId ?? '';
  const [requestId] = useState(given);
  const navigate = Route.useNavigate();
  useEffect(() => {
    // The id is a secret: it is removed from the address bar, the history and any referrer (S-11).
    if (given)
      void navigate({ to: '/login/password-reset/{-$requestId}', params: { requestId: undefined }, replace: true });
  }, [given, navigate]);
  return (
    <StandalonePage>
      <SetPasswordForm requestId={requestId} />
    </StandalonePage>
  );
}

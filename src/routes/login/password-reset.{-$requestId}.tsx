import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SetPasswordForm } from '../../features/access/login/SetPasswordForm.tsx';
import { StandalonePage } from '../../shell/StandalonePage.tsx';

export const Route = createFileRoute('/login/password-reset/{-$requestId}')({ component: PasswordReset });

function PasswordReset() {
  const requestParam = Route.useParams().requestId ?? '';
  const [requestId] = useState(requestParam);
  // A link to the set-up says where its first log-in leads.
  const [redirect] = useState(() => new URLSearchParams(location.search).get('redirect'));
  const navigate = Route.useNavigate();
  useEffect(() => {
    // The id is a secret: it is removed from the address bar, the history and any referrer.
    if (requestParam)
      void navigate({ to: '/login/password-reset/{-$requestId}', params: { requestId: undefined }, replace: true });
  }, [requestParam, navigate]);
  return (
    <StandalonePage>
      <SetPasswordForm requestId={requestId} redirect={redirect} />
    </StandalonePage>
  );
}

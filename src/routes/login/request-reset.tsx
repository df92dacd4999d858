import { createFileRoute } from '@tanstack/react-router';
import { RequestResetForm } from '../../features/access/login/RequestResetForm.tsx';
import { StandalonePage } from '../../shell/StandalonePage.tsx';

export const Route = createFileRoute('/login/request-reset')({
  component: () => (
    <StandalonePage>
      <RequestResetForm />
    </StandalonePage>
  ),
});

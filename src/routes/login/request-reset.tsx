import { createFileRoute } from '@tanstack/react-router';
import { RequestResetForm } from '../../features/login/RequestResetForm.tsx';
import { StandalonePage } from '../../shell/StandalonePage.tsx';

export const Route = createFileRoute('/login/request-reset')({
  component: () => (
    <StandalonePage>
      <RequestResetForm />
    </StandalonePage>
  ),
});

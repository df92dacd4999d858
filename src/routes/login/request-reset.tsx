import { createFileRoute } from '@tanstack/react-router';
import { RequestResetForm } from '../../features/login/RequestResetForm.tsx';
import { LonePage } from '../../shell/LonePage.tsx';

export const Route = createFileRoute('/login/request-reset')({
  component: () => (
    <LonePage>
      <RequestResetForm />
    </LonePage>
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { LonePage } from '../../shell/LonePage.tsx';

export const Route = createFileRoute('/login/request-reset')({ component: () => <LonePage>{null}</LonePage> });

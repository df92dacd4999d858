import { createFileRoute } from '@tanstack/react-router';
import { LonePage } from '../../shell/LonePage.tsx';

export const Route = createFileRoute('/login/change-password')({ component: () => <LonePage>{null}</LonePage> });

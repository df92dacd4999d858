import { createFileRoute } from '@tanstack/react-router';

/** A pay period, by any of its days; its page is that of `/employer/payroll`. */
export const Route = createFileRoute('/employer/payroll/$period')({});

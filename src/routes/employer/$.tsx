import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../../shell/NotFound.tsx';

/** Every other address of the area: `movedTo` is asked about it before it is not found. */
export const Route = createFileRoute('/employer/$')({ component: NotFound });

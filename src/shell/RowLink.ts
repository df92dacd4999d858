import { createLink } from '@tanstack/react-router';
import { ListRow } from '../ui/ListRow.tsx';

/** A row of a long list that links to its record. Only administrators have such lists, so it does not load with the first pages. */
export const RowLink = createLink(ListRow);

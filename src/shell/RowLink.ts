import { createLink } from '@tanstack/react-router';
import { ListRow } from '../ui/ListRow.tsx';

/** A row of a long list that opens what it names: only administrators have such lists, so it is no part of the first pages. */
export const RowLink = createLink(ListRow);

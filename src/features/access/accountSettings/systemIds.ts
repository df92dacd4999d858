import { t } from '@lingui/core/macro';
export type Added = { ids: string[] } | { problem: string } | null;

/** Adds a system id: empty input is ignored (null), a duplicate is refused whatever its case (spec section 5). */
export function addSystemId(ids: readonly string[], typed: string): Added {
  const id = typed.trim();
  if (id === '') return null;
  if (ids.some((each) => each.toLowerCase() === id.toLowerCase()))
    return { problem: t`The specified System ID is already allowed.` };
  return { ids: [...ids, id] };
}

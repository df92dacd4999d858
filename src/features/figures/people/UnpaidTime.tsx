import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Span } from '../../../lib/dayRange.ts';
import { hours } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { PersonReasons } from '../../../ui/PersonReasons.tsx';
import type { PersonLink } from '../../../ui/personLink.ts';
import { payHoursQuery } from './people.queries.ts';

type Props = { accountId: string; span: Span; person: PersonLink };

/** The people with time that the hours rule does not pay unless a user approves it: before the shift, and breaks that may have been worked through. */
export function UnpaidTime({ accountId, span, person }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(payHoursQuery(accountId, {}, span));
  const unpaid = data?.rows.filter(({ sums }) => sums.earlyMs + sums.takenOffMs > 0) ?? [];
  return (
    <PersonReasons
      title={t`${plural(unpaid.length, { one: '# person has', other: '# people have' })} time that the hours rule does not pay.`}
      people={unpaid.map(({ employee: { _id, firstName, lastName }, sums: { earlyMs, takenOffMs } }) => ({
        employeeId: _id,
        name: person(_id, `${firstName} ${lastName}`),
        reason: listed([
          earlyMs > 0 ? t`${hours(earlyMs)} before the shift` : null,
          takenOffMs > 0 ? t`${hours(takenOffMs)} of breaks that were not clocked` : null,
        ]),
      }))}
    />
  );
}

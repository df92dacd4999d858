import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Span } from '../../../lib/dayRange.ts';
import { PersonReasons } from '../../../ui/PersonReasons.tsx';
import type { PersonLink } from '../../../ui/personLink.ts';
import { payHoursQuery } from './people.queries.ts';

type Props = { accountId: string; span: Span; person: PersonLink };

/** The people with days whose hours are not settled, each with the number of these days. */
export function UnsettledHours({ accountId, span, person }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(payHoursQuery(accountId, {}, span));
  const open = data?.rows.filter(({ sums }) => sums.unsettledDays > 0) ?? [];
  return (
    <PersonReasons
      title={t`${plural(open.length, { one: '# person has open hours.', other: '# people have open hours.' })}`}
      people={open.map(({ employee: { _id, firstName, lastName }, sums }) => ({
        employeeId: _id,
        name: person(_id, `${firstName} ${lastName}`),
        reason: t`${plural(sums.unsettledDays, { one: '# day without an IN or OUT', other: '# days without an IN or OUT' })}`,
      }))}
    />
  );
}

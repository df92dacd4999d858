import { plural, t as text } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Span } from '../../../lib/dayRange.ts';
import { PersonReasons } from '../../../ui/PersonReasons.tsx';
import type { PersonLink } from '../../../ui/personLink.ts';
import { earningsQuery } from './pay.queries.ts';
import { OPEN_WORDS } from './words.ts';

type Props = { accountId: string; span: Span; person: PersonLink };

/** The people whose pay of some days is not settled, each with the reasons. */
export default function UnsettledPay({ accountId, span, person }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(earningsQuery(accountId, {}, span));
  const open = data?.rows.filter((row) => row.open.length > 0) ?? [];
  return (
    <PersonReasons
      title={text`${plural(open.length, { one: '# person has open pay.', other: '# people have open pay.' })}`}
      people={open.map(({ employee: { _id, firstName, lastName }, open: reasons }) => ({
        employeeId: _id,
        name: person(_id, `${firstName} ${lastName}`),
        reason: reasons.map((reason) => t(OPEN_WORDS[reason])).join('; '),
      }))}
    />
  );
}

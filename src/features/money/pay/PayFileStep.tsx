import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { moneyIn } from '../../../lib/figures.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { useMay } from '../../../state/session.ts';
import { lastFileOf, payFilePreviewQuery, payFilesQuery } from './payFiles.queries.ts';
import { saidOf } from './words.ts';

type Props = {
  accountId: string;
  lock: { _id: string; from: string; to: string };
  /** The link to the payroll files. */
  link: (label: string) => ReactNode;
};

/** The step 'File for {profile}' of 'Before payroll': what is left to hand over of a locked period, and what stops it. */
export default function PayFileStep({ accountId, lock, link }: Props) {
  const { t } = useLingui();
  const mayManage = useMay('Pay.MANAGE');
  const list = useQuery(payFilesQuery(accountId));
  const { files = [], profiles = [] } = list.data ?? {};
  const downloaded = files.flatMap(({ events }) => events).find(({ kind }) => kind === 'download');
  const profile = profiles.find(({ name }) => name === downloaded?.name) ?? profiles[0];
  const preview = useQuery({
    ...payFilePreviewQuery(accountId, lock._id, profile?._id),
    enabled: list.data !== undefined,
  });
  // Of users who are limited to some people there are no files.
  if (list.error) return null;
  const last = lastFileOf(files, lock);
  const left = () => {
    if (preview.error) return [messageOf(preview.error)];
    if (!preview.data) return [t`Being counted.`];
    const { lines, people, total, currency, isDelta, leftOut, byProfile } = preview.data;
    const newest = last?.events[0];
    const sum = moneyIn(currency)(total);
    const pending = () =>
      isDelta && last
        ? t`Adjustments since ${moment(last.at)}: ${plural(people, { one: '# person', other: '# people' })}, ${plural(lines, { one: '# line', other: '# lines' })}, ${sum} in all.`
        : t`${plural(people, { one: '# person', other: '# people' })}, ${plural(lines, { one: '# line', other: '# lines' })}, ${sum} in all.`;
    const nothing = () =>
      last
        ? [t`File ${last.number} has everything.`, ...(newest ? [`${saidOf(newest)}.`] : [])]
        : [t`Nothing to pay yet.`];
    return [
      ...(lines > 0 ? [pending()] : nothing()),
      ...(leftOut > 0
        ? [t`${plural(leftOut, { one: '# person has', other: '# people have' })} pay that is not settled.`]
        : []),
      ...(byProfile?.refusal ? [translated(byProfile.words ?? byProfile.refusal).replace(/\.?$/, '.')] : []),
      ...(profile ? [] : [t`There is no profile of how payroll reads it yet.`]),
    ];
  };
  const isLeft = mayManage && (preview.data?.lines ?? 0) > 0;
  const label = last ? t`Make the adjustments` : t`Make the payroll file`;
  const words = left().join(' ');
  return (
    <Text size="sm" component="div">
      {profile ? t`File for ${profile.name}: ${words}` : t`Payroll file: ${words}`}{' '}
      {link(isLeft ? label : t`Payroll files`)}
    </Text>
  );
}

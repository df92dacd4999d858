import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { previewPayFile } from '#contract/money/payFiles.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { messageOf } from '../../../api/errors.ts';
import { moneyIn } from '../../../lib/figures.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { FilesTable, type ListedFile } from './FilesTable.tsx';
import { lastFileOf, payFilePreviewQuery, payFilesQuery } from './payFiles.queries.ts';
import { acrossPeriods, saidOf } from './words.ts';

const MakeFileDialog = lazyDialog(() => import('./MakeFileDialog.tsx'));
const ProfileDialog = lazyDialog(() => import('./ProfileDialog.tsx'));

type Props = {
  accountId: string;
  lock: { _id: string; from: string; to: string };
  /** The link to all payroll files and their profiles. */
  filesLink: ReactNode;
};

/** Returns the profile by which a file was downloaded last, or the first. */
function usualProfile<Profile extends { name: string }>(files: readonly ListedFile[], profiles: readonly Profile[]) {
  const downloaded = files.flatMap(({ events }) => events).find(({ kind }) => kind === 'download');
  return profiles.find(({ name }) => name === downloaded?.name) ?? profiles[0];
}

/** Returns what no file has yet of a locked period, and what stops it. */
function leftToHandOver(
  preview: ResponseOf<typeof previewPayFile>,
  last: ListedFile | undefined,
  hasProfile: boolean,
): string {
  const { lines, people, total, currency, isDelta, leftOut, byProfile } = preview;
  const newest = last?.events[0];
  const money = moneyIn(currency);
  const sum = money(total);
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
    ...acrossPeriods(preview, money),
    ...(leftOut > 0
      ? [t`${plural(leftOut, { one: '# person has open pay.', other: '# people have open pay.' })}`]
      : []),
    ...(byProfile?.refusal ? [translated(byProfile.words ?? byProfile.refusal).replace(/\.?$/, '.')] : []),
    ...(hasProfile ? [] : [t`There is no profile of how payroll reads it yet.`]),
  ].join(' ');
}

/** The last step of a locked period: what is left to hand over to payroll and what stops it, its files and what became of them. */
export default function HandOver({ accountId, lock, filesLink }: Props) {
  const { t } = useLingui();
  const mayManage = useMay('Pay.MANAGE');
  const list = useQuery(payFilesQuery(accountId));
  const [chosen, setChosen] = useState<string>();
  const [dialog, setDialog] = useState<'file' | 'profile'>();
  const { files = [], profiles = [] } = list.data ?? {};
  const profile = profiles.find(({ _id }) => _id === chosen) ?? usualProfile(files, profiles);
  const preview = useQuery({
    ...payFilePreviewQuery(accountId, lock._id, profile?._id),
    enabled: list.data !== undefined,
    // A late punch becomes an adjustment while the page is open.
    refetchInterval: 60_000,
  });
  // Of users who are limited to some people there are no files.
  if (list.error) return <Text size="sm">{messageOf(list.error)}</Text>;
  const own = files.filter(({ from, to }) => from <= lock.to && to >= lock.from);
  const last = lastFileOf(files, lock);
  const words = preview.error
    ? messageOf(preview.error)
    : preview.data
      ? leftToHandOver(preview.data, last, profile !== undefined)
      : t`Being counted.`;
  const needsProfile = mayManage && list.data !== undefined && !profile;
  const isLeft = mayManage && (preview.data?.lines ?? 0) > 0;
  return (
    <Stack gap="sm">
      <Text size="sm" component="div">
        {profile ? t`File for ${profile.name}: ${words}` : t`Payroll file: ${words}`}
      </Text>
      <Group>
        {needsProfile && (
          <ServerButton onClick={() => setDialog('profile')} aria-haspopup="dialog">
            <Trans>Choose your payroll program</Trans>
          </ServerButton>
        )}
        {isLeft && (
          <ServerButton
            variant={needsProfile ? 'default' : 'filled'}
            onClick={() => setDialog('file')}
            aria-haspopup="dialog"
          >
            {last ? t`Make the adjustments` : t`Make the payroll file`}
          </ServerButton>
        )}
        {filesLink}
      </Group>
      {own.length > 0 && (
        <FilesTable
          accountId={accountId}
          files={own}
          profiles={profiles}
          profileId={profile?._id}
          onProfile={setChosen}
        />
      )}
      {dialog === 'file' && (
        <MakeFileDialog
          accountId={accountId}
          lock={lock}
          since={last?.at}
          profiles={profiles}
          profileId={profile?._id}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'profile' && (
        <ProfileDialog accountId={accountId} profile={null} onClose={() => setDialog(undefined)} />
      )}
    </Stack>
  );
}

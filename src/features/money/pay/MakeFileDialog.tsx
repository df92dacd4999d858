import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { count, moneyIn } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { moment } from '../../../lib/moments.ts';
import { translated } from '../../../lib/words.tsx';
import { useOfflineReason } from '../../../state/reachability.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { LinesTable } from './LinesTable.tsx';
import { makeFileMutation, payFilePreviewQuery } from './payFiles.queries.ts';
import { acrossPeriods, windowLabel } from './words.ts';

type Props = {
  accountId: string;
  lock: { _id: string; from: string; to: string };
  /** When the last file of these days was made. */
  since: string | undefined;
  profiles: readonly { _id: string; name: string }[];
  /** The profile that is chosen on the page. */
  profileId: string | undefined;
  onClose: () => void;
};

type Named = { number: string; firstName: string; lastName: string };
const nameOf = ({ number, firstName, lastName }: Named) => `${firstName} ${lastName} (${number})`;

/** Tells what a file of a locked period would hold and, by a profile, what payroll would read; makes it: once, for a file is never changed. */
export default function MakeFileDialog({ accountId, lock, since, profiles, profileId, onClose }: Props) {
  const { t } = useLingui();
  const [by, setBy] = useState(profileId);
  const preview = useQuery({ ...payFilePreviewQuery(accountId, lock._id, by), placeholderData: keepPreviousData });
  const make = useMutation(makeFileMutation(accountId, lock._id));
  const [ticked, setTicked] = useState(false);
  const { lines = 0, leftOut = 0, byProfile } = preview.data ?? {};
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t`Payroll file, ${windowLabel(lock)}`}
      size="xl"
      submit={t`Make file`}
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({ knownLeftOut: leftOut, profileId: by }, { onSuccess: onClose });
      }}
      canSubmit={
        lines > 0 && (leftOut === 0 || ticked) && !byProfile?.refusal && !preview.isPlaceholderData && !preview.error
      }
      busy={make.isPending}
      reason={useOfflineReason()}
      dirty={false}
    >
      <Loaded query={preview} failed={messageOf} height={120} label={t`the file`}>
        {({ isDelta, people, total, currency, leftOutPeople, ...across }) => (
          <Stack gap="sm">
            {lines === 0 ? (
              <Text>{isDelta ? t`Nothing has changed since the last file.` : t`There is nothing to pay yet.`}</Text>
            ) : (
              <Text>
                {isDelta && since
                  ? t`Adjustments since ${moment(since)}: ${plural(people, { one: '# person', other: '# people' })}, ${plural(lines, { one: '# line', other: '# lines' })}, ${moneyIn(currency)(total)} in all.`
                  : t`${plural(people, { one: '# person', other: '# people' })}, ${plural(lines, { one: '# line', other: '# lines' })}, ${moneyIn(currency)(total)} in all.`}
              </Text>
            )}
            {acrossPeriods(across, moneyIn(currency)).map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
            {leftOut > 0 && (
              <Text size="sm">
                {leftOut > leftOutPeople.length
                  ? t`Open: ${listed(leftOutPeople.map(nameOf))} and ${count(leftOut - leftOutPeople.length)} others.`
                  : t`Open: ${listed(leftOutPeople.map(nameOf))}.`}
              </Text>
            )}
            {leftOut > 0 && (
              <Checkbox
                label={t`I know that ${plural(leftOut, { one: '# person has', other: '# people have' })} open pay: it is left out, and comes in a later file.`}
                checked={ticked}
                onChange={({ currentTarget }) => setTicked(currentTarget.checked)}
              />
            )}
            {lines > 0 && profiles.length > 0 && (
              <NativeSelect
                label={t`As payroll would read it, by the profile`}
                data={profiles.map(({ _id, name }) => ({ value: _id, label: name }))}
                value={by}
                onChange={({ currentTarget }) => setBy(currentTarget.value)}
              />
            )}
            {lines > 0 && byProfile && (
              <>
                {byProfile.refusal && <ErrorNote text={translated(byProfile.words ?? byProfile.refusal)} />}
                {lines > byProfile.lines.length && (
                  <Text size="sm" c="dimmed">
                    <Trans>
                      The first {count(byProfile.lines.length)} of {count(lines)} lines; those without a code come
                      first.
                    </Trans>
                  </Text>
                )}
                <LinesTable lines={byProfile.lines} currency={currency} coded />
              </>
            )}
          </Stack>
        )}
      </Loaded>
      {make.error && <ErrorNote text={messageOf(make.error)} />}
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type OwnDaysLink as Link, OWN_DAYS } from '#contract/office/ownDaysLinks.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { ShownOnce } from '../../../ui/ShownOnce.tsx';
import { OwnDaysPin } from './OwnDaysPin.tsx';
import { endOwnDaysLinkMutation, makeOwnDaysLinkMutation, ownDaysLinkQuery } from './privacy.queries.ts';

function linkWords({ madeBy, endsAt, lastOpenedAt }: Link) {
  const ends = moment(endsAt);
  return lastOpenedAt
    ? t`Made by ${madeBy}, ends ${ends}. Last opened ${moment(lastOpenedAt)}.`
    : t`Made by ${madeBy}, ends ${ends}. Not opened yet.`;
}

/** The link by which an employee reads their own days without a log-in (docs/reference/privacy.md#their-own-day): made, shown once, and ended. */
export function OwnDaysLink({ accountId, employeeId }: { accountId: string; employeeId: string }) {
  const { t } = useLingui();
  const state = useQuery(ownDaysLinkQuery(accountId, employeeId));
  const make = useMutation(makeOwnDaysLinkMutation(accountId, employeeId));
  const end = useMutation(endOwnDaysLinkMutation(accountId, employeeId));
  const error = make.error ?? end.error;
  return (
    <section aria-label={t`Own days`}>
      <Text fw={600}>
        <Trans>Own days</Trans>
      </Text>
      <Text size="sm">
        <Trans>
          A private link by which this person reads their own last {OWN_DAYS} days on a phone, without a log-in. It ends
          after {OWN_DAYS} days, and when they leave.
        </Trans>
      </Text>
      <Loaded query={state} failed={messageOf} height={36} label={t`link`}>
        {({ link, hasPin }) => (
          <>
            <Group justify="space-between" gap="sm" mt="xs">
              <Text size="sm" c="dimmed">
                {link ? linkWords(link) : t`No link.`}
              </Text>
              <Group gap="sm">
                {link && (
                  <ConfirmedButton
                    label={t`End link to own days`}
                    title={t`End link`}
                    question={t`End the link to their own days?`}
                    consequences={[t`The link shows nothing any more`]}
                    action={t({ message: 'End', context: 'button' })}
                    busy={end.isPending}
                    onConfirm={(close) => end.mutate(undefined, { onSuccess: close })}
                  >
                    <Trans>End link</Trans>
                  </ConfirmedButton>
                )}
                <ServerButton variant="default" loading={make.isPending} onClick={() => make.mutate()}>
                  {link ? t`Replace link` : t`Make link`}
                </ServerButton>
              </Group>
            </Group>
            <OwnDaysPin accountId={accountId} employeeId={employeeId} hasPin={hasPin} />
          </>
        )}
      </Loaded>
      {error && <ErrorNote text={messageOf(error)} />}
      {make.data && (
        <ShownOnce
          title={t`Link to own days`}
          note={t`The link is shown this once. The person scans it with their own phone; anyone who has it can read their days until it ends.`}
          secret={make.data.address}
          what="link"
          onClose={make.reset}
        />
      )}
    </section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { isTimeZone } from '#contract/platform/timeZones.ts';
import { browserZone } from '../../../lib/clockZone.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMay } from '../../../state/session.ts';
import { settingsQuery, updateSettingsMutation } from './accountSettings.queries.ts';

function useDefaultTimeZone(accountId: string) {
  const maySee = useMay('Account.GET_SETTINGS');
  const { data } = useQuery({ ...settingsQuery(accountId), enabled: maySee, meta: { silent: true } });
  return data?.isDefaultTimeZone ? data.timeZone : undefined;
}

/** The same as a sentence, in the dialog that adds a terminal. */
export function TimeZoneHint({ accountId }: { accountId: string }) {
  const timeZone = useDefaultTimeZone(accountId);
  if (timeZone === undefined) return null;
  return (
    <Text size="sm" role="status">
      <Trans>
        This account is still in the server’s time zone, {timeZone}: what the terminal writes is read in it until
        another is chosen.
      </Trans>
    </Text>
  );
}

/** Asks for an account's time zone until a user has chosen one, because terminals send times without a zone. */
export function TimeZoneNotice({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const timeZone = useDefaultTimeZone(accountId);
  const mayUpdate = useMay('Account.UPDATE_SETTINGS');
  const update = useMutation(updateSettingsMutation(accountId));
  if (timeZone === undefined) return null;
  const here = browserZone();
  const hereIsAnother = here !== timeZone && isTimeZone(here);
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconClockHour4 aria-hidden />}
      title={t`Which time zone is this account in?`}
      role="status"
    >
      <Text size="sm" c="var(--mantine-color-text)">
        <Trans>
          It is still in the server’s, {timeZone}. Terminals write times without a zone: in a wrong one every day is cut
          wrong.
        </Trans>
      </Text>
      {mayUpdate && (
        <Group gap="sm" mt="sm">
          {hereIsAnother && (
            <ServerButton loading={update.isPending} onClick={() => update.mutate({ timeZone: here })}>
              {t`Use ${here}`}
            </ServerButton>
          )}
          <ServerButton variant="default" loading={update.isPending} onClick={() => update.mutate({ timeZone })}>
            {t`Keep ${timeZone}`}
          </ServerButton>
          <Button
            variant="subtle"
            renderRoot={(props) => (
              <AnchorLink {...props} to="/manage/accounts/edit/$accountId/settings" params={{ accountId }} />
            )}
          >
            <Trans>Choose another</Trans>
          </Button>
        </Group>
      )}
    </Alert>
  );
}

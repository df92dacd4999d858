import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createWebAuthToken } from '#contract/access/session.ts';
import { call } from '../api/call.ts';
import { messageOf } from '../api/errors.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FailedNote } from '../ui/Missing.tsx';
import { QrCode } from '../ui/QrCode.tsx';

const CODE_PX = 288;

/** 'Continue on another device': a link that works once within a minute, as a QR code. When it has expired, a new one is fetched. */
export default function ContinueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const transfer = useQuery({
    queryKey: ['session', 'web-auth-token'],
    queryFn: ({ signal }) => call(createWebAuthToken, {}, { signal }),
    refetchInterval: ({ state }) => (state.data ? (state.data.expiresIn - 5) * 1_000 : false),
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { silent: true },
  });
  const url = transfer.data?.url;

  return (
    <Dialog opened onClose={onClose} title={t`Continue on another device`}>
      <Stack align="center">
        {transfer.isError ? (
          <FailedNote text={messageOf(transfer.error)} onRetry={() => void transfer.refetch()} />
        ) : url ? (
          <QrCode text={url} size={CODE_PX} label={t`QR code of ${url}`} />
        ) : (
          <Skeleton h={CODE_PX} w={CODE_PX} maw="100%" />
        )}
        <Text size="sm" ta="center">
          <Trans>
            Scan this with the other device. The code works once, within a minute, and a new one follows by itself.
          </Trans>
        </Text>
      </Stack>
    </Dialog>
  );
}

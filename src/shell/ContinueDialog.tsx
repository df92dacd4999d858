import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import QRCode from 'qrcode';
import { useEffect, useState } from 'react';
import { createWebAuthToken } from '#contract/session.ts';
import { call } from '../api/call.ts';
import { messageOf } from '../api/errors.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';

/** 'Continue on another device': a link that works once, within a minute, as a QR code. A new one is fetched when it has run out. */
export default function ContinueDialog({ onClose }: { onClose: () => void }) {
  const transfer = useQuery({
    queryKey: ['session', 'web-auth-token'],
    queryFn: ({ signal }) => call(createWebAuthToken, {}, { signal }),
    refetchInterval: ({ state }) => (state.data ? (state.data.expiresIn - 5) * 1_000 : false),
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { silent: true },
  });
  const url = transfer.data?.url;
  const [image, setImage] = useState<string>();
  useEffect(() => {
    if (url) void QRCode.toDataURL(url, { width: 384, margin: 2 }).then(setImage);
  }, [url]);

  return (
    <Dialog opened onClose={onClose} title="Continue on another device">
      <Stack align="center">
        {transfer.isError ? (
          <ErrorNote text={messageOf(transfer.error)} onRetry={() => void transfer.refetch()} />
        ) : image ? (
          <img src={image} width={288} height={288} alt={`QR code of ${url}`} />
        ) : (
          <Skeleton h={288} w={288} />
        )}
        <Text size="sm" ta="center">
          Scan this with the other device. The code works once, within a minute, and a new one follows by itself.
        </Text>
      </Stack>
    </Dialog>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A report is being made. How far is not known, so the time since its start is shown. */
export function ReportProgress() {
  const { t } = useLingui();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((was) => was + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status">
      <Text size="sm" mb={4}>
        <Trans>Making the report…</Trans>
        {seconds >= 3 && (
          <span aria-hidden>
            <Trans> {seconds} s</Trans>
          </span>
        )}
      </Text>
      <Progress value={100} animated aria-label={t`Making the report`} />
    </div>
  );
}

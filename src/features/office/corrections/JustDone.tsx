import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import type { Done } from './corrections.queries.ts';
import classes from './exceptions.module.css';
import { useJustDone } from './useJustDone.ts';
import { useOffline } from './useOffline.ts';

const NONE: readonly Done[] = [];
/** Lists the acts since the log-in, the newest first, each with its undo: the message of an act is gone after some seconds. `without`: those still in their rows. */
export function JustDone({ without = NONE }: { without?: readonly Done[] }) {
  const { t } = useLingui();
  const { list: all, undo } = useJustDone();
  const reason = useOffline();
  const list = all.filter((one) => !without.some(({ actIds }) => actIds.join() === one.actIds.join()));
  if (list.length === 0) return null;
  return (
    <section aria-label={t`Just done`}>
      <div className={classes.kindHead}>
        <h2 className={classes.kindTitle}>
          <Trans>Just done</Trans>
        </h2>
      </div>
      <ul className={classes.rows}>
        {list.map((done) => (
          <li key={done.actIds.join()} className={classes.row}>
            <div className={classes.body}>
              <Text size="sm" className={classes.words}>
                {done.text}
              </Text>
              <div className={classes.actions}>
                <ReasonButton
                  size="sm"
                  variant="default"
                  reason={reason}
                  loading={undo.isPending && undo.variables === done}
                  disabled={undo.isPending}
                  aria-label={t`Undo: ${done.text}`}
                  onClick={() => undo.mutate(done)}
                >
                  <Trans>Undo</Trans>
                </ReasonButton>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Text } from '@mantine/core';
import { useOnline } from '../../state/reachability.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './exceptions.module.css';
import { useJustDone } from './useJustDone.ts';
import { OFFLINE } from './words.ts';

/** Lists the acts since the log-in, the newest first, each with its undo: the message of an act is gone after some seconds. */
export function JustDone() {
  const { list, undo } = useJustDone();
  const reason = useOnline() ? undefined : OFFLINE;
  if (list.length === 0) return null;
  return (
    <section aria-label="Just done">
      <div className={classes.kindHead}>
        <h2 className={classes.kindTitle}>Just done</h2>
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
                  aria-label={`Undo: ${done.text}`}
                  onClick={() => undo.mutate(done)}
                >
                  Undo
                </ReasonButton>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

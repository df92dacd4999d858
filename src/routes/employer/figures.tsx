import { Trans } from '@lingui/react/macro';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { FigureRules } from '../../features/figures/figures/FigureRules.tsx';
import { useLingui } from '../../lib/words.tsx';
import { AreaShell } from '../../shell/AreaShell.tsx';
import { howFigures } from '../../shell/howFigures.ts';
import { AnchorLink } from '../../shell/links.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './-overview.module.css';

export const Route = createFileRoute('/employer/figures')({ component: Figures });

/** 'How figures are worked out': the rules in plain words, each with an address of its own. */
function Figures() {
  // The title is of the language that is shown.
  useLingui();
  const anchor = useLocation({ select: ({ hash }) => hash });
  return (
    <AreaShell>
      <div className={classes.summary}>
        <AnchorLink to="/employer/overview" size="sm" className={classes.backLink}>
          <Trans>Back to the dashboard</Trans>
        </AnchorLink>
        <PageTitle>{howFigures()}</PageTitle>
        <FigureRules anchor={anchor} />
      </div>
    </AreaShell>
  );
}

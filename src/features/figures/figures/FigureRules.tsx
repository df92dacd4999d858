import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ruleAnchor } from '../../../shell/howFigures.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './figures.module.css';
import { FIGURE_RULES, type FigureRule } from './rules.ts';

type Props = {
  /** The id of the rule to scroll to and focus, if any. */
  anchor: string;
};

/** Every rule behind the figures, preceded by a list of them. */
export function FigureRules({ anchor }: Props) {
  const { t } = useLingui();
  return (
    <div className={classes.page}>
      <div className={classes.list}>
        <Panel label={t`On this page`}>
          <ul className={classes.contents}>
            {FIGURE_RULES.map(({ number, title }) => (
              <li key={number}>
                <AnchorLink to="." hash={ruleAnchor(number)} replace className={classes.entry}>
                  {t(title)}
                </AnchorLink>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <div className={classes.text}>
        <Text>
          <Trans>
            Every tile, list, chart, report and mail is worked out in the same way from the punches and the piecework
            that devices and payroll send. ‘Why?’ beside a person shows what that meant on one day.
          </Trans>
        </Text>
        {FIGURE_RULES.map((rule) => (
          <Rule key={rule.number} rule={rule} isSought={anchor === ruleAnchor(rule.number)} />
        ))}
      </div>
    </div>
  );
}

function Rule({ rule: { number, title, text }, isSought }: { rule: FigureRule; isSought: boolean }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isSought) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [isSought]);
  return (
    <section className={classes.rule} data-sought={isSought || undefined}>
      <h2
        id={ruleAnchor(number)}
        ref={heading}
        tabIndex={-1}
        data-autofocus={isSought || undefined}
        className={classes.title}
      >
        {t(title)}
      </h2>
      {text.map((paragraph) => (
        <p key={paragraph.id}>{t(paragraph)}</p>
      ))}
    </section>
  );
}

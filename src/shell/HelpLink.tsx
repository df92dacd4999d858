import { useLingui } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLingui as useWords } from '../lib/words.tsx';
import { tabOf } from '../ui/tabOf.ts';
import { helpPath } from './help.ts';
import { HELP } from './helpPages.ts';
import { figuresLink } from './ruleHelp.ts';

type Props = { className?: string | undefined };

/** A link to a section of the help, in a tab of its own; in other languages its text says that the help is in English. */
export function HelpLink({ to, children, ...props }: Props & { to: keyof typeof HELP; children?: ReactNode }) {
  const { t } = useLingui();
  return (
    <Anchor href={helpPath(HELP[to])} target="_blank" size="sm" underline="always" {...props}>
      {children ?? t({ message: 'How is this computed?', context: 'help' })}
    </Anchor>
  );
}

/** A link to how to do what an empty page is for. */
export function HowToLink({ to }: { to: keyof typeof HELP }) {
  const { t } = useLingui();
  return <HelpLink to={to}>{t`How is this done?`}</HelpLink>;
}

/** A link to the rule behind a figure. */
export function RuleLink({ rule, children, ...props }: Props & { rule: number; children?: ReactNode }) {
  useWords();
  const { text, href } = figuresLink(rule);
  return (
    <Anchor href={href} target={tabOf(href)} size="sm" underline="always" {...props}>
      {children ?? text}
    </Anchor>
  );
}

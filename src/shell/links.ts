import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, createElement } from 'react';

type Native = ComponentPropsWithRef<'a'>;

/** Mantine's button and anchor as typed router links: both are real links, to be opened in another tab as well. */
export const ButtonLink = createLink((props: ButtonProps & Omit<Native, keyof ButtonProps>) =>
  createElement(Button<'a'>, { component: 'a', ...props }),
);
export const AnchorLink = createLink((props: AnchorProps & Omit<Native, keyof AnchorProps>) =>
  createElement(Anchor<'a'>, { component: 'a', ...props }),
);

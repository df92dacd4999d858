import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, createElement } from 'react';

type Native = ComponentPropsWithRef<'a'>;

/** Mantine's button and anchor as typed router links: real links, which can also be opened in another tab. */
export const ButtonLink = createLink((props: ButtonProps & Omit<Native, keyof ButtonProps>) =>
  createElement(Button<'a'>, { component: 'a', ...props }),
);
export const AnchorLink = createLink((props: AnchorProps & Omit<Native, keyof AnchorProps>) =>
  createElement(Anchor<'a'>, { component: 'a', ...props }),
);

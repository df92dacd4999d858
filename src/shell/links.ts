import { Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Mantine's button and anchor as typed router links. */
export const ButtonLink = createLink(Button);
export const AnchorLink = createLink(Anchor);

import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './routing/block-navigation.ts';
import { startTheme } from './ui/style/theme.ts';

startTheme();

const element = document.getElementById('root');
if (!element) throw new TypeError('index.html has no #root');
const root = createRoot(element);

/**
 * Renders the app or the landing page into the document. As a transition: React works in slices of some milliseconds and yields
 * to the browser in between.
 */
export const draw = (page: ReactNode) => startTransition(() => root.render(page));

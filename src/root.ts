import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './routing/hold-page.ts';
import { startTheme } from './ui/theme.ts';

startTheme();

const element = document.getElementById('root');
if (!element) throw new TypeError('index.html has no #root');
const root = createRoot(element);

/** Draws in steps of some milliseconds, between which the browser does what else there is. */
export const draw = (page: ReactNode) => startTransition(() => root.render(page));

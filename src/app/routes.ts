import { type Part, partOf } from '../ui/later.tsx';
import { HOME } from './paths.ts';

export type RouteRow = {
  readonly path: `/${string}`;
  /** Section 2: 'auth' means a login is required. */
  readonly access: 'public' | 'auth';
  /** A popup stands alone over a backdrop, without the navigation. */
  readonly popup: boolean;
  /** The screen's name in tracking (section 2). */
  readonly tracking: string;
  readonly title: 'login:title' | 'message:title' | 'settings:title';
  readonly page: Part<object>;
};

/** The frame of the signed-in pages: not needed to sign in. */
export const shell = partOf(() => import('./shell.tsx'));
const messages = partOf(() => import('../pages/messages.tsx'));

export const ROUTES: readonly RouteRow[] = [
  {
    path: '/login',
    access: 'public',
    popup: true,
    tracking: 'login',
    title: 'login:title',
    page: partOf(() => import('../pages/login.tsx')),
  },
  {
    path: '/userpassword',
    access: 'public',
    popup: true,
    tracking: 'user_password',
    title: 'login:title',
    page: partOf(() => import('../pages/user-password.tsx')),
  },
  {
    path: '/message/:tid?',
    access: 'auth',
    popup: false,
    tracking: 'message',
    title: 'message:title',
    page: messages,
  },
  {
    path: '/settings',
    access: 'auth',
    popup: false,
    tracking: 'settings',
    title: 'settings:title',
    page: partOf(() => import('../pages/settings.tsx')),
  },
];

/** Fetches the page of a deep link while the words are still on their way. */
export function preload(pathname: string): void {
  if (ROUTES.some(({ access, path }) => access === 'public' && path === pathname)) return;
  shell.prepare();
  if (pathname === '/' || pathname.startsWith(HOME)) messages.prepare();
}

import { config as brand } from '#brand/config.ts';
import {
  DOWNLOAD,
  FRIEND_REQUESTS,
  LANDING,
  LOGIN,
  MESSAGES,
  NOTICES,
  PASSWORD_LOGIN,
  PROFILE,
  TASKS,
} from '#contract/paths.ts';
import {
  BLOCKED,
  CLUB,
  DELETE_ACCOUNT,
  DELETE_MESSAGES,
  DEVICE,
  DOMAIN,
  EDIT_PROFILE,
  HOSTING,
  isCallPage,
  isMessages,
  isVideo,
  LANGUAGE_SETTINGS,
  MESSAGE_SETUP,
  OWN_HOME,
  PAYMENT_HISTORY,
  SECURITY,
  SETTINGS,
  SILVER,
  WALL,
} from '../paths.ts';
import type { RouteRow } from '../routing/route-row.ts';
import { partOf } from '../ui/lazy.tsx';
import { CALL_ROUTES } from './call-routes.ts';
import { PAYMENT_ROUTES } from './payment-routes.ts';

/** Frame of the pages with `background: 'shell'`: navigation, banners and prompts. Loaded separately, as the login does not need it. */
export const shell = partOf(() => import('./shell.tsx'));
const wall = partOf(() => import('../pages/goddess.tsx'));
const messages = partOf(() => import('../pages/chat/messages.tsx'));

/** Route of the page that shows every widget in every state; only in development builds. */
const DEVELOPMENT: readonly RouteRow[] = import.meta.env.DEV
  ? [
      {
        path: '/preview/ui',
        access: 'public',
        popup: false,
        background: 'none',
        tracking: 'preview_ui',
        title: 'common:nav.label',
        offline: 'shell',
        page: partOf(() => import('../pages/preview-ui.tsx')),
      },
    ]
  : [];

/** Route of the message setup; empty for brands without `messageSetup` (product 2.1). */
const MESSAGE_SETUP_ROUTES: readonly RouteRow[] = brand.messageSetup
  ? [
      {
        path: MESSAGE_SETUP,
        access: 'auth',
        popup: false,
        background: 'shell',
        tracking: 'message_setup',
        title: 'settings:setup.title',
        offline: 'rows',
        page: partOf(() => import('../pages/account/message-setup.tsx')),
      },
    ]
  : [];

/** All routes of the app, provided to all components by `RouteTable`. */
export const ROUTES: readonly RouteRow[] = [
  ...DEVELOPMENT,
  {
    path: LANDING,
    access: 'public',
    popup: true,
    background: 'none',
    tracking: 'online_video_chat',
    title: 'entrance:title',
    offline: 'shell',
    page: partOf(() => import('../landing/page.tsx')),
  },
  {
    path: LOGIN,
    access: 'public',
    popup: true,
    background: 'wall',
    tracking: 'login',
    title: 'login:title',
    offline: 'shell',
    page: partOf(() => import('../pages/account/login.tsx')),
  },
  {
    path: PASSWORD_LOGIN,
    access: 'public',
    popup: true,
    background: 'wall',
    tracking: 'user_password',
    title: 'login:title',
    offline: 'shell',
    page: partOf(() => import('../pages/account/user-password.tsx')),
  },
  {
    path: WALL,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'discover',
    title: 'common:nav.discover',
    offline: 'rows',
    page: wall,
  },
  {
    path: SILVER,
    access: 'public',
    popup: true,
    background: 'wall',
    tracking: 'silver_anchor',
    title: 'wall:silver.title',
    offline: 'rows',
    page: partOf(() => import('../pages/payments/silver-anchor.tsx')),
  },
  {
    path: CLUB,
    access: brand.needsLogin.club ? 'auth' : 'public',
    popup: false,
    background: 'shell',
    tracking: 'silver club page',
    title: 'wall:club.title',
    offline: 'rows',
    page: partOf(() => import('../pages/payments/club.tsx')),
  },
  {
    path: TASKS,
    access: brand.needsLogin.task ? 'auth' : 'public',
    popup: false,
    background: 'shell',
    tracking: 'task',
    title: 'wall:tasks.title',
    offline: 'rows',
    page: partOf(() => import('../pages/task.tsx')),
  },
  {
    path: `${MESSAGES}/:tid?`,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'message',
    title: 'message:title',
    offline: 'rows',
    page: messages,
  },
  ...CALL_ROUTES,
  ...PAYMENT_ROUTES,
  {
    path: SETTINGS,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'settings',
    title: 'settings:title',
    offline: 'rows',
    page: partOf(() => import('../pages/account/settings.tsx')),
  },
  {
    path: PROFILE,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'anchor_profile',
    title: 'profile:title',
    offline: 'rows',
    page: partOf(() => import('../pages/anchor-profile.tsx')),
  },
  {
    path: OWN_HOME,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'personal_home',
    title: 'common:nav.me',
    offline: 'rows',
    page: partOf(() => import('../pages/account/personal-home.tsx')),
  },
  {
    path: HOSTING,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'host',
    title: 'profile:me.hosting',
    offline: 'rows',
    page: partOf(() => import('../pages/account/hosting.tsx')),
  },
  {
    path: PAYMENT_HISTORY,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'payment_history',
    title: 'profile:me.payments',
    offline: 'rows',
    page: partOf(() => import('../pages/payments/payment-history.tsx')),
  },
  {
    path: DEVICE,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'device',
    title: 'settings:device',
    offline: 'rows',
    page: partOf(() => import('../pages/account/device.tsx')),
  },
  {
    path: NOTICES,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'notices',
    title: 'profile:me.notices',
    offline: 'rows',
    page: partOf(() => import('../pages/chat/notices.tsx')),
  },
  {
    path: EDIT_PROFILE,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'edit_profile',
    title: 'edit:title',
    offline: 'rows',
    page: partOf(() => import('../pages/account/edit-profile.tsx')),
  },
  {
    path: FRIEND_REQUESTS,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'friend_requests',
    title: 'friends:title',
    offline: 'rows',
    page: partOf(() => import('../pages/chat/friend-requests.tsx')),
  },
  {
    path: LANGUAGE_SETTINGS,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'language_settings',
    title: 'settings:language',
    offline: 'shell',
    page: partOf(() => import('../pages/account/language-settings.tsx')),
  },
  {
    path: DELETE_MESSAGES,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'delete_message_settings',
    title: 'settings:clear.title',
    offline: 'rows',
    page: partOf(() => import('../pages/chat/delete-messages.tsx')),
  },
  ...MESSAGE_SETUP_ROUTES,
  {
    path: SECURITY,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'security',
    title: 'settings:security',
    offline: 'shell',
    page: partOf(() => import('../pages/account/security.tsx')),
  },
  {
    path: BLOCKED,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'blocked',
    title: 'settings:setup.blocked',
    offline: 'rows',
    page: partOf(() => import('../pages/account/blocked.tsx')),
  },
  {
    path: DELETE_ACCOUNT,
    access: 'auth',
    popup: false,
    background: 'shell',
    tracking: 'delete_account',
    title: 'settings:deleteAccount',
    offline: 'line',
    page: partOf(() => import('../pages/account/delete-account.tsx')),
  },
  {
    path: '/open',
    access: 'public',
    popup: false,
    background: 'none',
    tracking: 'open',
    title: 'common:nav.discover',
    offline: 'shell',
    page: partOf(() => import('../pages/open.tsx')),
  },
  {
    path: DOWNLOAD,
    access: 'public',
    popup: false,
    background: 'shell',
    tracking: 'about',
    title: 'download:title',
    offline: 'shell',
    page: partOf(() => import('../pages/download.tsx')),
  },
  {
    path: DOMAIN,
    access: brand.needsLogin.domain ? 'auth' : 'public',
    popup: false,
    background: 'shell',
    tracking: 'domain',
    title: 'domain:title',
    offline: 'shell',
    page: partOf(() => import('../pages/domain.tsx')),
  },
  {
    path: '/preview',
    access: 'public',
    popup: false,
    background: 'shell',
    tracking: 'preview',
    title: 'official:name',
    offline: 'line',
    page: partOf(() => import('../pages/chat/preview.tsx')),
  },
];

/**
 * Returns whether a route is drawn over the previous page. The landing page is declared as a popup, so that popups close to it,
 * but covers no page.
 */
export const isOverlay = ({ popup, path }: RouteRow): boolean => popup && path !== LANDING;

/** Returns whether a URL is a popup or a call page. If the app starts at such a URL, a page is inserted below it in the history. */
export const isPopupOrCallPage = (pathname: string): boolean =>
  isVideo(pathname) || isCallPage(pathname) || ROUTES.some((row) => isOverlay(row) && row.path === pathname);

/**
 * Prefetches the frame of the signed-in pages, and the wall or the messages if the app starts with their URL, while storage and
 * translations are still loading. Does nothing for a public page.
 */
export function preload(pathname: string): void {
  if (ROUTES.some(({ access, path }) => access === 'public' && path === pathname)) return;
  shell.prepare();
  if (pathname === '/' || pathname === WALL) wall.prepare();
  if (isMessages(pathname)) messages.prepare();
}

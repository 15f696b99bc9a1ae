import type { Part } from '../ui/later.tsx';

type RouteTitle =
  | 'entrance:title'
  | 'login:title'
  | 'message:title'
  | 'settings:title'
  | 'common:payment'
  | 'common:nav.discover'
  | 'common:nav.label'
  | 'settings:language'
  | 'settings:clear.title'
  | 'settings:setup.title'
  | 'settings:setup.blocked'
  | 'settings:security'
  | 'settings:deleteAccount'
  | 'download:title'
  | 'domain:title'
  | 'official:name'
  | 'match:title'
  | 'wall:silver.title'
  | 'wall:club.title'
  | 'wall:tasks.title'
  | 'profile:title'
  | 'profile:clips'
  | 'preflight:title'
  | 'common:nav.me'
  | 'profile:me.payments'
  | 'profile:me.notices'
  | 'settings:device'
  | 'edit:title'
  | 'friends:title'
  | 'call:title'
  | 'call:records.title';

export type RouteRow = {
  readonly path: `/${string}`;
  /** 'auth': a login is required (product 6). */
  readonly access: 'public' | 'auth';
  /** A popup covers the place before it; opened directly it has the goddess wall behind it. */
  readonly popup: boolean;
  /** 'none' where the screen covers all that could be behind it. */
  readonly background: 'shell' | 'wall' | 'none';
  /** The screen's name in tracking (product 2.6). */
  readonly tracking: string;
  readonly title: RouteTitle;
  /** A page of a call, or one that dials. */
  readonly isCall?: boolean;
  /**
   * What it is without a network. `rows`: it draws what this device has kept. `shell`: it works without data. `line`: an empty state
   * says what is missing, which comes by itself when the network is back.
   */
  readonly offline: 'rows' | 'shell' | 'line';
  readonly page: Part<object>;
};

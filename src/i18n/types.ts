import type call from './locales/en/call.json';
import type common from './locales/en/common.json';
import type connection from './locales/en/connection.json';
import type domain from './locales/en/domain.json';
import type download from './locales/en/download.json';
import type edit from './locales/en/edit.json';
import type entrance from './locales/en/entrance.json';
import type errors from './locales/en/errors.json';
import type friends from './locales/en/friends.json';
import type login from './locales/en/login.json';
import type match from './locales/en/match.json';
import type message from './locales/en/message.json';
import type around from './locales/en/more/around.json';
import type bookings from './locales/en/more/bookings.json';
import type camera from './locales/en/more/camera.json';
import type conduct from './locales/en/more/conduct.json';
import type device from './locales/en/more/device.json';
import type emoji from './locales/en/more/emoji.json';
import type filter from './locales/en/more/filter.json';
import type gifts from './locales/en/more/gifts.json';
import type history from './locales/en/more/history.json';
import type hosting from './locales/en/more/hosting.json';
import type kinds from './locales/en/more/kinds.json';
import type launch from './locales/en/more/launch.json';
import type life from './locales/en/more/life.json';
import type notices from './locales/en/more/notices.json';
import type notify from './locales/en/more/notify.json';
import type pack from './locales/en/more/pack.json';
import type passkeys from './locales/en/more/passkeys.json';
import type payments from './locales/en/more/payments.json';
import type preview from './locales/en/more/preview.json';
import type recovery from './locales/en/more/recovery.json';
import type rewards from './locales/en/more/rewards.json';
import type send from './locales/en/more/send.json';
import type stickers from './locales/en/more/stickers.json';
import type unlock from './locales/en/more/unlock.json';
import type official from './locales/en/official.json';
import type people from './locales/en/people.json';
import type preflight from './locales/en/preflight.json';
import type profile from './locales/en/profile.json';
import type push from './locales/en/push.json';
import type safety from './locales/en/safety.json';
import type settings from './locales/en/settings.json';
import type wall from './locales/en/wall.json';

type Resources = {
  common: typeof common;
  entrance: typeof entrance;
  errors: typeof errors;
  login: typeof login;
  message: typeof message;
  people: typeof people;
  settings: typeof settings;
  connection: typeof connection;
  official: typeof official;
  wall: typeof wall;
  match: typeof match;
  profile: typeof profile;
  friends: typeof friends;
  edit: typeof edit;
  safety: typeof safety;
  download: typeof download;
  domain: typeof domain;
  call: typeof call;
  preflight: typeof preflight;
  push: typeof push;
};

/** Name of a translation namespace that is loaded before the app renders. */
export type Namespace = keyof Resources;

/** Translations of components that are opened on demand, fetched by `src/i18n/more.ts`. */
type LazyResources = {
  around: typeof around;
  bookings: typeof bookings;
  camera: typeof camera;
  conduct: typeof conduct;
  emoji: typeof emoji;
  filter: typeof filter;
  gifts: typeof gifts;
  history: typeof history;
  hosting: typeof hosting;
  launch: typeof launch;
  life: typeof life;
  pack: typeof pack;
  passkeys: typeof passkeys;
  payments: typeof payments;
  preview: typeof preview;
  kinds: typeof kinds;
  notify: typeof notify;
  recovery: typeof recovery;
  rewards: typeof rewards;
  notices: typeof notices;
  device: typeof device;
  send: typeof send;
  stickers: typeof stickers;
  unlock: typeof unlock;
};

/** Name of a translation namespace that is loaded when a component needs it, by `useWords`. */
export type LazyNamespace = keyof LazyResources;

/** Translation keys are type-checked against the English files. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources & LazyResources;
  }
}

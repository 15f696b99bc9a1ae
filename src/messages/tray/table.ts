import i18next from 'i18next';
import { Gift, HandHeart, MessageCircle, MessageCircleQuestion, Sticker, Video } from 'lucide-react';
import { ROLE_ANCHOR, ROLE_OFFICIAL, ROLE_USER } from '#contract/account/rules.ts';
import { partOf } from '../../ui/lazy.tsx';
import { MEDIA_TOOLS } from './media-tools.ts';
import type { TrayTool } from './tools.ts';

/** All tools of the composer's tray, in display order. The component of a tool, with its texts, is loaded when the tool is opened. */
export const TRAY: readonly TrayTool[] = [
  ...MEDIA_TOOLS,
  {
    key: 'gift',
    icon: Gift,
    label: () => i18next.t('profile:gift'),
    part: partOf(() => import('./gift-tool.tsx')),
    shows: ({ role, peerRole }) => role !== ROLE_ANCHOR && peerRole === ROLE_ANCHOR,
  },
  {
    key: 'wish',
    icon: HandHeart,
    label: () => i18next.t('message:wish'),
    part: partOf(() => import('./wish-tool.tsx')),
    shows: ({ role, peerRole }) => role === ROLE_ANCHOR && peerRole === ROLE_USER,
  },
  {
    key: 'sticker',
    icon: Sticker,
    label: () => i18next.t('push:sticker'),
    part: partOf(() => import('./sticker-tool.tsx')),
    shows: ({ peerRole }) => peerRole !== ROLE_OFFICIAL,
  },
  {
    key: 'question',
    icon: MessageCircleQuestion,
    label: () => i18next.t('message:tool.question'),
    part: partOf(() => import('./question-tool.tsx')),
    shows: ({ where }) => where === 'chat',
  },
  {
    key: 'replies',
    icon: MessageCircle,
    label: () => i18next.t('message:tool.replies'),
    part: partOf(() => import('./replies-tool.tsx')),
    shows: ({ role, peerRole }) => role === ROLE_ANCHOR && peerRole !== ROLE_OFFICIAL,
  },
  {
    key: 'invite',
    icon: Video,
    label: () => i18next.t('message:tool.invite'),
    part: partOf(() => import('./invite-tool.tsx')),
    shows: ({ role, peerRole, where }) => where === 'chat' && role === ROLE_ANCHOR && peerRole === ROLE_USER,
  },
];

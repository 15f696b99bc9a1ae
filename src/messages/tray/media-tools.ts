import i18next from 'i18next';
import { Image, MapPin, Mic } from 'lucide-react';
import { partOf } from '../../ui/lazy.tsx';
import type { TrayTool } from './tools.ts';

/** Tools of the composer's tray that send pictures and clips, voice messages (not over a call), and the location. */
export const MEDIA_TOOLS: readonly TrayTool[] = [
  {
    key: 'photos',
    icon: Image,
    label: () => i18next.t('message:tool.photos'),
    part: partOf(() => import('./photos-tool.tsx')),
    shows: () => true,
  },
  {
    key: 'voice',
    icon: Mic,
    label: () => i18next.t('message:tool.voice'),
    part: partOf(() => import('./voice-tool.tsx')),
    // During a call the microphone belongs to the call.
    shows: ({ where }) => where === 'chat',
  },
  {
    key: 'place',
    icon: MapPin,
    label: () => i18next.t('message:tool.place'),
    part: partOf(() => import('./place-tool.tsx')),
    shows: () => true,
  },
];

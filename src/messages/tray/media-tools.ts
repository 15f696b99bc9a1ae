import i18next from 'i18next';
import { Image } from 'lucide-react';
import { partOf } from '../../ui/later.tsx';
import type { TrayTool } from './tools.ts';

/** What is made of files, and places. */
export const MEDIA_TOOLS: readonly TrayTool[] = [
  {
    key: 'photos',
    icon: Image,
    label: () => i18next.t('message:tool.photos'),
    part: partOf(() => import('./photos-tool.tsx')),
    shows: () => true,
  },
];

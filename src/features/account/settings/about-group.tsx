import { Cookie, FileText, Globe, HardDrive, MessageCircle, ShieldCheck, Smartphone, Video } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { DOWNLOAD, threadPath } from '#contract/paths.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { LEGAL_PAGES, legalPath } from '../../../legal.ts';
import { DEVICE, DOMAIN, PREFLIGHT } from '../../../paths.ts';
import { DocumentRow, Group, LinkRow } from '../../../ui/layout/group.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';

/** Icons of the legal pages. */
const SIGNS = {
  privacy: <ShieldCheck size={18} />,
  terms: <FileText size={18} />,
  cookies: <Cookie size={18} />,
} as const;
const KEYS = { privacy: 'links.privacy', terms: 'links.terms', cookies: 'links.cookies' } as const;

/** Links to support, device data, preflight, installation, addresses and legal pages. */
export const AboutGroup = () => {
  const { t } = useTranslation(['settings', 'preflight']);
  return (
    <Group title={t('about')}>
      <LinkRow
        to={threadPath(OFFICIAL_TID)}
        icon={
          <IconTile tone={1}>
            <MessageCircle size={18} />
          </IconTile>
        }
        label={t('links.team')}
      />
      <LinkRow
        to={DEVICE}
        icon={
          <IconTile tone={8}>
            <HardDrive size={18} />
          </IconTile>
        }
        label={t('device')}
        hint={t('deviceHint')}
      />
      <LinkRow
        to={PREFLIGHT}
        icon={
          <IconTile tone={5}>
            <Video size={18} />
          </IconTile>
        }
        label={t('preflight:title')}
      />
      <LinkRow
        to={DOWNLOAD}
        icon={
          <IconTile tone={6}>
            <Smartphone size={18} />
          </IconTile>
        }
        label={t('links.app')}
      />
      <LinkRow
        to={DOMAIN}
        icon={
          <IconTile tone={4}>
            <Globe size={18} />
          </IconTile>
        }
        label={t('links.addresses')}
      />
      {LEGAL_PAGES.map((page) => (
        <DocumentRow
          key={page}
          href={legalPath(page, currentLanguage())}
          icon={<IconTile tone={10}>{SIGNS[page]}</IconTile>}
          label={t(KEYS[page])}
        />
      ))}
    </Group>
  );
};

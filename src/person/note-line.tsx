import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { tidOfUid } from '#contract/ids.ts';
import { useSetting } from '../data/settings.ts';
import { size } from '../ui/style/tokens.ts';

const line = css({ fontSize: size.xs, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

/** The start of the own private note about a user, in one line; nothing is drawn without one. */
export const NoteLine = ({ uid }: { readonly uid: number }) => {
  const { t } = useTranslation('profile');
  const note = useSetting('viewerNotes')[tidOfUid(uid)];
  return note ? (
    <span css={line} dir="auto" title={note}>
      {t('note', { note })}
    </span>
  ) : null;
};

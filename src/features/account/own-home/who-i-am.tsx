import { css } from '@emotion/react';
import { Check, Copy, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { EDIT_PROFILE } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(3),
    padding: `${space(8)} ${space(5)} ${space(5)}`,
    borderRadius: radius.card,
    textAlign: 'center',
    backgroundColor: color.surface,
    backgroundImage: `radial-gradient(90% 60% at 20% 0%, ${color.aurora1}, transparent), radial-gradient(90% 60% at 100% 10%, ${color.aurora2}, transparent)`,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  name: css({ fontSize: size.xl, letterSpacing: '-0.01em', overflowWrap: 'anywhere', marginBlockStart: space(2) }),
  uid: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(2),
    minBlockSize: '44px',
    paddingInline: space(3),
    borderRadius: radius.pill,
    color: color.soft,
    fontSize: size.xs,
    fontVariantNumeric: 'tabular-nums',
    '&:hover': { backgroundColor: color.hover, color: color.text },
  }),
  about: css({ color: color.soft, overflowWrap: 'anywhere', maxInlineSize: '40ch' }),
  ways: css({ display: 'grid', gap: space(2), inlineSize: '100%', marginBlockStart: space(2) }),
};

const COPIED_FOR_MS = 2_000;

/** Card of the own page: avatar, name, user id to copy, description, and links to the editor and to the profile as others see it. */
export const WhoIAm = () => {
  const { t } = useTranslation(['profile', 'settings']);
  const session = useSession();
  const profile = useAppState('profile');
  const [copied, setCopied] = useState(false);
  if (!session) return null;
  const { uid, nickName } = session;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${uid}`);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_FOR_MS);
      showToast(t('me.copied'), 'good');
    } catch {
      showToast(t('me.notCopied'), 'bad');
    }
  };
  return (
    <section css={styles.root} aria-label={nickName}>
      <Avatar uid={uid} name={nickName} src={profile?.avatarUrl} size="huge" />
      <h2 css={styles.name}>
        <PersonName name={nickName} />
      </h2>
      <button type="button" css={styles.uid} onClick={() => void copy()} aria-label={t('me.copy', { uid })}>
        {t('settings:userId', { uid })}
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      </button>
      {profile?.about ? (
        <p css={styles.about} dir="auto">
          {profile.about}
        </p>
      ) : null}
      <div css={styles.ways}>
        <Link href={EDIT_PROFILE} css={buttonStyle} data-look="primary">
          <Pencil size={18} aria-hidden="true" />
          {t('edit')}
        </Link>
        <Link href={profilePath(uid)} css={buttonStyle} data-look="quiet">
          {t('me.view')}
        </Link>
      </div>
    </section>
  );
};

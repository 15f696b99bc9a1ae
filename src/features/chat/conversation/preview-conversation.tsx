import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { LOCAL_OFFICIAL_ID, LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import type { MessageRow } from '#db/schema.ts';
import { nameOf } from '../../../i18n/official.ts';
import { MessageLog } from '../../../messages/message-log.tsx';
import type { MessageWindow } from '../../../messages/message-window.ts';
import { LOGIN } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import { color, size, space } from '../../../ui/tokens.ts';

const styles = {
  root: css({ flex: 1, minBlockSize: 0, display: 'flex', flexDirection: 'column' }),
  column: css({
    flex: 1,
    minBlockSize: 0,
    display: 'flex',
    flexDirection: 'column',
    inlineSize: 'min(100%, 820px)',
    marginInline: 'auto',
  }),
  head: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '64px',
    paddingInline: space(4),
    backgroundColor: color.surface,
    borderBlockEnd: `1px solid ${color.line}`,
  }),
  name: css({ fontSize: size.md }),
  foot: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(3),
    padding: space(4),
    paddingBlockEnd: `max(${space(4)}, env(safe-area-inset-bottom))`,
    textAlign: 'center',
    color: color.soft,
    backgroundColor: color.surface,
    borderBlockStart: `1px solid ${color.line}`,
  }),
};

/** Welcome of the team, as the core writes it on a device that has just signed in. */
const welcomeAt = (date: number): MessageRow => ({
  mid: `${LOCAL_OFFICIAL_TID}/welcome`,
  tid: LOCAL_OFFICIAL_TID,
  date,
  from: '',
  to: '',
  nickName: '',
  os: '',
  pkgName: '',
  read: true,
  sensitiveInfo: 0,
  state: 'success',
  refusal: '',
  reached: 'none',
  type: 0,
  version: 1,
  payload: { kind: 'text', body: 'i18n:official.welcome' },
  raw: '',
  textAction: '',
  out: false,
});

/** There are no messages before or after the welcome. */
const whole = { hasOlder: false, readOlder() {}, pin() {}, reach: async () => true };

/** /preview (product 2.1): a sample conversation for visitors, drawn by the same components as real ones. */
export const PreviewConversation = () => {
  const { t } = useTranslation('official');
  const [rows] = useState(() => [welcomeAt(Date.now())]);
  const [window] = useState<MessageWindow>(() => ({ rows, ...whole }));
  const name = nameOf(LOCAL_OFFICIAL_TID, '');
  return (
    <div css={styles.root}>
      <header css={styles.head}>
        <Avatar uid={LOCAL_OFFICIAL_ID} name={name} size="small" team />
        <h1 css={styles.name}>{name}</h1>
      </header>
      <div css={styles.column}>
        <MessageLog rows={rows} window={window} dividerMid="" name={name} />
      </div>
      <footer css={styles.foot}>
        <p>{t('previewNote')}</p>
        <Link href={LOGIN} css={buttonStyle} data-look="primary">
          {t('signIn')}
        </Link>
      </footer>
    </div>
  );
};

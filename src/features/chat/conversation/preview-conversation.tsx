import { css } from '@emotion/react';
import { type MouseEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { LOCAL_OFFICIAL_ID, LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import { LOGIN } from '#contract/paths.ts';
import type { MessageRow } from '#db/schema.ts';
import { useSession } from '../../../data/session.tsx';
import { useWords } from '../../../i18n/more.ts';
import { nameOf } from '../../../i18n/official.ts';
import type { MessageWindow } from '../../../messages/log/message-window.ts';
import { MessageLog } from '../../../messages/message-log.tsx';

import { Avatar } from '../../../person/avatar.tsx';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { type SampleWords, sampleRows, welcomeAt } from './preview-rows.ts';

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

/** Ids that belong to no account, so that the sample cannot be confused with a real conversation. */
const SAMPLE_CONVERSATION = { tid: 'u_0', self: 1, peer: 0 } as const;
/** Media of the sample conversation: static files, served to signed-out visitors as well. */
const ART = {
  pictures: ['/samples/1.webp', '/samples/2.webp', '/samples/3.webp'],
  portrait: '/samples/3.webp',
  clip: '/samples/clip.mp4',
  voice: '',
} as const;

/** Window members for a conversation that is complete: there are no other messages to load. */
const whole = { hasOlder: false, readOlder() {}, pin() {}, reach: async () => true };

/** Whether a click inside a message needs an account. Uncovering a sensitive message does not. */
function needsAccount({ target }: { readonly target: EventTarget }, rows: readonly MessageRow[]): boolean {
  const button = target instanceof Element ? target.closest('button, a, input') : null;
  const mid = button?.closest('[data-mid]')?.getAttribute('data-mid');
  return mid !== undefined && mid !== null && rows.some((row) => row.mid === mid && row.sensitiveInfo === 0);
}

/** Route /preview (product 2.1): a sample conversation, drawn by the components that draw real ones. Visitors are asked to sign in. */
export const PreviewConversation = () => {
  const isVisitor = !useSession();
  const ready = useWords('preview');
  const { t, i18n } = useTranslation(['official', 'preview']);
  const [now] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend on the language
  const rows = useMemo(() => {
    const words = ready ? (t('preview:said', { returnObjects: true }) as SampleWords) : undefined;
    const said = words ? sampleRows({ ...SAMPLE_CONVERSATION, now: now - 1_000, words, art: ART }) : [];
    return [...said, welcomeAt(now)];
  }, [ready, i18n.language, now]);
  const window = useMemo<MessageWindow>(() => ({ rows, ...whole }), [rows]);
  const name = nameOf(LOCAL_OFFICIAL_TID, '');
  const onClick = (event: MouseEvent) => {
    if (!needsAccount(event, rows)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isVisitor) navigate(LOGIN);
  };
  return (
    <div css={styles.root}>
      <header css={styles.head}>
        <Avatar uid={LOCAL_OFFICIAL_ID} name={name} size="small" team />
        <h1 css={styles.name}>
          <bdi>{name}</bdi>
        </h1>
      </header>
      <div css={styles.column} onClickCapture={onClick}>
        <MessageLog rows={rows} window={window} dividerMid="" name={name} />
      </div>
      {isVisitor ? (
        <footer css={styles.foot}>
          <p>{t('previewNote')}</p>
          <Link href={LOGIN} css={buttonStyle} data-look="primary">
            {t('signIn')}
          </Link>
        </footer>
      ) : null}
    </div>
  );
};

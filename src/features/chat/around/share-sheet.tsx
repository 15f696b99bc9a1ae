import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { SHARE_PICTURE_MAX_BYTES } from '#contract/chat/rules.ts';
import { shareIn } from '#contract/chat/share.ts';
import { MESSAGES, threadPath } from '#contract/paths.ts';
import { readShare } from '#db/reads/shares.ts';
import type { ShareRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { usePreview } from '../../../ui/media/use-preview.ts';
import { color, radius, space } from '../../../ui/style/tokens.ts';
import { ThreadChoice } from './thread-choice.tsx';

const styles = {
  what: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    flexShrink: 0,
    marginInline: space(5),
    marginBlockEnd: space(3),
    padding: space(3),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    '& img': { inlineSize: '56px', blockSize: '56px', objectFit: 'cover', borderRadius: radius.field },
    '& p': {
      flex: 1,
      minInlineSize: 0,
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 3,
      overflow: 'hidden',
      overflowWrap: 'anywhere',
      whiteSpace: 'pre-line',
    },
  }),
};

const What = ({ row: { text, picture } }: { readonly row: ShareRow }) => {
  const { t } = useTranslation('around');
  const url = usePreview(picture);
  return (
    <div css={styles.what}>
      {url ? <img src={url} alt={t('share.picture')} /> : null}
      {text === '' ? null : <p dir="auto">{text}</p>}
    </div>
  );
};

type Props = {
  /** Value of the `share` query parameter: the id of a share, or `refused`. */
  readonly share: string;
  /** Conversation that the user has chosen; undefined while the sheet asks for one. */
  readonly tid: string | undefined;
};

/**
 * Handles content shared from another app (Web Share Target): asks for a conversation, puts the text into its draft, and opens the
 * send sheet there if the share has a picture. It sends nothing itself.
 */
const ShareSheet = ({ share, tid }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  const [, navigate] = useLocation();
  const known = shareIn(share);
  const id = typeof known === 'object' ? known.id : undefined;
  const row = useLiveQuery(() => (id === undefined ? null : readShare(id, Date.now())), [id]);
  const isChosen = tid !== undefined;
  const here = isChosen ? threadPath(tid) : MESSAGES;

  /** True once the share was handled here, so that the deletion of its row is not reported as an expired share. */
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || row === undefined || !ready || (row && !isChosen)) return;
    isDone.current = true;
    if (row?.picture && isChosen) {
      openPanel('send', { tid, files: [new File([row.picture], 'picture', { type: row.picture.type })] });
      void core.dropShare(row.id);
    } else if (!row && !isChosen) {
      const size = formatBytes(SHARE_PICTURE_MAX_BYTES);
      showToast(known === 'refused' ? t('share.refused', { size }) : t('share.gone'), 'bad');
    }
    navigate(here, { replace: true });
  }, [row, ready, isChosen, tid, here, known, navigate, t]);

  if (!ready || !row || isChosen) return null;
  const choose = async (chosen: string) => {
    isDone.current = true;
    const taken = await core.takeShare(row.id, chosen);
    isDone.current = false;
    if (!taken.ok) return reportFailure(taken);
    const search = row.picture ? `?share=${row.id}` : '';
    navigate(`${threadPath(chosen)}${search}`, { replace: true });
  };
  const drop = () => {
    isDone.current = true;
    void core.dropShare(row.id);
    navigate(here, { replace: true });
  };
  return (
    <Sheet open onClose={drop} title={t('share.title')}>
      <What row={row} />
      <ThreadChoice
        none={t('share.none')}
        // The share stays stored; `ShareOffer` offers it again once the new conversation is open.
        onNew={() => navigate(`${MESSAGES}?new`, { replace: true })}
        onChoose={(chosen) => void choose(chosen)}
      />
    </Sheet>
  );
};
export default ShareSheet;

import { css } from '@emotion/react';
import { ChevronDown } from 'lucide-react';
import { memo, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coverOf, isGone } from '#contract/chat/sensitive.ts';
import type { MessageRow } from '#db/schema.ts';
import { formatTime } from '../i18n/format.ts';
import { Lazy, partOf, renderNothing } from '../ui/lazy.tsx';
import { Hidden } from '../ui/style/hidden.tsx';
import { accent, color, outline, peerOutline, radius, size, space } from '../ui/style/tokens.ts';
import { Covered } from './bubbles/covered.tsx';
import { drawPayload } from './bubbles/kinds.tsx';
import { RemovedBubble, RetractedBubble } from './bubbles/removed.tsx';
import { OpensLinks } from './linked-text.tsx';
import { StateMark } from './log/state-mark.tsx';
import { MessageActionsContext, UploadFailed } from './message-actions.ts';
import { Quote } from './quote.tsx';
import { bubbleTexts, ShowsTranslations } from './translation/bubble-texts.ts';
import { SecondLine } from './translation/second-line.tsx';

const reactions = partOf(() => import('./reactions.tsx'));
const failedNote = partOf(() => import('./failed-note.tsx'));

const TAIL = '6px';
/** Kinds of service messages that are shown centred, without a side. */
const CENTRED: ReadonlySet<string> = new Set(['system', 'add_friend_msg', 'violate_rule', 'maintenance']);

const styles = {
  row: css({
    display: 'grid',
    justifyItems: 'start',
    paddingInline: space(4),
    paddingBlockStart: '2px',
    '&[data-out]': { justifyItems: 'end' },
    '&[data-centred]': { justifyItems: 'center', textAlign: 'center' },
    '&[data-first]': { paddingBlockStart: space(2.5) },
    // Horizontal swipes and long presses are handled by `useGestures`; only vertical panning is left to the browser.
    touchAction: 'pan-y',
    '@media (pointer: coarse)': { userSelect: 'none', WebkitTouchCallout: 'none' },
    '&:hover [data-menu], & [data-menu]:focus-visible': { opacity: 1 },
    '&[data-target] > *': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
  }),
  menu: css({
    position: 'absolute',
    insetBlockStart: '2px',
    insetInlineEnd: '2px',
    display: 'grid',
    placeItems: 'center',
    inlineSize: '28px',
    blockSize: '28px',
    borderRadius: radius.pill,
    color: color.text,
    backgroundColor: color.raised,
    opacity: 0,
    // On touch screens a long press opens the menu instead of this button, which must not catch taps.
    '@media (pointer: coarse)': { '&:not(:focus-visible)': { pointerEvents: 'none' } },
  }),
  bubble: css({
    position: 'relative',
    maxInlineSize: 'min(78%, 560px)',
    minInlineSize: '56px',
    paddingBlock: space(2),
    paddingInline: space(3.5),
    borderRadius: radius.bubble,
    backgroundColor: color.peer,
    boxShadow: peerOutline,
    color: color.peerText,
    '[data-last] > &': { borderEndStartRadius: TAIL },
    '[data-out] > &': { backgroundImage: accent, boxShadow: outline, color: color.onAccent },
    '[data-out][data-last] > &': { borderEndStartRadius: radius.bubble, borderEndEndRadius: TAIL },
    '[data-bare] > &': { padding: 0, background: 'none', boxShadow: 'none', color: color.text },
    '[data-centred] > &': {
      maxInlineSize: '100%',
      padding: 0,
      background: 'none',
      boxShadow: 'none',
      color: color.soft,
    },
    '[data-failed] > &': { backgroundImage: 'none', backgroundColor: color.dangerWash, color: color.text },
  }),
  note: css({ fontSize: size.xs, color: color.danger }),
  foot: css({
    display: 'flex',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: space(1),
    marginBlockStart: '1px',
    fontSize: '0.6875rem',
    fontVariantNumeric: 'tabular-nums',
    lineHeight: 1.4,
    color: color.soft,
    '[data-out] &': { color: color.ownSoft },
    '[data-bare] &': { color: color.soft },
    '[data-failed] &': { color: color.danger },
  }),
};

function drawContent(cover: ReturnType<typeof coverOf>, payload: MessageRow['payload'], row: MessageRow) {
  if (cover === 'removed') return <RemovedBubble />;
  return cover === 'retracted' ? <RetractedBubble /> : drawPayload(payload, row.tid, row);
}

type Props = {
  readonly row: MessageRow;
  readonly first: boolean;
  readonly last: boolean;
  readonly name: string;
  /** Language of the interface: only a translation into it is shown. A change rerenders the memoized bubble. */
  readonly language: string;
  /** The user jumped to this message; it is highlighted for a moment. */
  readonly isTarget?: boolean;
};

/**
 * One message. Memoized: besides contexts and reads of its own, only its row, its position in the group, the peer's name, the highlight and
 * the language rerender it.
 */
export const Bubble = memo(({ row, first, last, name, language, isTarget = false }: Props) => {
  const { t } = useTranslation('message');
  const time = formatTime(row.date);
  const [hasUploadFailed, setUploadFailed] = useState(false);
  const refused = row.out && row.state === 'error';
  const failed = refused || (hasUploadFailed && row.state === 'sending');
  const cover = coverOf(row);
  const edited = isGone(row) ? undefined : row.edited;
  const bare = cover === undefined && row.payload?.kind === 'sticker';
  const centred = cover === undefined && CENTRED.has(row.payload?.kind ?? '');
  const shows = useContext(ShowsTranslations);
  const actions = useContext(MessageActionsContext);
  const words = shows && !isGone(row) ? bubbleTexts(row, language) : undefined;
  const payload = words ? ({ kind: 'text', body: words.first } as const) : row.payload;
  const drawn = drawContent(cover, payload, row);
  const body = words ? (
    <>
      {drawn}
      <SecondLine words={words} />
    </>
  ) : (
    drawn
  );
  return (
    <article
      css={styles.row}
      data-out={row.out || undefined}
      data-first={first || undefined}
      data-last={last || undefined}
      data-failed={failed || undefined}
      data-bare={bare || undefined}
      data-centred={centred || undefined}
      data-mid={row.mid}
      data-target={isTarget || undefined}
    >
      <div css={styles.bubble} data-surface={!(bare || centred) || undefined}>
        <Hidden>{row.out ? t('fromYou', { time }) : t('from', { name, time })}</Hidden>
        {row.replyTo && cover !== 'retracted' ? <Quote tid={row.tid} stanzaId={row.replyTo} name={name} /> : null}
        <UploadFailed value={setUploadFailed}>
          <OpensLinks value={row.out || (actions?.opensLinks ?? false)}>
            {cover === 'covered' ? <Covered>{body}</Covered> : body}
          </OpensLinks>
        </UploadFailed>
        {(last && !centred) || failed || edited ? (
          <div css={styles.foot}>
            <span aria-hidden="true">
              {time}
              {edited ? ' ·' : ''}
            </span>
            {edited ? <span>{t('edited', { time: formatTime(edited.at) })}</span> : null}
            {row.out ? <StateMark row={row} hasUploadFailed={hasUploadFailed} /> : null}
          </div>
        ) : null}
        {actions ? (
          // No tab stop between the list and the input: Enter on the list focuses the last of these buttons, the arrow keys move between
          // them (`useGestures`).
          <button type="button" css={styles.menu} tabIndex={-1} aria-haspopup="menu" aria-label={t('menu')} data-menu>
            <ChevronDown size={16} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {row.reactions && !isGone(row) ? <Lazy part={reactions} with={{ row, name }} missing={renderNothing} /> : null}
      {refused ? <Lazy part={failedNote} with={{ row }} missing={renderNothing} /> : null}
      {row.retract === 'refused' ? <p css={styles.note}>{t('retractRefused')}</p> : null}
      {row.editRefused ? <p css={styles.note}>{t('editRefused')}</p> : null}
    </article>
  );
});
Bubble.displayName = 'Bubble';
